"""Instants. Inside the tracker a time is an integer of microseconds since 1970-01-01 UTC; at the edges it is an
aware `datetime` in UTC. Naive times are refused everywhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

LAST = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // timedelta(microseconds=1)
"""The last instant of the calendar. What is reckoned to come after it does not come."""


def to_us(moment: datetime) -> int:
    """Microseconds since the epoch of an aware datetime; exact, no float in between."""
    passed = moment - _EPOCH
    return (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds


def from_us(us: int) -> datetime:
    """The UTC datetime of microseconds since the epoch."""
    return _EPOCH + timedelta(microseconds=us)


def aware(value: Any) -> datetime:
    """An aware UTC datetime from an aware datetime or an ISO 8601 string with an offset.

    Raises ValueError for naive times, numbers, years outside 1..9999 and local times that a change to summer time
    skips (`zoneinfo` would silently shift those)."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            raise ValueError("not an ISO 8601 time with an offset, like 2026-03-02T14:02:00+00:00") from None
    elif isinstance(value, datetime):
        moment = value
    else:
        raise ValueError("not a time: give an aware datetime or an ISO 8601 string with an offset")
    if moment.tzinfo is UTC:
        return moment
    if moment.utcoffset() is None:
        raise ValueError("the time has no zone: add an offset, like +00:00 or Z")
    try:
        utc = moment.astimezone(UTC)
        back = utc.astimezone(moment.tzinfo)
    except OverflowError:
        raise ValueError("the time is outside the years 1 to 9999") from None
    if back.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise ValueError(f"the local time {moment.replace(tzinfo=None)} does not exist in {moment.tzinfo}")
    return utc


def iso_us(text: str) -> int:
    """Microseconds since the epoch of an ISO time that was validated before it was stored."""
    return to_us(datetime.fromisoformat(text))


def zone_of(name: str) -> ZoneInfo:
    """The IANA time zone of that name; ValueError when this machine knows none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"unknown time zone {name[:60]!r}; give one like Europe/Lisbon") from None


def _zone_exists(name: str) -> str:
    zone_of(name)
    return name


ZoneName = Annotated[str, AfterValidator(_zone_exists)]
UtcTime = Annotated[datetime, BeforeValidator(aware)]
