"""Whole time phrases: a point, a range, or one side of a point ("since", "until", 以前), with hedges around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from tracker.language.when import amounts, anchors
from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Problem, Span
from tracker.language.when.points import closes_clause, points
from tracker.language.when.result import Anchor, Bound, Grain, Lasting
from tracker.language.when.rules import LATIN, chinese, english

_ORDER = list(Grain)
Ends = tuple[datetime | None, datetime | None]


@dataclass(frozen=True, slots=True)
class Sided:
    """A placed phrase and which side of it is meant."""

    span: Span
    bound: Bound = "during"


Phrase = Sided | Anchor | Lasting | Problem


def phrases(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Phrase]]:
    """Every reading of a time phrase that starts at `position`, as (where it ends, what it means)."""
    yield from _vague(text, position)
    yield from anchors.read(text, position, asked)
    yield from _plain(text, position, asked)
    yield from _directed(text, position, asked)
    yield from _ranges(text, position, asked)
    yield from _lengths(text, position, asked)


@cache
def _vague_words() -> tuple[re.Pattern[str], ...]:
    return (
        english(
            r"(?:every|each) (?:other )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|day|week|month|year|hour|minute|morning"
            r"|afternoon|evening|night|weekend|weekday)s?(?: (?:morning|afternoon|evening|night))?(?: at [0-9:]+ ?(?:[ap]m)?)?"
            r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days"
        ),
        english(
            r"the other (?:day|week|night|morning|evening|afternoon)|a (?:long )?(?:while|time) (?:ago|back)|long ago|ages ago"
            r"|(?:some|a long) time ago|recently|lately|(?:some|a few|several|many) (?:days|weeks|months|years) (?:back|or so ago)"
            r"|one (?:day|night|morning|evening) last (?:week|month|year)"
        ),
        chinese(
            "每(?:隔?[一两二三四五六七八九十]?个?)?(?:天|日|周|星期|礼拜|月|年|晚|早|小时|分钟)[一二三四五六日天末]?(?:早上|上午|中午|下午|晚上)?"
        ),
        chinese(
            "前(?:几天|些天|些日子|阵子|段时间)|(?:不|很)久(?:以|之)?前|最近(?![的一两二三四五六七八九十几0-9]+)|早些时候|改天|过几天|有一天"
        ),
    )


def _vague(text: str, position: int) -> Iterator[tuple[int, Problem]]:
    repeats, loose, han_repeats, han_loose = _vague_words()
    for pattern, reason in (
        (repeats, "it repeats"),
        (han_repeats, "it repeats"),
        (loose, "too vague to place"),
        (han_loose, "too vague to place"),
    ):
        if match := pattern.match(text, position):
            yield match.end(), Problem(f"{match[0]!r}: {reason}")


@cache
def _for() -> re.Pattern[str]:
    return english("for(?: (?:exactly|at least|up to|over|nearly|almost|about|around))?(?= )")


@cache
def _long_enough() -> re.Pattern[str]:
    return re.compile("之久|的时间|长(?=$|[，。,.])")


def _lengths(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Lasting]]:
    told = _for().match(text, position)
    start = told.end() + 1 if told else position
    han_told = chinese("长达|整整|持续了?").match(text, position)
    if han_told:
        start = han_told.end()
    found = amounts.read(text, start)
    if not found:
        return
    end, amount = found
    if told and text[start:end].lower() in ("a second", "a sec", "a minute", "a min", "a moment"):
        return
    tail = _long_enough().match(text, end)
    settled = told or han_told or tail or asked.whole or text[position - 1 : position] in ("了", "过")
    length = amounts.lasting(amount, text[position:end])
    if text[end - 1] == "日":  # 廿三日 is a date without its month
        return
    if length and settled and (not asked.whole or text[start:end].lower() not in ("a second", "second")):
        yield (tail.end() if tail else end), length


@cache
def _link() -> re.Pattern[str]:
    return re.compile(
        r"(?P<to> (?:to|until|till|through) )|(?P<and> and )|(?P<dash> ?[-–—~] ?)|(?P<zh>一直到|直到|[到至])|(?P<he>[和与跟])",
        re.IGNORECASE,
    )


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![{LATIN}])(?:(?P<from>from)|(?P<between>between)) (?:the )?|(?P<zh>从|自|在)", re.IGNORECASE
    )


@cache
def _close() -> re.Pattern[str]:
    return re.compile("之间|间(?=$|[，。,.])|期间|这段时间")


def _ranges(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Phrase]]:
    opening = _opening().match(text, position)
    begin = opening.end() if opening else position
    between = bool(opening and opening["between"])
    for middle, first in points(text, begin, asked):
        link = _link().match(text, middle)
        if not link or bool(link["and"]) != between or isinstance(first, Problem):
            continue
        if first.start is None or first.days is None:
            continue
        floor = first.days.start
        for end, last in points(text, link.end(), asked.from_day(floor)):
            close = _close().match(text, end)
            if link["he"] and not close:
                continue
            if isinstance(last, Span) and first.bare and last.bare and last.grain.is_instant:
                continue  # two plain numbers: a ClockRange where the words allow one
            if (
                isinstance(last, Span)
                and last.start is not None
                and last.start <= first.start
                and last.grain.is_instant
            ):
                again = dict(points(text, link.end(), asked.from_day(floor + timedelta(days=1))))
                last = again.get(end, last)
            joined = last if isinstance(last, Problem) else _joined(first, last, bare=not opening)
            yield (close.end() if close else end), Sided(joined) if isinstance(joined, Span) else joined


def _joined(first: Span, last: Span, *, bare: bool) -> Span | Problem:
    """From the start of one to the end of the other; a clock time ends the range, a day is inside it."""
    assert first.start is not None
    candidates = [ends for ends in ((last.start, last.end), *last.others) if ends[0] and ends[0] > first.start]
    instant = last.grain.is_instant
    settled = len(candidates) == 1 and instant
    chosen = candidates[0] if settled else (last.start, last.end)
    end = chosen[0] if instant else chosen[1]
    if end is None or end <= first.start:
        return Problem("the range ends before it starts")
    grain = min(first.grain, last.grain, key=_ORDER.index)
    doubts = first.doubts + (() if settled and last.others else last.doubts)
    approximate = first.approximate or last.approximate
    return Span(first.start, end, grain, approximate, doubts, bare=bare and (first.bare or last.bare), days=first.days)


_DIRECTIONS: dict[str, Bound] = {
    "before": "before", "prior to": "before", "earlier than": "before", "after": "after", "later than": "after",
    "since": "since", "ever since": "since", "as of": "since", "starting": "since", "from": "since",
    "until": "until", "till": "until", "up until": "until", "up to": "until", "by": "by", "no later than": "by",
}  # fmt: skip


@cache
def _direction() -> re.Pattern[str]:
    words = "|".join(sorted(_DIRECTIONS, key=len, reverse=True))
    return english(
        rf"(?P<w>{words})(?: (?:at|around|about|the(?= (?:morning|afternoon|evening|night|week)s? of)))?(?= )"
    )


@cache
def _onward() -> re.Pattern[str]:
    return re.compile(r" (?:on(?:wards?)?|forward)(?![A-Za-z])", re.IGNORECASE)


def _directed(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Phrase]]:
    told = _direction().match(text, position)
    if told:
        word = told["w"].lower()
        bound = _DIRECTIONS[word]
        begin = told.end() + 1
        for end, span in points(text, begin, asked if word == "from" else _with_lean(bound, asked)):
            if isinstance(span, Problem):
                yield end, span
                continue
            if word == "from":
                onward = _onward().match(text, end)
                if not onward:
                    continue
                end = onward.end()
            if not _counts(span, text, begin, end, asked):
                span = _released(span, text, begin, word, asked)
            yield end, _sided(span, bound)
        return
    yield from _directed_in_chinese(text, position, asked)


def _with_lean(bound: Bound, asked: Asked) -> Asked:
    """ "Since Monday" looks back and "until Friday" forward, unless the tense is known."""
    if asked.lean or bound not in ("since", "until", "by"):
        return asked
    return asked.leaning("past" if bound == "since" else "future")


@cache
def _chinese_prefix() -> re.Pattern[str]:
    return chinese("(?P<since>自从|自|从|打从)|(?P<until>一直到|直到|等到|持续到|截至|截止到?|到(?=.{1,14}为止))")


@cache
def _chinese_suffix() -> re.Pattern[str]:
    return chinese(
        "(?P<about>左右|前后(?!门)|上下)?(?:(?P<before>(?:之|以)前|前(?![往门台面进夕天排夫后])|不到)|(?P<since>以来|起(?=$|[，。,.\\s就便])|开始)"
        "|(?P<after>(?:之|以)后|后(?![背门院座面排台脑来天]))|(?P<stop>为止)|(?P<plain>的?时候?(?![间候])|期间|那天|当天|里(?![面边头])))?"
    )


def _directed_in_chinese(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Phrase]]:
    prefix = _chinese_prefix().match(text, position)
    begin = prefix.end() if prefix else position
    opened = prefix.lastgroup if prefix else None
    if not prefix and text[position : position + 1].isascii() and not text[position : position + 1].isdigit():
        return
    lean = asked
    if prefix and not asked.lean and prefix[0] not in ("从", "打从"):
        lean = asked.leaning("past" if opened == "since" else "future")
    for middle, span in points(text, begin, lean):
        suffix = _chinese_suffix().match(text, middle)
        closing = suffix.lastgroup if suffix else None
        end = suffix.end() if suffix else middle
        if isinstance(span, Problem):
            yield middle, span
            continue
        if suffix and suffix["about"]:
            span = replace(span, approximate=True)
        span = replace(span, bare=False) if opened or closing else span
        if opened == "since" or (not opened and closing == "since"):
            yield end, _sided(span, "since")
        elif opened == "until":
            yield end, _sided(replace(span, rim="end") if closing == "stop" else span, "until")
        elif not opened and closing in ("before", "after"):
            yield end, _sided(span, "before" if closing == "before" else "after")
        elif not opened and closing in ("plain", "about"):
            yield end, Sided(span)


@cache
def _plain_prefix() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![{LATIN}])(?:(?P<some>some ?time )?(?:(?P<w>at|on|in|during|over|throughout) )?"
        r"(?:(?:exactly|precisely) )?(?P<hedge>(?:around|about|approximately|roughly|nearly|almost) )?)",
        re.IGNORECASE,
    )


@cache
def _plain_tail() -> re.Pattern[str]:
    return re.compile(r"(?P<about> or so|-ish|ish| ?左右)|(?: sharp| exactly| on the dot)(?![A-Za-z])", re.IGNORECASE)


def _plain(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Phrase]]:
    prefix = _plain_prefix().match(text, position)
    begins = {position: ("", False)}
    if prefix and prefix.end() > position:
        hedged = bool(prefix["hedge"] or prefix["some"])
        begins[prefix.end()] = ((prefix["w"] or prefix["hedge"] or "").strip().lower(), hedged)
    if not text[position : position + 1].isascii():
        han = chinese("(?:在|于)?(?P<hh>大约|大概|约|差不多)?(?:在|于)?").match(text, position)
        if han and han.end() > position:
            begins = {position: ("", False), han.end(): ("在", bool(han["hh"]))}
    for begin, (word, hedged) in begins.items():
        for end, span in points(text, begin, asked):
            if isinstance(span, Problem):
                yield end, span
                continue
            tail = _plain_tail().match(text, end)
            approximate = span.approximate or hedged or bool(tail and tail["about"])
            if word in _FITTING and not _fits(span, text, begin, word):
                continue
            settled = span if _counts(span, text, begin, end, asked) else _released(span, text, begin, word, asked)
            span = replace(settled, approximate=approximate)
            yield end, Sided(span)
            if tail:
                yield tail.end(), Sided(replace(span, bare=False))


_FITTING: dict[str, tuple[Grain, ...]] = {
    "at": (Grain.SECOND, Grain.MINUTE, Grain.WEEKEND),
    "on": (Grain.SECOND, Grain.MINUTE, Grain.PART_OF_DAY, Grain.DAY, Grain.WEEKEND),
    "in": (Grain.MONTH, Grain.SEASON, Grain.QUARTER, Grain.HALF_YEAR, Grain.YEAR),
}


def _fits(span: Span, text: str, begin: int, word: str) -> bool:
    """Whether a preposition belongs to the time: "on Monday", but the lamp was "on last week"."""
    if span.grain not in _FITTING[word] and span.grain is not Grain.HOUR:
        return bool(span.days and span.approximate and word in ("at", "in"))
    relative = re.compile(r"(?:to|yester)|last |next |this |a |[0-9]+ (?:day|week|month|year)", re.IGNORECASE)
    return word == "at" or not relative.match(text, begin)


def _counts(span: Span, text: str, begin: int, end: int, asked: Asked) -> bool:
    """ "at 3 Elm Street": in a sentence a plain number is a time only where the clause ends."""
    number = span.bare and span.grain.is_instant and " " not in text[begin:end]
    return number and not asked.whole and not closes_clause(text, end)


_NAMES_OF_PEOPLE = ("april", "may", "june", "august", "jun", "apr", "aug")


def _released(span: Span, text: str, start: int, word: str, asked: Asked) -> Span:
    """A bare name becomes a time behind the right preposition: on Sunday, in May, at 3, since June."""
    if not span.bare or not word:
        return span
    person = text[start : start + 9].split(" ")[0].rstrip(".,").lower() in _NAMES_OF_PEOPLE
    if word == "at" or word in ("around", "about"):
        fits = span.grain.is_instant
    elif word == "on":
        fits = span.grain is Grain.DAY
    elif word == "in":
        fits = span.grain in (Grain.MONTH, Grain.QUARTER, Grain.YEAR)
    elif word in ("by", "before", "after", "during", "over", "from"):
        fits = not (person and span.grain is Grain.MONTH) or asked.whole
    else:
        fits = True
    return replace(span, bare=False) if fits else span


def _sided(span: Span, bound: Bound) -> Phrase:
    """One side of a span. A clock time is a point; "until" a day may or may not include it."""
    doubts = span.doubts
    ends = [_cut((span.start, span.end), span, bound)]
    ends += [_cut(one, span, bound) for one in span.others]
    if bound == "until" and not span.grain.is_instant and span.rim is None:
        doubts = (*doubts, "'until' may or may not include it; it is left out")
        ends.insert(1, (None, span.end))
    (start, end), *others = ends
    return Sided(replace(span, start=start, end=end, doubts=doubts, others=tuple(others)), bound)


def _cut(ends: Ends, span: Span, bound: Bound) -> Ends:
    start, end = ends
    point = span.grain.is_instant
    if bound == "since":
        return start, None
    if bound == "after":
        return (start if point or span.rim == "start" else end), None
    if bound == "before":
        return None, (end if span.rim == "end" else start)
    if bound == "by":
        return None, (start if point else end)
    return None, (end if span.rim == "end" else start)
