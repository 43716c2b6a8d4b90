"""Whole time phrases: a point, a range, or one side of a point ("since", "until", 以前), with hedges around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from tracker.language.when import anchors, lengths, ranges, sides, vague
from tracker.language.when.asked import Asked
from tracker.language.when.pieces import Problem
from tracker.language.when.points import points
from tracker.language.when.prepositions import FITTING, counts, fits, released
from tracker.language.when.result import Anchor, Lasting
from tracker.language.when.rules import LATIN, chinese
from tracker.language.when.sided import Sided

Phrase = Sided | Anchor | Lasting | Problem


def phrases(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Phrase]]:
    """Every reading of a time phrase that starts at `position`, as (where it ends, what it means)."""
    yield from vague.read(text, position)
    told = tuple(anchors.read(text, position, asked))
    yield from told
    if any(_is_complete(anchor) for _, anchor in told):
        return
    yield from _plain(text, position, asked)
    yield from sides.read(text, position, asked)
    yield from ranges.read(text, position, asked)
    yield from lengths.read(text, position, asked)


def _is_complete(anchor: Anchor) -> bool:
    """ "Then" and "after that" begin nothing longer; "later" may be "later today"."""
    return anchor.to == "previous" and anchor.offset is None and not anchor.text.lower().startswith(("later", "a "))


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
            if word in FITTING and not fits(span, text, begin, word):
                continue
            settled = span if counts(span, text, begin, end, asked) else released(span, text, begin, word, asked)
            span = replace(settled, approximate=approximate)
            yield end, Sided(span)
            if tail:
                yield tail.end(), Sided(replace(span, bare=False))
