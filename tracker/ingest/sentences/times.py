"""When it happened: the time words of a sentence, as instants and honest bounds.

An action told for a span ('yesterday') happened somewhere inside it. Told for nothing, it is taken to have happened
when it was told. A time that cannot be placed, or that lies on the wrong side of the utterance, makes the clause
unread: a wrong time is worse than none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tracker.domain.times import DAY, HOUR, from_us, to_us
from tracker.domain.zones import day_start
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.tokens import Token
from tracker.ingest.sentences.told import Told
from tracker.language.english.lexicon import BARE_PLACES, TIME_NOUNS, VERB_FORMS
from tracker.language.events import EVENTS
from tracker.language.when import Anchor, Found, Lasting, Lean, Unparsed, When, find, lookout
from tracker.language.when.feasts import CORE_WORDS
from tracker.language.when.result import Grain
from tracker.language.words import words

_SPEAKS_OF_TIME = (
    TIME_NOUNS
    | CORE_WORDS
    | words(
        "today yesterday tomorrow tonight ago earlier later recently lately now noon midday midnight lunch dinner "
        "breakfast supper brunch lunchtime bedtime seconds minutes hours days weeks months years weekends "
        "mornings afternoons evenings nights mondays tuesdays wednesdays thursdays fridays saturdays sundays mon "
        "tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec march may am pm "
        "o'clock oclock quarter half since until till fortnight past before then once mins hrs previous "
        "preceding time moment point meanwhile meantime"
    )
)
_MEANWHILE = ("meanwhile", "in the meantime", "at the same time", "the same", "同时", "与此同时", "同時", "與此同時")
"""What goes on while something else does; the other words for 'then' point at a time that must have been told."""
_NIGHT = re.compile("night|晚")
_SMALL_HOURS = 5 * HOUR
_FUTURE = words("will shall gonna going until till")
_PAST = words("was were had did been")
_HAN_PAST = re.compile("[了过]|昨|上[周个]|[把将]")
_HAN_FUTURE = re.compile("[有要会]|明|下[周个]|[到至](?=周|星期|礼拜)|(?<=[一二三四五六日天])前都")
_WEEKDAYS = words(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun"
)
_CLOCK = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Utter:
    """The moment of an utterance: `at` in microseconds, and the zone that its time words mean."""

    at: int
    zone: ZoneInfo

    @property
    def moment(self) -> datetime:
        return from_us(self.at)

    def day_start(self, at: int | None = None) -> int:
        """The first instant of the local day of `at` (default: of the utterance)."""
        local = from_us(self.at if at is None else at).astimezone(self.zone)
        return to_us(day_start(local.date(), self.zone))


def time_words(text: str, lows: frozenset[str], said: Utter, lean: Lean | None) -> list[Found]:
    """The time phrases of an English sentence; `lows` are its words, to pass quickly where there are none."""
    if not may_tell_time(text, lows):
        return []
    found = find(text, now=said.moment, tz=said.zone, lean=lean)
    return [one for one in found if not _names_a_place(one.value)]


def _names_a_place(value: object) -> bool:
    """'At school until 3': school is where, not when."""
    return isinstance(value, Anchor) and value.relation == "during" and value.to in BARE_PLACES


def may_tell_time(text: str, lows: frozenset[str]) -> bool:
    """Whether an English sentence with these words can hold a time phrase."""
    if not lows.isdisjoint(_SPEAKS_OF_TIME) or _CLOCK.search(text):
        return True
    return "-" in text and any(map(_joins_a_time, lows))


def _joins_a_time(low: str) -> bool:
    """'Mid-August' is one word."""
    return "-" in low and not _SPEAKS_OF_TIME.isdisjoint(low.split("-"))


def chinese_time_words(text: str, simplified: str, said: Utter, lean: Lean | None) -> list[Found]:
    """The time phrases of a Chinese sentence, which is also given in Simplified characters."""
    if not chinese_may_tell_time(text, simplified):
        return []
    return find(text, now=said.moment, tz=said.zone, lean=lean)


def chinese_may_tell_time(text: str, simplified: str) -> bool:
    """Whether a Chinese sentence, which is also given in Simplified characters, can hold a time phrase."""
    return bool(_CLOCK.search(text)) or lookout.may_tell_time(simplified)


def place(phrases: list[Found], said: Utter, discourse: Discourse, *, then: bool) -> Told | None:
    """When a clause with these time phrases took place; None when it says nothing of time. NotParsed('time') when it
    says something that cannot be placed. `then`: a word like 'afterwards' puts it after what was told before."""
    if any(isinstance(found.value, Unparsed) for found in phrases):
        raise NotParsed("time")
    spans = [found.value for found in phrases if isinstance(found.value, When)]
    if len(spans) > 1:
        raise NotParsed("time")
    if spans:
        return _placed(spans[0], said)
    anchors = [found.value for found in phrases if isinstance(found.value, Anchor)]
    if len(anchors) > 1:
        raise NotParsed("time")
    if anchors:
        return _anchored(anchors[0], said, discourse)
    if any(isinstance(found.value, Lasting) for found in phrases):
        return None
    return _after_previous(said, discourse) if then else None


def _placed(when: When, said: Utter) -> Told:
    starts = [when.start, *(start for start, _ in when.others)]
    ends = [when.end, *(end for _, end in when.others)]
    start = None if None in starts else to_us(min(s for s in starts if s is not None))
    end = None if None in ends else to_us(max(e for e in ends if e is not None))
    if when.bound == "since" and start is not None:
        return Told(start, said.at, past=True, ahead=start > said.at, since=True)
    if when.bound == "until":
        return Told(said.at, None, past=False, ahead=False, lasts_until=_end_of_until(when, said))
    if start is None and end is not None:
        start = said.day_start(min(end - 1, said.at))
    if start is None:
        raise NotParsed("time")
    ahead = start > said.at
    if when.others and end is not None and not ahead and end > said.at and _reads_as_another_day(when, said):
        raise NotParsed("time")  # last Christmas or the next one, and neither is now
    if end is None or (not ahead and end > said.at):
        covers_now = end is not None
        end = said.at if not ahead else None
        return Told(
            start,
            end,
            past=not ahead,
            ahead=ahead,
            until=to_us(max(e for e in ends if e is not None)) if covers_now else None,
        )
    exact = when.grain.is_instant and not when.approximate and not when.others and when.bound == "during"
    return Told(start, None if exact else end, past=not ahead, ahead=ahead, exact=exact, until=end)


def _reads_as_another_day(when: When, said: Utter) -> bool:
    """Whether the phrase may as well mean a day to come, and no reading of it holds the utterance: 'at Christmas'."""
    readings = [(when.start, when.end), *when.others]
    now = said.moment
    if any((a is None or a <= now) and (b is None or now <= b) for a, b in readings):
        return False
    return any(a is not None and a > now + timedelta(days=1) for a, _ in readings)


def _end_of_until(when: When, said: Utter) -> int:
    """The first instant after the utterance that 'until' may mean: on a Monday, 'until Monday' is the next one."""
    ends = [to_us(end) for end in (when.end, *(end for _, end in when.others)) if end is not None]
    weekday = when.grain == Grain.DAY and not _WEEKDAYS.isdisjoint(when.text.lower().split())
    if weekday and ends[0] <= said.at:
        return said.day_start(ends[0] + 7 * DAY + DAY // 2)
    later = [end for end in ends if end > said.at]
    if not later:
        raise NotParsed("time")
    return later[0]


def _anchored(anchor: Anchor, said: Utter, discourse: Discourse) -> Told | None:
    if anchor.to != "previous":
        return Told(said.day_start(), said.at, past=True, ahead=False)
    if anchor.offset is not None and anchor.relation == "before":
        return _day_before(anchor, said, discourse)
    if anchor.offset is not None:
        return _offset(anchor, said, discourse)
    if anchor.relation == "after":
        return _after_previous(said, discourse)
    if not discourse.told or discourse.base is None:
        if anchor.relation == "during" and anchor.text.lower().startswith(_MEANWHILE):
            return None
        raise NotParsed("time")
    if anchor.relation == "during":
        return Told(discourse.base, discourse.base_end, past=True, ahead=False)
    raise NotParsed("time")


def _day_before(anchor: Anchor, said: Utter, discourse: Discourse) -> Told:
    """'The previous evening': some time on the day before what was told before, or before the utterance."""
    offset = anchor.offset
    if offset is None or offset.months or offset.exact or not offset.days:
        raise NotParsed("time")
    told = discourse.told and discourse.base is not None
    day = said.day_start(discourse.base if told else None)
    for _ in range(offset.days):
        end, day = day, said.day_start(day - 1)
    if _NIGHT.search(anchor.text):
        end += _SMALL_HOURS
    return Told(day, min(end, said.at), past=True, ahead=False)


def _after_previous(said: Utter, discourse: Discourse) -> Told | None:
    if not discourse.told or discourse.base is None:
        return None
    return Told(discourse.base, said.at, past=True, ahead=False)


def _offset(anchor: Anchor, said: Utter, discourse: Discourse) -> Told:
    """'Two days later': that far from what was told before, when that had a time of its own."""
    offset = anchor.offset
    if not discourse.told or discourse.base is None or offset is None or offset.months or anchor.relation != "after":
        raise NotParsed("time")
    if offset.exact:
        start = to_us(from_us(discourse.base) + offset.exact)
        end = to_us(from_us(discourse.base_end or discourse.base) + offset.exact)
    else:
        start = said.day_start(discourse.base + offset.days * DAY)
        end = start + DAY
    if start > said.at:
        raise NotParsed("time")
    return Told(start, min(end, said.at), past=True, ahead=False)


class SentenceTimes:
    """The time phrases of one sentence, shared out among its clauses."""

    __slots__ = ("_discourse", "_phrases", "_said")

    def __init__(self, phrases: list[Found], said: Utter, discourse: Discourse) -> None:
        self._phrases, self._said, self._discourse = phrases, said, discourse

    @property
    def at(self) -> int:
        """The utterance's time in microseconds."""
        return self._said.at

    def leaving(self, phrases: list[Found]) -> SentenceTimes:
        """The same without these phrases, which say something else than when it happened."""
        rest = [found for found in self._phrases if found not in phrases]
        return SentenceTimes(rest, self._said, self._discourse)

    def own(self, begin: int, end: int, *, then: bool) -> Told | None:
        """What the words in `[begin, end)` say about when; NotParsed('time') when it cannot be placed."""
        mine = [found for found in self._phrases if begin <= found.start < end]
        return place(mine, self._said, self._discourse, then=then)

    def lasted(self, begin: int, end: int) -> Told | None:
        """'Has been on my desk for a week': since then, if the words in `[begin, end)` tell for how long."""
        spans = [f.value for f in self._phrases if begin <= f.start < end and isinstance(f.value, Lasting)]
        if len(spans) != 1 or spans[0].months:
            return None
        start = self._said.moment.astimezone(self._said.zone) - timedelta(days=spans[0].days)
        return Told(to_us(start.astimezone(UTC) - spans[0].exact), self._said.at, past=True, ahead=False, since=True)

    def shared(self) -> Told | None:
        """The one time phrase of a sentence counts for all that is done in it: 'Yesterday I came home and …'."""
        return place(self._phrases, self._said, self._discourse, then=False) if len(self._phrases) == 1 else None


