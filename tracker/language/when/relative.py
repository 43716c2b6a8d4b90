"""Measured from now: today, yesterday, three days ago, in two weeks, in the last hour; 前天, 三天前, 过去两个小时."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache

from tracker.domain.zones import day_start, edge
from tracker.language.when import amounts
from tracker.language.when.almanac import ONE_DAY, add_months, day
from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Amount, Days, Moment, Problem
from tracker.language.when.result import Grain
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings

_JUST_NOW = timedelta(minutes=10)
_FAR = "{} is outside the calendar"

Fixed = Days | Moment | Problem
DayReader = Callable[[str, int, Asked], Iterator[tuple[int, Days | Problem]]]


def read(text: str, position: int, asked: Asked, named_days: DayReader) -> Iterator[tuple[int, Fixed]]:
    """Every phrase measured from now that starts at `position`.

    `named_days` reads the day an amount is counted from in "a week from Monday".
    """
    yield from read_words(text, position, asked)
    yield from _counted(text, position, asked, named_days)
    yield from _windows(text, position, asked)


def read_words(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Fixed]]:
    """Single words: now, today, 大前天."""
    return readings(_word_rules(), text, position, asked)


@cache
def _word_rules() -> Family[Fixed]:
    def days_off(count: int) -> Callable[[re.Match[str], Asked], Days]:
        return lambda _match, asked: day(asked.today + count * ONE_DAY)

    return family(
        Rule(english(r"(?:the )?day before yesterday"), days_off(-2)),
        Rule(english(r"(?:the )?day after tomorrow"), days_off(2)),
        Rule(english(r"yesterday"), days_off(-1)),
        Rule(english(r"tomorrow"), days_off(1)),
        Rule(english(r"(?:earlier )today"), _earlier_today),
        Rule(english(r"(?:later )today"), _later_today),
        Rule(english(r"today"), days_off(0)),
        Rule(
            english(
                r"(?:right |just )?now(?!,? (?:and (?:then|again)|that)\b)|at (?:present|the moment)"
                r"|at this (?:very )?moment|currently"
            ),
            _now,
        ),
        Rule(english(r"(?:just )?(?:a (?:short )?(?:moment|second|sec|little while) ago|moments ago)"), _just_now),
        Rule(chinese("今[天日](?!子)"), days_off(0)),
        Rule(chinese("大前天"), days_off(-3)),
        Rule(chinese("(?<![面眼以之目跟车门床窗柜桌楼午晚饭提院大当])前[天日](?![窗线空])"), days_off(-2)),
        Rule(chinese("昨[天日]"), days_off(-1)),
        Rule(chinese("(?<![黎声文])明[天日](?![真空花])"), days_off(1)),
        Rule(chinese("大后天"), days_off(3)),
        Rule(chinese("(?<![以之然背今最随往大])后天(?![性窗空])"), days_off(2)),
        Rule(chinese("刚才|刚刚(?!好)|方才"), _just_now),
        Rule(chinese("现在(?!时)|此刻|目前|眼下|这会儿"), _now),
    )


def _now(match: re.Match[str], asked: Asked) -> Moment:
    if match[0].lower().startswith("just"):
        return _just_now(match, asked)
    start = asked.now.astimezone(UTC)
    return Moment(start, start + timedelta(seconds=1), Grain.SECOND)


def _just_now(_match: re.Match[str], asked: Asked) -> Moment:
    now = asked.now.astimezone(UTC)
    return Moment(now - _JUST_NOW, now, Grain.HOUR, approximate=True)


def _earlier_today(_match: re.Match[str], asked: Asked) -> Moment | None:
    start, now = day_start(asked.today, asked.zone), asked.now.astimezone(UTC)
    return Moment(start, now, Grain.DAY) if start < now else None


def _later_today(_match: re.Match[str], asked: Asked) -> Moment:
    return Moment(asked.now.astimezone(UTC), day_start(asked.today + ONE_DAY, asked.zone), Grain.DAY)


@cache
def _ago() -> re.Pattern[str]:
    return re.compile(r" (?:ago|back|before now)(?![A-Za-z])|(?:以|之)?前(?![往进夕夫])", re.IGNORECASE)


@cache
def _the_day() -> re.Pattern[str]:
    return english("the day")


@cache
def _time_from_now() -> re.Pattern[str]:
    return re.compile("('s?)? time(?![A-Za-z])", re.IGNORECASE)


@cache
def _ago_from() -> re.Pattern[str]:
    return re.compile(" (?P<day>today|yesterday|tomorrow)(?![A-Za-z'])|的?今天", re.IGNORECASE)


@cache
def _hence() -> re.Pattern[str]:
    return re.compile(r" (?:from (?:now|today)|hence)(?![A-Za-z])|(?:以|之)?后(?!脑)", re.IGNORECASE)


@cache
def _counted_from() -> re.Pattern[str]:
    return re.compile(r" (?P<way>from|after|before) (?:the )?", re.IGNORECASE)


@cache
def _in() -> re.Pattern[str]:
    return english(r"in(?: about| around| exactly)?(?= )")


def _counted(text: str, position: int, asked: Asked, named_days: DayReader) -> Iterator[tuple[int, Fixed]]:
    told = _in().match(text, position)
    if told:
        found = amounts.read(text, told.end() + 1)
        if found and asked.lean != "past" and not _idle(text, told.end() + 1, found[0]):
            yield found[0], shifted(found[1], 1, asked)
            if tail := _time_from_now().match(text, found[0]):
                yield tail.end(), shifted(found[1], 1, asked)
        return
    found = amounts.read(text, position)
    if not found:
        if one := _the_day().match(text, position):
            yield from _from_a_day(text, one.end(), Amount(days=(1, 1)), asked, named_days)
        return
    end, amount = found
    if ago := _ago().match(text, end):
        yield ago.end(), shifted(amount, -1, asked)
        again = _ago_from().match(text, ago.end())
        if again and not amount.is_elapsed:
            step = {"yesterday": -1, "tomorrow": 1}.get((again["day"] or "").lower(), 0)
            yield again.end(), _stepped(asked.today + step * ONE_DAY, amount, -1)
    if hence := _hence().match(text, end):
        in_chinese = not hence[0].startswith(" ")
        if not (in_chinese and asked.lean == "past"):  # in a tale, 两天后 counts from the event before: an Anchor
            yield hence.end(), shifted(amount, 1, asked)
    yield from _from_a_day(text, end, amount, asked, named_days)


def _idle(text: str, start: int, end: int) -> bool:
    """ "in a second", "in a minute": soon, not a measure."""
    return text[start:end].lower() in ("a second", "a sec", "a minute", "a min")


def _from_a_day(
    text: str, end: int, amount: Amount, asked: Asked, named_days: DayReader
) -> Iterator[tuple[int, Days | Problem]]:
    link = _counted_from().match(text, end)
    if not link or amount.is_elapsed:
        return
    sign = -1 if link["way"].lower() == "before" else 1
    if link["way"].lower() == "from" and not asked.lean:
        asked = asked.leaning("future")
    for after, base in named_days(text, link.end(), asked):
        if isinstance(base, Days) and base.grain is Grain.DAY:
            stepped = _stepped(base.start, amount, sign)
            if isinstance(stepped, Days):
                moved = [_stepped(start, amount, sign) for start, _ in base.others]
                others = tuple((one.start, one.end) for one in moved if isinstance(one, Days))
                stepped = replace(stepped, approximate=False, doubt=base.doubt or stepped.doubt, others=others)
            yield after, stepped


def shifted(amount: Amount, sign: int, asked: Asked) -> Fixed:
    """The instant, or the day, that lies `amount` from now."""
    if not amount.is_elapsed:
        return _stepped(asked.today, amount, sign)
    try:
        ends = sorted(asked.now.astimezone(UTC) + sign * timedelta(seconds=seconds) for seconds in amount.seconds)
    except OverflowError:
        return Problem(_FAR.format("that far from now"))
    if ends[0] == ends[1]:
        told_in_seconds = amount.grain is Grain.SECOND
        ends[1] += timedelta(seconds=1 if told_in_seconds else 60)
        grain = Grain.SECOND if told_in_seconds else Grain.MINUTE
        return Moment(ends[0], ends[1], grain, approximate=amount.approximate)
    return Moment(ends[0], ends[1], Grain.HOUR, approximate=True)


def _moved(base: date, amount: Amount, sign: int, which: int) -> tuple[date, bool]:
    moved, clamped = add_months(base, sign * amount.months[which])
    return moved + sign * amount.days[which] * ONE_DAY, clamped


def _stepped(base: date, amount: Amount, sign: int) -> Days | Problem:
    """Calendar steps keep the day of the month, clamped (in doubt) to a shorter month's last day."""
    try:
        (one, clamped), (other, _) = (_moved(base, amount, sign, which) for which in (0, 1))
        first, last = min(one, other), max(one, other)
        loose = amount.approximate or amount.grain in (Grain.WEEK, Grain.MONTH, Grain.YEAR)
        doubt = f"that month has no day {base.day}; its last day is taken" if clamped and first == last else None
        return Days(first, last + ONE_DAY, approximate=loose, doubt=doubt)
    except (OverflowError, ValueError):
        return Problem(_FAR.format("that many steps from now"))


