"""From pieces to spans of UTC: which day an unnamed clock time belongs to, which half of the day, gaps and folds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from tracker.domain.zones import day_start, edge, instants
from tracker.language.when.almanac import ONE_DAY, day
from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Clock, ClockRange, Days, Moment, PartOfDay, Problem, Span
from tracker.language.when.result import Grain

_WAKING = range(7, 19)
"""The hours a twelve-hour time is taken to mean when nothing else decides."""

Placed = Span | Problem


@dataclass(frozen=True, slots=True)
class Spoken:
    """The pieces of one phrase: at most one of each."""

    days: Days | None = None
    part: PartOfDay | None = None
    clock: Clock | ClockRange | None = None


def place(spoken: Spoken, asked: Asked) -> Placed:
    """One span for a phrase, with doubts and other readings, or the reason it has none."""
    try:
        if spoken.days is None:
            placed = _on_an_implied_day(spoken, asked)
            return replace(placed, implied=True) if isinstance(placed, Span) else placed
        return _on_days(spoken.days, spoken, asked)
    except (OverflowError, ValueError):
        return Problem("that is outside the calendar")


def place_moment(moment: Moment, asked: Asked) -> Placed:
    """Elapsed time is already placed, unless it is a wall time to check."""
    if not moment.wall:
        doubts = (moment.doubt,) if moment.doubt else ()
        return Span(
            moment.start, moment.end, moment.grain, moment.approximate, doubts, days=_local_day(moment.start, asked)
        )
    try:
        return _wall(moment.start, moment.end - moment.start, moment.grain, asked)
    except OverflowError:
        return Problem("that is outside the calendar")


def _local_day(start: datetime, asked: Asked) -> Days | None:
    try:
        return day(start.astimezone(asked.zone).date())
    except (OverflowError, ValueError):
        return None


def _wall(wall: datetime, length: timedelta, grain: Grain, asked: Asked) -> Placed:
    found = instants(wall, asked.zone)
    if not found:
        return Problem(f"clocks in {asked.zone.key} skip {wall:%H:%M} on {wall.date()}")
    spans = [(start, start + length) for start in found]
    doubts = (f"clocks in {asked.zone.key} show {wall:%H:%M} twice on {wall.date()}; the first is taken",)
    twice = len(found) > 1
    return Span(*spans[0], grain, doubts=doubts if twice else (), others=tuple(spans[1:]), days=day(wall.date()))


def _on_days(days: Days, spoken: Spoken, asked: Asked) -> Placed:
    first = _on(days, spoken, asked)
    if isinstance(first, Problem):
        return first
    others = []
    for start, end in days.others:
        other = _on(replace(days, start=start, end=end), spoken, asked)
        if isinstance(other, Span):
            others.append((other.start, other.end))
    doubts = ((days.doubt,) if days.doubt else ()) + first.doubts
    approximate = first.approximate or (days.approximate and spoken.clock is None and spoken.part is None)
    return replace(
        first, doubts=doubts, others=(*others, *first.others), approximate=approximate, rim=days.rim, days=days
    )


def _on(days: Days, spoken: Spoken, asked: Asked) -> Placed:
    if spoken.clock is None and spoken.part is None:
        start, end = day_start(days.start, asked.zone), day_start(days.end, asked.zone)
        if start >= end:
            return Problem(f"{days.start} does not exist in {asked.zone.key}")
        return Span(start, end, days.grain, bare=days.bare, days=days)
    if days.end - days.start != ONE_DAY:
        return Problem("a time of day needs one day, and this names several")
    return _within_day(days.start, spoken, asked, implied=False)


def _within_day(when: date, spoken: Spoken, asked: Asked, *, implied: bool) -> Placed:
    part, clock = spoken.part, spoken.clock
    if clock is None:
        assert part is not None
        start, end = (edge(_dial(when, timedelta(minutes=minutes)), asked.zone) for minutes in (part.start, part.end))
        if start >= end:
            return Problem(f"clocks in {asked.zone.key} skip the {part.name} of {when}")
        return Span(start, end, Grain.PART_OF_DAY, part.approximate, bare=part.bare and implied, days=day(when))
    if isinstance(clock, ClockRange):
        return _clock_range(when, clock, part, asked, implied=implied)
    if clock.midnight:
        return _midnight(when, part, asked, implied=implied)
    if part is not None:
        return _clock_in_part(when, clock, part, asked)
    return _clock_on(when, clock, asked, implied=implied)


def _dial(when: date, offset: timedelta) -> datetime:
    return datetime.combine(when, time()) + offset


def _definite(when: date, clock: Clock, asked: Asked) -> Placed:
    length = timedelta(seconds=1) if clock.grain is Grain.SECOND else timedelta(minutes=1)
    placed = _wall(_dial(when, clock.offset), length, clock.grain, asked)
    if isinstance(placed, Problem):
        return placed
    doubts = placed.doubts + ((clock.doubt,) if clock.doubt else ())
    return replace(placed, approximate=clock.approximate, doubts=doubts, bare=clock.bare, days=day(when))


def _clock_on(when: date, clock: Clock, asked: Asked, *, implied: bool) -> Placed:
    halves = clock.halves()
    placed = [_definite(when, half, asked) for half in halves]
    if len(halves) == 1:
        return placed[0]
    real = [one for one in placed if isinstance(one, Span)]
    if not real:
        return placed[0]
    chosen = real[0]
    if len(real) == 2:
        waking, other = real if halves[0].hour in _WAKING else reversed(real)
        chosen = _by_tense(waking, other, asked) if implied or when == asked.today else waking
    rest = [one for one in real if one is not chosen]
    shown = " or ".join(f"{half.hour:02}:{half.minute:02}" for half in halves)
    return replace(
        chosen,
        doubts=(f"may be {shown}", *chosen.doubts),
        others=(*((one.start, one.end) for one in rest), *chosen.others),
    )


def _by_tense(waking: Span, other: Span, asked: Asked) -> Span:
    now = asked.now.astimezone(UTC)
    assert waking.start is not None
    assert other.start is not None
    if asked.lean == "past" and waking.start > now >= other.start:
        return other
    if asked.lean == "future" and waking.start <= now < other.start:
        return other
    return waking


def _fits(clock: Clock, part: PartOfDay) -> list[Clock]:
    """The readings of `clock` inside a part of the day; hours from 24 on are after its midnight."""
    first, last = part.clocks
    hours = {clock.hour}
    if clock.half_unknown or (clock.hour < 12 and last > 12 * 60):
        hours |= {clock.hour % 12, clock.hour % 12 + 12}
    if clock.hour == 12:
        hours.add(0)  # "12:30 at night"
    hours |= {hour + 24 for hour in hours if hour < 12}
    return [
        replace(clock, hour=hour, half_unknown=False, bare=False)
        for hour in sorted(hours)
        if first <= hour * 60 + clock.minute <= last
    ]


def _clock_in_part(when: date, clock: Clock, part: PartOfDay, asked: Asked) -> Placed:
    fitting = _fits(clock, part)
    if not fitting:
        return Problem(f"{clock.hour}:{clock.minute:02} is not in the {part.name}")
    placed = _definite(when, fitting[0], asked)
    if isinstance(placed, Problem) or fitting[0].offset <= ONE_DAY:
        return placed
    same_day = _definite(when, replace(fitting[0], hour=fitting[0].hour - 24), asked)
    others = ((same_day.start, same_day.end),) if isinstance(same_day, Span) else ()
    doubt = f"after midnight: taken as the small hours of {when + ONE_DAY}"
    return replace(placed, doubts=(doubt, *placed.doubts), others=(*placed.others, *others))


def _midnight(when: date, part: PartOfDay | None, asked: Asked, *, implied: bool) -> Placed:
    """The midnight of a night ends its day; otherwise the one that began the day is taken, in doubt."""
    began, ended = (_definite(when, Clock(hour), asked) for hour in (0, 24))
    if part is not None:
        return ended if part.clocks[1] > 24 * 60 else Problem(f"midnight is not in the {part.name}")
    if isinstance(began, Problem) or isinstance(ended, Problem):
        return began if isinstance(began, Problem) else ended
    if implied and asked.lean == "past":
        return began
    if implied and asked.lean == "future":
        return ended
    doubt = f"may be the midnight that began {when} or the one that ended it"
    return replace(began, doubts=(doubt, *began.doubts), others=((ended.start, ended.end), *began.others))


def _clock_range(when: date, told: ClockRange, part: PartOfDay | None, asked: Asked, *, implied: bool) -> Placed:
    starts = _fits(told.start, part) if part else list(told.start.halves())
    ends = list(told.end.halves())
    if not starts:
        return Problem(f"{told.start.hour}:{told.start.minute:02} is not in the {part.name if part else 'day'}")
    pairs = [(start, _first_after(start, ends)) for start in starts]
    if part or len(starts) == 1 or not told.end.half_unknown:
        pairs.sort(key=lambda pair: pair[1] - pair[0].offset)
        pairs = pairs[:1]
    spans = [_stretch(when, start, end, asked) for start, end in pairs]
    if any(isinstance(one, Problem) for one in spans):
        return next(one for one in spans if isinstance(one, Problem))
    real = [one for one in spans if isinstance(one, Span)]
    approximate = told.start.approximate or told.end.approximate
    bare = told.start.bare and told.end.bare and part is None and implied
    if len(real) == 1:
        return replace(real[0], approximate=approximate, bare=bare)
    waking, other = real if pairs[0][0].hour in _WAKING else reversed(real)
    chosen = _by_tense(waking, other, asked) if implied or when == asked.today else waking
    rest = other if chosen is waking else waking
    shown = " or ".join(f"{start.hour:02}:{start.minute:02}" for start, _ in pairs)
    doubts = (f"may start at {shown}", *chosen.doubts)
    return replace(chosen, doubts=doubts, others=((rest.start, rest.end),), approximate=approximate, bare=bare)


def _first_after(start: Clock, ends: list[Clock]) -> timedelta:
    offsets = [end.offset + days * ONE_DAY for end in ends for days in (0, 1, 2)]
    return min(offset for offset in offsets if offset > start.offset)


def _stretch(when: date, start: Clock, end: timedelta, asked: Asked) -> Placed:
    first = _definite(when, start, asked)
    last = _wall(_dial(when, end), timedelta(0), Grain.MINUTE, asked)
    if isinstance(first, Problem) or isinstance(last, Problem):
        return first if isinstance(first, Problem) else last
    assert first.start is not None
    assert last.start is not None
    close = last.others[-1][0] if last.others else last.start  # a range keeps the whole of a repeated hour
    assert close is not None
    if close <= first.start:
        return Problem("the range ends before it starts")
    return Span(first.start, close, start.grain, doubts=(*first.doubts, *last.doubts), days=day(when))


def _on_an_implied_day(spoken: Spoken, asked: Asked) -> Placed:
    """Without a day: today; with a tense that today contradicts, the day before or after, in doubt."""
    if asked.floor is not None:
        return _within_day(asked.floor, spoken, asked, implied=True)
    if asked.sentence_days is not None:
        return _on_days(asked.sentence_days, spoken, asked)
    today = _within_day(asked.today, spoken, asked, implied=True)
    if isinstance(today, Problem) or today.start is None or today.end is None:
        return today
    now = asked.now.astimezone(UTC)
    step = 0
    if asked.lean == "past" and today.start > now:
        step = -1
    elif asked.lean == "future" and today.end <= now:
        step = 1
    any_day = spoken.part is not None and spoken.part.any_day and spoken.clock is None
    if not step:
        if any_day and asked.lean != "past":
            doubt = f"no day is named: {asked.today} is taken"
            return replace(today, doubts=(doubt, *today.doubts))
        return today
    moved = _within_day(asked.today + step * ONE_DAY, spoken, asked, implied=False)
    if isinstance(moved, Problem):
        return moved
    doubt = f"no day is named: {asked.today + step * ONE_DAY} is taken because of the tense"
    return replace(
        moved, doubts=(doubt, *moved.doubts), others=((today.start, today.end), *moved.others), bare=today.bare
    )
