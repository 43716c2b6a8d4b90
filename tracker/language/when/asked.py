"""From where and when a phrase is spoken: what every relative word is measured against."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import MAXYEAR, MINYEAR, date, datetime
from zoneinfo import ZoneInfo

from tracker.domain.times import zone_of
from tracker.errors import InvalidInput
from tracker.language.when.pieces import Days
from tracker.language.when.result import Lean

# Years between `now` and the ends of the calendar: room for "next year" and for every zone's offset.
_ROOM = 2


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The speaker's moment; compared by identity, which makes it a cheap key.

    `lean` is the tense around the phrase, when the caller knows it.

    `floor` is set while reading the far end of a range: open names ("Wednesday", "March 5") then mean
    the first such day on or after it. `whole` is true when the phrase is known to be meant as a time, so
    that a bare name may be read as one.
    """

    now: datetime
    zone: ZoneInfo
    lean: Lean | None = None
    floor: date | None = None
    whole: bool = False
    sentence_days: Days | None = None
    """The days another phrase of the same sentence names: "yesterday … at 3pm"."""

    @property
    def today(self) -> date:
        """The speaker's calendar day."""
        return self.now.date()

    def from_day(self, floor: date) -> Asked:
        """The same speaker, reading the end of a range that starts on `floor`."""
        return replace(self, floor=floor)

    def leaning(self, lean: Lean) -> Asked:
        """The same speaker, the tense now given by a word such as "since", unless it was known."""
        return replace(self, lean=lean)


def in_a_sentence_about(days: Days, speaker: Asked) -> Asked:
    """The same speaker, reading a time of day whose day was named elsewhere in the sentence."""
    return replace(speaker, sentence_days=days)


def asked(now: datetime, tz: str | ZoneInfo, lean: Lean | None, *, whole: bool) -> Asked:
    """Check what the caller gave; raises InvalidInput for a naive `now`, an unknown zone, or a `now` from which
    "last year" or "next year" would lead out of the calendar."""
    if now.tzinfo is None or now.utcoffset() is None:
        raise InvalidInput(f"now: {now.isoformat()} has no time zone")
    if not MINYEAR + _ROOM <= now.year <= MAXYEAR - _ROOM:
        raise InvalidInput(f"now: {now.isoformat()} is too near the end of the calendar to reckon from")
    if isinstance(tz, str):
        try:
            tz = zone_of(tz)
        except ValueError as error:
            raise InvalidInput(f"tz: {error}") from None
    return Asked(now.astimezone(tz), tz, lean, whole=whole)