@cache
def _window_words() -> re.Pattern[str]:
    return english(
        r"(?P<in>in|over|during|within|for|throughout) the (?P<w>last|past|previous|next|coming|following)(?= )"
        r"|the (?P<w2>past|(?:last|next)(?= (?:[0-9]|two|three|four|five|six|seven|eight|nine|ten|few|couple)))(?= )"
        r"|within(?: the)?(?= )"
    )


@cache
def _chinese_window_words() -> re.Pattern[str]:
    return chinese("在?(?:(?P<past>过去|最近|近)的?这?|(?P<next>未来|接下来|今后)的?)")


@cache
def _one_unit() -> re.Pattern[str]:
    return english("(?:second|minute|hour|day|week|fortnight|month|year)(?! of)")


def _windows(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Fixed]]:
    told = _window_words().match(text, position)
    if told:
        word = (told["w"] or told["w2"] or "").lower()
        found = amounts.read(text, told.end() + 1)
        if not found and word and (unit := _one_unit().match(text, told.end() + 1)):
            counted = amounts.read(f"one {unit[0]}", 0)
            found = (unit.end(), counted[1]) if counted else None
        if found and not re.compile(" of ").match(text, found[0]):
            yield found[0], _window(found[1], word, asked)
        return
    told = _chinese_window_words().match(text, position)
    if told:
        found = amounts.read(text, told.end())
        if found:
            tail = re.compile("之?[内里中间]?(?:以来)?").match(text, found[0])
            yield tail.end() if tail else found[0], _window(found[1], "past" if told["past"] else "next", asked)
        return
    found = amounts.read(text, position)
    if found and (tail := re.compile("[之以]?内").match(text, found[0])):
        yield tail.end(), _window(found[1], "", asked)


def _window(amount: Amount, word: str, asked: Asked) -> Fixed:
    """A rolling window that ends, or begins, now. "Within two hours" without a tense may be either."""
    past = _rolling(amount, -1, asked)
    future = _rolling(amount, 1, asked)
    if isinstance(past, Problem) or isinstance(future, Problem):
        return past if isinstance(past, Problem) else future
    if word in ("last", "past", "previous") or (not word and asked.lean == "past"):
        return past
    if word or asked.lean == "future":
        return future
    return replace(future, doubt="'within' may look forward or back")


def _rolling(amount: Amount, sign: int, asked: Asked) -> Moment | Problem:
    now = asked.now.astimezone(UTC)
    try:
        if amount.is_elapsed:
            far = now + sign * timedelta(seconds=amount.seconds[1])
        else:
            moved, _ = _moved(asked.today, amount, sign, 1)
            far = edge(datetime.combine(moved, asked.now.time()), asked.zone)
    except (OverflowError, ValueError):
        return Problem(_FAR.format("that far from now"))
    approximate = amount.approximate
    return Moment(min(now, far), max(now, far), amount.grain, approximate=approximate)