def without_times(toks: list[Token], phrases: list[Found]) -> list[Token]:
    """The words that are not part of a time phrase."""
    if not phrases:
        return toks
    return [token for token in toks if not any(found.start <= token.start < found.end for found in phrases)]


def lean_of(lows: frozenset[str]) -> Lean | None:
    """Which way an open name of a day leans: 'Monday' in 'I left it there on Monday' is the last one, in 'I have an
    exam on Monday' the next."""
    if lows & _FUTURE:
        return "future"
    if any("d" in VERB_FORMS[low][1] for low in lows if low in VERB_FORMS) or lows & _PAST:
        return "past"
    return None if lows.isdisjoint(EVENTS) else "future"


def chinese_lean(text: str) -> Lean | None:
    """Which way an open name of a day leans in a Chinese (Simplified) sentence."""
    if _HAN_PAST.search(text):
        return "past"
    return "future" if _HAN_FUTURE.search(text) else None


class Clock:
    """Hands out the times of one sentence's clauses. What is told for one and the same instant or span happened in
    the order it was told, one microsecond apart, so that 'took it out and put it down' folds in that order."""

    def __init__(self, discourse: Discourse, said: Utter) -> None:
        self.discourse, self._said = discourse, said

    def next(self, told: Told | None) -> tuple[datetime, datetime | None]:
        """The start of the next clause told for `told` (None: for the utterance's own time), and its bound."""
        base = self._said.at if told is None else told.start
        end = None if told is None else told.end
        self.discourse, ticks = self.discourse.telling(base, end, told=told is not None)
        start = from_us(base) + timedelta(microseconds=ticks)
        return start, None if end is None else max(from_us(end), start)
