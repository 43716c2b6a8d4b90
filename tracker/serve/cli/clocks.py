"""Times as people give and read them: ISO 8601 with an offset, or the wall time of a zone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tracker.domain.times import aware
from tracker.domain.zones import instants
from tracker.errors import InvalidInput

_EXAMPLES = "an ISO 8601 time, like 2026-03-02T14:10:00Z, or 2026-03-02T14:10 together with --tz"
_SPAN = re.compile(r"(\d+(?:\.\d+)?)(s|m|h|d|w)")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class Clock:
    """The clock of a time zone (IANA name); without one it shows UTC and reads only times that carry an offset.

    Raises InvalidInput for a zone nobody knows."""

    def __init__(self, tz: str | None = None) -> None:
        try:
            self._zone = ZoneInfo(tz) if tz is not None else None
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise InvalidInput(f"--tz: unknown time zone {str(tz)[:60]!r}; give one like Europe/Lisbon") from None

    def read(self, text: str | None, option: str) -> datetime | None:
        """The instant that `text` means; None stays None. Raises InvalidInput naming the option."""
        if text is None:
            return None
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise InvalidInput(f"{option}: {text[:60]!r} is not {_EXAMPLES}") from None
        if moment.tzinfo is None and self._zone is not None:
            return self._on_the_wall(moment, self._zone, option)
        if moment.tzinfo is None:
            raise InvalidInput(f"{option}: {text[:60]!r} has no zone: add an offset (+00:00 or Z), or give --tz")
        try:
            return aware(moment)
        except ValueError as error:
            raise InvalidInput(f"{option}: {error}") from None

    def _on_the_wall(self, moment: datetime, zone: ZoneInfo, option: str) -> datetime:
        try:
            found = instants(moment, zone)
        except OverflowError:
            raise InvalidInput(f"{option}: the time is outside the years 1 to 9999") from None
        if not found:
            raise InvalidInput(f"{option}: {moment} does not exist in {zone.key}: the clocks skip it")
        if len(found) > 1:
            raise InvalidInput(f"{option}: {moment} comes twice in {zone.key}: give it with its offset")
        return found[0]

    def show(self, moment: datetime | None) -> str:
        """Date, time and zone; fractions of a second only when there are any."""
        if moment is None:
            return "…"
        try:
            here = moment.astimezone(self._zone) if self._zone is not None else moment
        except OverflowError:  # the zone's own time is outside the years 1 to 9999
            return moment.isoformat()
        text = here.strftime("%Y-%m-%d %H:%M:%S.%f").rstrip("0").rstrip(".")
        return f"{text} {'UTC' if self._zone is None else here.strftime('%Z')}"

    def show_span(self, start: datetime, end: datetime | None) -> str:
        """Two times, the date and zone of the second left out when they are those of the first."""
        first = self.show(start)
        if end is None or end == start:
            return first
        last = self.show(end)
        if last[:11] == first[:11] and last.rpartition(" ")[2] == first.rpartition(" ")[2]:
            return f"{first.rpartition(' ')[0]}–{last[11:]}"
        return f"{first}–{last}"


def read_span(text: str | None, option: str) -> timedelta | None:
    """A length of time such as 30s, 15m, 2h, 1d or 1w. Raises InvalidInput naming the option."""
    if text is None:
        return None
    match = _SPAN.fullmatch(text)
    try:
        span = timedelta(**{_UNITS[match[2]]: float(match[1])}) if match else timedelta()
    except OverflowError:
        span = timedelta()
    if not span:
        raise InvalidInput(f"{option}: {text[:60]!r} is not a length of time like 30s, 15m, 2h, 1d or 1w")
    return span


def lasting(seconds: float) -> str:
    """A length of time in its two largest units: `29 days 6 hours`, `2 min 30 s`."""
    whole = round(seconds)
    for size, unit, smaller, part in ((86400, "day", 3600, "hour"), (3600, "hour", 60, "min"), (60, "min", 1, "s")):
        if whole >= size:
            rest = whole % size // smaller
            return _counted(whole // size, unit) + (f" {_counted(rest, part)}" if rest else "")
    return f"{seconds:.3g} s"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'s' if count != 1 and unit in ('day', 'hour') else ''}"
