"""The dates of a chat export: whether 03/04/2026 is in March or in April is settled over the whole file, or not at
all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from tracker.domain.zones import instants
from tracker.errors import InvalidInput
from tracker.ingest.text.clocks import going_on

Order = Literal["dmy", "mdy", "ymd"]
_BUDDHIST = 543
_FIRST_YEAR, _LAST_YEAR = 1990, 2100
"""Before and after these nobody wrote in a chat: the year is of another calendar, or a slip."""


class Written(NamedTuple):
    """A date as written, three numbers in the order they stand; `dotted`: with dots between them."""

    first: int
    second: int
    third: int
    dotted: bool = False

    @classmethod
    def of(cls, numbers: Sequence[str], *, dotted: bool = False) -> Written:
        """The date of three numbers as they stand in a text."""
        first, second, third = map(int, numbers)
        return cls(first, second, third, dotted)

    @property
    def year_first(self) -> bool:
        return self.first > 31

    def ordered(self, order: Order) -> tuple[int, int, int]:
        """Year, month, day."""
        first, second, third, _ = self
        if order == "ymd":
            return _year(first), second, third
        day, month = (first, second) if order == "dmy" else (second, first)
        return _year(third), month, day


class Export(NamedTuple):
    """What is known of the dates of a whole export: its file, the order of its numbers, the phone's zone."""

    path: object
    order: Order
    zone: ZoneInfo

    def moment(self, date: Written, time: tuple[int, int, int], line: int, before: datetime | None = None) -> datetime:
        """As the function of that name, for a message that begins on this line."""
        return moment(date, self.order, time, self.zone, f"{self.path}:{line}", before)


class Settled(NamedTuple):
    """The order of the numbers in a file's dates, and what decided it, in words for the report."""

    order: Order
    because: str


def settle(dates: Iterable[Written], path: object) -> Settled:
    """The one order that fits every date of a file, or that alone keeps its messages in order of time.

    Raises InvalidInput when no order fits, or when nothing in the file decides."""
    distinct = list(dict.fromkeys(dates))
    if distinct and all(date.year_first for date in distinct):
        return Settled("ymd", "the year stands first")
    either: tuple[Order, Order] = ("dmy", "mdy")
    fitting = [order for order in either if all(_possible(date, order) for date in distinct)]
    if not fitting:
        raise InvalidInput(f"{path}: its dates fit neither day/month nor month/day")
    if len(fitting) == 1:
        return Settled(fitting[0], "a number above 12 can only be a day")
    if all(date.dotted for date in distinct):
        return Settled("dmy", "with dots between its numbers a date begins with the day")
    rising = [order for order in fitting if _rises(distinct, order)]
    if len(rising) == 1:
        return Settled(rising[0], "only so do its messages follow in time")
    if all(date.first == date.second for date in distinct):
        return Settled("dmy", "day and month are the same number in every date")
    shown = "/".join(str(part) for part in next(date for date in distinct if date.first != date.second)[:3])
    raise InvalidInput(
        f"{path}: {shown} may be day/month or month/day and nothing in the file decides; "
        "give the date order (--date-order, `date_order`)"
    )


def moment(
    date: Written, order: Order, time: tuple[int, int, int], zone: ZoneInfo, where: str, before: datetime | None = None
) -> datetime:
    """The UTC instant of a local date and time (hour, minute, second). Of two instants in an autumn fold, the one that
    goes on from the message `before`.

    Raises InvalidInput, beginning with `where`, for a date or time that does not exist in the zone."""
    year, month, day = date.ordered(order)
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise InvalidInput(f"{where}: no chat was written in the year {year}")
    try:
        local = datetime(year, month, day, *time)
        found = instants(local, zone)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{where}: {error}") from None
    if not found:
        raise InvalidInput(f"{where}: {local:%Y-%m-%d %H:%M} does not exist in {zone.key}; is that the phone's zone?")
    return going_on(found, before)


def _year(number: int) -> int:
    """The year of the common era: two digits are of this century, Thai phones count from the Buddha's."""
    if number < 100:
        return number + 2000
    return number - _BUDDHIST if _FIRST_YEAR + _BUDDHIST <= number <= _LAST_YEAR + _BUDDHIST else number


def _possible(date: Written, order: Order) -> bool:
    if date.year_first:
        return False
    _, month, day = date.ordered(order)
    return 1 <= month <= 12 and 1 <= day <= 31


def _rises(dates: list[Written], order: Order) -> bool:
    ordered = [date.ordered(order) for date in dates]
    return ordered == sorted(ordered)
