"""A Chinese sentence: its clauses, which of them tell facts, and what the patterns find in those."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tracker.ingest.sentences.chinese import be_at, go_give, open_close, plan, put_take
from tracker.ingest.sentences.chinese.doubt import clause_reason, is_over, sentence_reason
from tracker.ingest.sentences.chinese.nouns import Noun, is_person, is_thing, noun, refer
from tracker.ingest.sentences.chinese.pattern import Before, ChinesePattern, Compiled, Part, compiled
from tracker.ingest.sentences.claims import Unread
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.reading import ClauseReading, settled_time
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.times import SentenceTimes
from tracker.ingest.sentences.told import Told
from tracker.language.normalise import Normalised
from tracker.language.when import Found as TimePhrase

PATTERNS: tuple[ChinesePattern, ...] = (
    *plan.PATTERNS,
    *be_at.UNSURE_OR_ABSENT,
    *go_give.GIVING,
    *put_take.PATTERNS,
    *go_give.GOING,
    *open_close.PATTERNS,
    *be_at.PRESENT,
)
"""All Chinese patterns, in the order they are tried."""

_CLAUSE = re.compile("[^，,；;。！!]+")
_GOES_ON = re.compile("要么|要不|就是|或者|或是")
_OPENS_CLAUSE = re.compile(
    "^(?:[\\s、：:…]+|然后|接着|后来|随后|之后|但是|但|不过|而且|并且|并|而|于是|所以|再|最后|结果|因此|对了|嗯|啊|哦|好的|今天(?=我|他|她))+"
)
_PARTICLES = re.compile("(?:[啦哦喔啊呀嘛哈]|[\\s.~～…！!。])+$")
_ZHE = re.compile("(?<=[开关放挂摆拿带抱提躺站坐亮锁握藏留])著")
_NEGATED = re.compile("没|不|未")
_FOUND = re.compile(
    "(?:我|我们|终于|总算)*(?:找到|找着)了?(?P<it>[^了没不]{1,10}?)了?|(?P<what>[^我没不]{1,10}?)(?:终于|总算)?(?:找到|找着)了"
)
_LONGEST = 60
"""Characters; a longer clause is kept, not read."""


class _Span(NamedTuple):
    start: int
    end: int


def read(
    folded: Normalised, phrases: list[TimePhrase], scene: Scene, times: SentenceTimes
) -> tuple[list[ClauseReading], list[Unread]]:
    """The clauses of one sentence that a pattern understands, and the stretches that none does."""
    reason = sentence_reason(folded.text)
    if reason:
        scene.notice_something()
        return [], [Unread(reason, *folded.span(0, len(folded.text)))]
    source = _without(replace(folded, text=_ZHE.sub("着", folded.text)), phrases)
    understood: list[ClauseReading] = []
    unread: list[Unread] = []
    before = Before()
    since = 0
    for part in _parts(source.text):
        first, last = source.span(part.start, part.end)
        scene.clause += 1
        try:
            region = since, _region_end(source, part.end)
            told = times.own(*region, then=False)
            mark = scene.mark()
            reading, lent = _understand(source, part, scene, before, told, times)
            if reading.told is None and is_over(source.original[slice(*region)], reading.meaning):
                scene.reset(mark)
                raise NotParsed("past")
            understood.append(reading)
            before = lent
        except NotParsed as problem:
            unread.append(Unread(str(problem.args[0]), first, last))
            about = _subject_of(source, part)
            if about is not None and about.pronoun is None:
                refer(about, scene, "subject", "person")
            scene.notice_something()
            before = Before(about or before.subject, _found(source, part, scene))
        since = last
    return understood, unread


def _without(folded: Normalised, phrases: list[TimePhrase]) -> Normalised:
    """The sentence without its time phrases; offsets still lead back to the original."""
    if not phrases:
        return folded
    kept, offsets = [], []
    for position, character in enumerate(folded.text):
        original = folded.span(position, position + 1)[0]
        if not any(found.start <= original < found.end for found in phrases):
            kept.append(character)
            offsets.append(original)
    return Normalised(folded.original, "".join(kept), tuple(offsets))


def _parts(text: str) -> list[_Span]:
    """Clauses between commas; 'either … or' stays together."""
    parts: list[_Span] = []
    for match in _CLAUSE.finditer(text):
        opener = _OPENS_CLAUSE.match(match.group())
        joins = _GOES_ON.match(match.group())
        if joins and parts:
            parts[-1] = _Span(parts[-1].start, match.end())
            continue
        start = match.start() + (opener.end() if opener else 0)
        if start < match.end() and text[start : match.end()].strip():
            parts.append(_Span(start, match.end()))
    return parts


def _region_end(source: Normalised, end: int) -> int:
    """Where the next clause begins in the original: time words before it belong to this one."""
    return source.span(end, end + 1)[0] if end < len(source.text) else len(source.original)


def _understand(
    source: Normalised, part: _Span, scene: Scene, before: Before, told: Told | None, times: SentenceTimes
) -> tuple[ClauseReading, Before]:
    text = source.text[part.start : part.end]
    particles = _PARTICLES.search(text)
    text = text[: particles.start()] if particles else text
    if len(text) > _LONGEST:
        raise NotParsed("too long")
    doubt = clause_reason(text)
    problem = doubt or "no pattern"
    clause = Part(text, part.start, source, scene, before, told)
    for pattern in _ready():
        if not pattern.trigger.search(text) or (doubt and pattern.meaning != "plan"):
            continue
        for filled in clause.filled(pattern):
            mark = scene.mark()
            try:
                found = pattern.read(filled)
                if found:
                    when = settled_time(told, pattern.meaning, times, present=False)
                    span = source.span(part.start, part.start + len(text))
                    reading = ClauseReading(pattern.name, pattern.confidence, pattern.meaning, found, *span, when)
                    return reading, filled.lends(found)
            except NotParsed as refused:
                problem = str(refused.args[0]) if problem == "no pattern" else problem
            scene.reset(mark)
    raise NotParsed("negated" if problem == "no pattern" and _NEGATED.search(text) else problem)


def _found(source: Normalised, part: _Span, scene: Scene) -> Noun | None:
    """What a clause says was found, which alone tells no place: the next one may (找到鑰匙了，在沙發下面)."""
    text = _PARTICLES.sub("", source.text[part.start : part.end])
    match = _FOUND.fullmatch(text)
    if match is None:
        return None
    begin, end = match.span("what") if match["what"] else match.span("it")
    found = noun(source, part.start + begin, part.start + end)
    return found if found.pronoun is None and is_thing(found, scene) else None


def _subject_of(source: Normalised, part: _Span) -> Noun | None:
    """Who an unread clause is about, when it begins with somebody: the next clause may leave them out."""
    for length in (4, 3, 2, 1):
        end = part.start + length
        if end <= part.end and is_person(source.text[part.start : end]):
            return noun(source, part.start, end)
    return None


@cache
def _ready() -> tuple[Compiled, ...]:
    return tuple(compiled(pattern) for pattern in PATTERNS)
