"""The hour of the day from what a dial shows and a word for the half of the day, in the languages of chat exports."""

from __future__ import annotations

_AFTER_NOON = ("pm", "下午", "傍晚", "晚上", "오후", "午後", "م", "nachm", "ch")
_NOON = "中午"
HALVES = (
    "上午|下午|凌晨|清晨|早上|中午|傍晚|晚上|午夜|오전|오후|午前|午後|ص|م|vorm\\.?|nachm\\.?|SA|CH"
    "|[ap]\\.?[\\s\u202f\u00a0]?m\\.?"
)
"""A pattern of the words, as they stand before or after the time."""


def hour_of(hour: int, half: str | None) -> int | None:
    """The hour of the day, 0 to 23; None when the dial has no such hour."""
    if half is None:
        return hour if hour < 24 else None
    word = "".join(half.split()).replace("\u202f", "").replace("\u00a0", "").replace(".", "").lower()
    if hour > 12:
        return hour if hour < 24 and word not in ("am", "pm") else None
    if word == _NOON:
        return hour if hour >= 6 else hour % 12 + 12
    return hour % 12 + (12 if word in _AFTER_NOON else 0)
