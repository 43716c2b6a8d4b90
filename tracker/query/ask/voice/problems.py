"""What is said to a question that was not understood: why, and what could be asked instead."""

from __future__ import annotations

from tracker.query.ask.plan import Language
from tracker.query.ask.voice.chinese import in_simplified

PROBLEMS: dict[str, tuple[str, str]] = {
    "empty": ("Nothing was asked.", "沒有問題。"),
    "too long": ("That is too long for one question.", "這個問題太長了。"),
    "several": ("That is more than one question; ask one at a time.", "這裡有不只一個問題，請一次問一個。"),
    "one at a time": ("{0}: ask about one at a time.", "{0}：請一次問一個。"),
    "no pattern": ("I did not understand the question.", "我沒看懂這個問題。"),
    "no name": ("I did not understand whom or what {0!r} means.", "我不知道「{0}」指的是什麼。"),
    "no context": (
        "{0!r} refers to a question before, and there is none.",
        "「{0}」要接著前一個問題，但沒有前一個問題。",
    ),
    "no place": (
        "{0!r} refers to a place, and the answer before named none.",
        "「{0}」指的是一個地方，但前一個回答沒有說到地方。",
    ),
    "ambiguous": ("{0!r} may be any of: {1}. Which one?", "「{0}」可能是：{1}。是哪一個？"),
    "time": ("I cannot tell which time {0!r} means.", "我不確定「{0}」是什麼時候。"),
    "future": ("That lies ahead: only what is planned can be told of the future.", "那還沒發生：未來只能回答計畫。"),
}
"""Why a question was not understood, in English and Traditional Chinese."""


def explain(problem: str, filled: tuple[str, ...], language: Language, nearest: str | None = None) -> str:
    """The reason in the question's language, and the `nearest` question that is understood, if there is one."""
    side = 0 if language == "en" else 1
    text = PROBLEMS[problem][side].format(*(part[:60] for part in filled))
    text = in_simplified(text) if language == "zh-Hans" else text
    if nearest is None:
        return text
    lead = (" Nearest that I understand: ", "最接近的問法：")[side]
    return text + (in_simplified(lead) if language == "zh-Hans" else lead) + nearest
