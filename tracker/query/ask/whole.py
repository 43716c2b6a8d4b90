"""'All day', 一整天: a span without its day, which is the day that the question names, else this one."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from tracker.language.when import find

_DAY = re.compile(r"\b(?:all|the (?:whole|entire)) day(?: long)?\b", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:all|the (?:whole|entire)) (?P<part>morning|afternoon|evening|week|month|year)(?: long)?\b", re.IGNORECASE
)
_NIGHT = re.compile(r"\b(?:all|the (?:whole|entire)) night(?: long)?\b", re.IGNORECASE)
_HAN_DAY = re.compile("(?:一?整天|一整日|全天)(?P<every>都|一直)*")
_HAN_PART = re.compile("整[个個](?P<part>早上|上午|下午|晚上)(?P<every>都|一直)*")
_PLANNED_FOR = re.compile(
    r"\b(planned|scheduled|plans|coming up|due)(?: for)? (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)",
    re.IGNORECASE,
)


def whole_spans(text: str, now: datetime, zone: ZoneInfo) -> str:
    """The question with such spans, and the bare weekday that something is planned for, as times that can be read."""
    text = _PLANNED_FOR.sub(r"\1 on ", text)
    for span, named, alone in (
        (_DAY, "throughout ", "throughout today"),
        (_NIGHT, "throughout ", "throughout last night"),
        (_PART, r"\g<0>", r"throughout this \g<part>"),
        (_HAN_DAY, "一直", "今天一直"),
        (_HAN_PART, r"\g<part>一直", r"今天\g<part>一直"),
    ):
        if span.search(text):
            other = find(span.sub(" ", text), now=now, tz=zone)
            return span.sub(named if other else alone, text, count=1)
    return text
