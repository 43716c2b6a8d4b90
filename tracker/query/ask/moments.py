"""When a question asks about: an instant, or a window, from the times that it names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tracker.language.when import When
from tracker.query.ask.meaning import Context
from tracker.query.ask.question import THEN, NotUnderstood, Question

FUTURE = frozenset({"planned", "plan"})
"""Intents that look ahead."""
_LAST_DAY = timedelta(hours=24)


class Asker(NamedTuple):
    """Whose question it is: their moment (aware UTC), zone name, and what of the past they want it known by."""

    now: datetime
    tz: str
    known_at: datetime | None


def times(intent: str, question: Question, asker: Asker, before: Context | None) -> Mapping[str, Any]:
    """The instant or window that the question asks about."""
    when = question.ahead or question.when if intent in FUTURE else question.when
    if when is None and question.anchor is not None:
        return _then(question, before)
    if when is None:
        if intent == "changes":
            return {"at": asker.now, "window": (asker.now - _LAST_DAY, asker.now)}
        return {"at": asker.now}
    fields = _placed(when, intent, asker)
    if when.doubt:
        fields["reading"] = question.as_written(question.when_said)
    return fields


def _placed(when: When, intent: str, asker: Asker) -> dict[str, Any]:
    now, ahead = asker.now, intent in FUTURE
    start, end = when.start, when.end
    if when.bound == "during" and start is not None and ((when.grain.is_instant and _is_point(when)) or start == end):
        if start > now and not ahead:
            raise NotUnderstood("future")
        return (
            {"at": start}
            if not ahead
            else {"at": now, "window": (start, max(end or start, start + timedelta(minutes=1)))}
        )
    if when.bound in ("since", "after") and start is not None:
        end = now if start < now or not ahead else datetime.max.replace(tzinfo=now.tzinfo) - timedelta(days=2)
    if when.bound == "by" and end is not None and not ahead:
        return {"at": min(end, now)} if intent != "changes" else {"at": now, "window": (None, min(end, now))}
    if end is None:
        raise NotUnderstood("time", when.text)
    if not ahead:
        if start is not None and start >= now:
            raise NotUnderstood("future")
        end = min(end, now + timedelta(microseconds=1))
    if start is not None and start >= end:
        raise NotUnderstood("time", when.text)
    return {"at": now, "window": (start, end)}


def _is_point(when: When) -> bool:
    """'At 3' is told to the minute and is a point; 'between 2 and 4' is too, and is none."""
    return when.start is None or when.end is None or when.end - when.start <= timedelta(minutes=1)


def _then(question: Question, before: Context | None) -> Mapping[str, Any]:
    """'Then' is the time of the turn before; nothing else that is relative to an event can be placed."""
    anchor = question.anchor
    assert anchor is not None
    if before is None or anchor.offset is not None or anchor.text.lower() not in THEN:
        raise NotUnderstood("time", anchor.text)
    return {"at": before.plan.at, "window": before.plan.window}
