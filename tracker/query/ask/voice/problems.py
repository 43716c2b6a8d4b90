"""What is said to a question that was not understood: why, and what can be asked."""

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
    "ambiguous": ("{0!r} may be any of: {1}. Which one?", "「{0}」可能是：{1}。是哪一個？"),
    "time": ("I cannot tell which time {0!r} means.", "我不確定「{0}」是什麼時候。"),
    "future": ("That lies ahead: only what is planned can be told of the future.", "那還沒發生：未來只能回答計畫。"),
}
"""Why a question was not understood, in English and Traditional Chinese."""

CAN_ANSWER = (
    "I can answer: where something is, was at a time, or was last seen; where it was before or after another place; "
    "whether it is (still) somewhere, or open, closed, on or off; when it left, came or changed; who has it or took "
    "it; what somebody carries; what was given to whom; what is in a place; what changed since a time; how often or "
    "how long something was so; and what is planned.",
    "我可以回答：東西現在在哪裡、某個時間在哪裡、最後一次在哪裡看到；去某處之前或之後在哪裡；是不是（還）在某處，"
    "是開是關；什麼時候離開、到達或改變；誰拿著、誰拿走；某人拿著什麼；誰把什麼給了誰；某處有什麼；"
    "某段時間有什麼變化；多常、多久；還有什麼計畫。",
)


def explain(problem: str, filled: tuple[str, ...], language: Language, nearest: str | None = None) -> str:
    """The reason and what can be asked, in the question's language: first the `nearest` question, if there is one."""
    side = 0 if language == "en" else 1
    text = PROBLEMS[problem][side].format(*(part[:60] for part in filled))
    if nearest is not None:
        text += (" Nearest that I understand: {0}", "最接近的問法：{0}")[side].format(nearest)
    ending = CAN_ANSWER[side]
    if problem == "ambiguous":
        return in_simplified(text) if language == "zh-Hans" else text
    joined = f"{text} {ending}" if language == "en" else text + ending
    return in_simplified(joined) if language == "zh-Hans" else joined
