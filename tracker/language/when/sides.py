"""One side of a time: before, after, since, until, by; 以前, 之后, 以来, 为止."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Problem, Span
from tracker.language.when.points import points
from tracker.language.when.prepositions import counts, released
from tracker.language.when.result import Bound
from tracker.language.when.rules import chinese, english
from tracker.language.when.sided import Ends, Sided

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


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Sided | Problem]]:
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
            if not counts(span, text, begin, end, asked):
                span = released(span, text, begin, word, asked)
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
        "(?P<about>左右|前后(?!门)|上下)?(?:(?P<before>(?:之|以)前|前(?![往门台面进夕天排夫后])|不到)|(?P<since>以来|起(?=$|[，。,.\\s就便]|一直)|开始)"
        "|(?P<after>(?:之|以)后|后(?![背门院座面排台脑来天]))|(?P<stop>为止)|(?P<plain>的?时候?(?![间候])|期间|那天|当天|里(?![面边头])))?"
    )


def _directed_in_chinese(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Sided | Problem]]:
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


def _sided(span: Span, bound: Bound) -> Sided:
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
