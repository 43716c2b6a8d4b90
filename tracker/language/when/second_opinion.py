"""A second opinion on a time phrase. Where a library reads it otherwise the reading is in doubt, and stays.

The library is Microsoft's Recognizers-Text (extra `second-opinion`, MIT, 1 s to load, about 10 ms a phrase). It is
wrong often enough that its answer is never taken: it can only make ours hedge.

Not compared, because the two differ by convention and not by what was meant: open bounds ("since Monday"), spans that
end or begin at the speaker's now ("in the last week"), the hours of a part of the day (only its day is), how wide a
vague time is (an overlap is enough, and what the library itself marks as vague is left out), the day of a clock time
told without one, whether "from Monday to Friday" holds its last day, lengths, repetitions and seasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo

from tracker.domain.zones import edge, instants
from tracker.errors import MissingExtra
from tracker.language.normalise import Language, normalise
from tracker.language.when.asked import asked
from tracker.language.when.result import Grain, When

Resolution = Mapping[str, str]
"""One way the library takes a phrase: `timex`, `type` and wall times in `value`, or in `start` and `end`."""


class Recognised(NamedTuple):
    """What a library read at `[start, end)` of a phrase, and all the ways it may be meant."""

    start: int
    end: int
    resolutions: tuple[Resolution, ...]


class Reader(Protocol):
    """A library that reads time phrases, told the speaker's wall time."""

    def __call__(self, phrase: str, language: Language, now: datetime, /) -> list[Recognised]: ...


def recognizers() -> Reader:
    """The library itself. Raises MissingExtra when it is not installed."""
    try:
        from ms_recognizers_date_time import recognize_datetime
    except ImportError:
        raise MissingExtra("a second opinion on time phrases", "second-opinion") from None

    def read(phrase: str, language: Language, now: datetime, /) -> list[Recognised]:
        found = recognize_datetime(phrase, {"en": "en-us", "zh": "zh-cn"}[language], reference=now)
        # The library's `end` is the last character, and what it recognises without placing it has no resolution.
        return [Recognised(one.start, one.end + 1, tuple((one.resolution or {}).get("values") or ())) for one in found]

    return read


def doubted(
    value: When, phrase: str, *, now: datetime, tz: str | ZoneInfo, language: Language, reader: Reader | None = None
) -> When:
    """`value` with `doubt` when the library reads all of `phrase` and none of its readings is ours, else as it was.

    `now` (aware) and `tz` are those that `phrase` was read with; `reader` is the library unless given. Raises
    MissingExtra when the library is not installed, InvalidInput for a naive `now` or an unknown zone."""
    read = reader or recognizers()
    speaker = asked(now, tz, None, whole=True)
    if value.start is None or value.end is None or value.bound != "during":
        return value
    if not value.grain.is_instant and speaker.now in (value.start, value.end):
        return value
    text = normalise(phrase).text
    found = _opinion(read, text, language, speaker.now.replace(tzinfo=None))
    if found is None:
        return value
    ours = _Ours(value.start, value.end, value.grain, value.approximate, speaker.zone)
    verdicts = [(one, ours.agrees(one)) for one in found.resolutions]
    others = [one for one, agrees in verdicts if agrees is False]
    if not others or any(agrees for _, agrees in verdicts):
        return value
    doubt = f"a second reader takes it as {_shown(others[0])}"
    return replace(value, doubt=f"{value.doubt}; {doubt}" if value.doubt else doubt)


_LITTLE = re.compile(r"(?:\W|\b(?:in|on|at|during|the|of|around|about|o'clock)\b|[在于的大约点钟左右])*", re.IGNORECASE)


def _opinion(read: Reader, text: str, language: Language, now: datetime) -> Recognised | None:
    """What the library takes the whole phrase for; None when it reads only a part, or several parts."""
    try:
        found = read(text, language, now)
    except Exception:  # anything may come out of its depths, and what it chokes on it has not read
        return None
    if len(found) != 1:
        return None
    rest = (text[: found[0].start], text[found[0].end :])
    return found[0] if all(_LITTLE.fullmatch(part) for part in rest) else None


_PART_OF_DAY = re.compile(r"T[A-Z]{2}$")
_RANGE = re.compile(r"\(.*,P\d+D\)$")


class _Ours(NamedTuple):
    """Our reading, to hold the library's against."""

    start: datetime
    end: datetime
    grain: Grain
    approximate: bool
    zone: ZoneInfo

    def agrees(self, other: Resolution) -> bool | None:
        """Whether a reading of the library is ours; None when the two cannot be compared."""
        if "Mod" in other:
            return None
        try:
            return self._agrees(other.get("type", ""), other)
        except (KeyError, ValueError, OverflowError):  # "not resolved", 24:00, the ends of the calendar
            return None

    def _agrees(self, kind: str, other: Resolution) -> bool | None:
        if kind in ("time", "datetime"):
            wall = self._wall(other["value"])
            moments = instants(wall, self.zone)
            return any(self.start <= moment < self.end for moment in moments) if moments else None
        if kind == "date":
            day = self._wall(other["value"])
            return self._same(day, (day + timedelta(days=1),))
        if kind not in ("timerange", "daterange", "datetimerange"):
            return None
        part_of_day = bool(_PART_OF_DAY.search(other.get("timex", ""))) or self.grain is Grain.PART_OF_DAY
        if part_of_day and kind == "timerange":
            return None
        start, end = self._wall(other["start"]), self._wall(other["end"])
        if part_of_day:
            return start.date() == self._local_start().date()
        if kind == "timerange" and end <= start:
            end += timedelta(days=1)
        last_day_too = kind == "daterange" and _RANGE.match(other.get("timex", ""))
        return self._same(start, (end, end + timedelta(days=1)) if last_day_too else (end,))

    def _same(self, start: datetime, ends: tuple[datetime, ...]) -> bool:
        begin, stops = edge(start, self.zone), [edge(end, self.zone) for end in ends]
        if self.approximate:
            return any(begin < self.end and self.start < stop for stop in stops)
        return begin == self.start and self.end in stops

    def _wall(self, written: str) -> datetime:
        """A wall time of the library; one without a date is taken to be on the day that ours begins."""
        if "-" not in written:
            return datetime.combine(self._local_start().date(), time.fromisoformat(written))
        return datetime.fromisoformat(written)

    def _local_start(self) -> datetime:
        return self.start.astimezone(self.zone)


def _shown(other: Resolution) -> str:
    return other.get("value") or f"{other['start']} to {other['end']}"
