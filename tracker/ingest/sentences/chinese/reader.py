"""A Chinese sentence: its clauses, which of them tell facts, and what the patterns find in those."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tracker.ingest.sentences.chinese import arrive, be_at, carry, go_give, note, open_close, plan, put_take, stock
from tracker.ingest.sentences.chinese.correction import instead, takes_back
from tracker.ingest.sentences.chinese.doubt import HEDGE, clause_reason, is_over, sentence_reason
from tracker.ingest.sentences.chinese.lasting import Until, lasting, untils
from tracker.ingest.sentences.chinese.nouns import Noun, is_thing, noun, refer
from tracker.ingest.sentences.chinese.pattern import Before, ChinesePattern, Compiled, Part, compiled
from tracker.ingest.sentences.claims import Unread
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.reading import POSSIBLE, ClauseReading, settled_time
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.times import SentenceTimes
from tracker.ingest.sentences.told import Told
from tracker.language.chinese.people import is_person
from tracker.language.normalise import Normalised, language_of
from tracker.language.when import Found as TimePhrase

PATTERNS: tuple[ChinesePattern, ...] = (
    *plan.PATTERNS,
    *note.PATTERNS,
    *stock.PATTERNS,
    *arrive.PATTERNS,
    *be_at.UNSURE_OR_ABSENT,
    *carry.PATTERNS,
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
    "^(?:[\\s、：:…]+|然后|接着|后来|原来(?=.*在)|随后|之后|但是|但|不过|而且|并且|并|而|于是|所以|再|最后|结果|因此|对了|嗯|啊|哦|好的|今天(?=我|他|她))+"
)
_PARTICLES = re.compile("(?:[呢啦哦喔啊呀嘛哈啰囉喽喲哟唷耶欸诶呦捏咯滴]|[\\s.~～…！!。])+$")
_ZHE = re.compile("(?<=[开关放挂摆拿带抱提躺站坐亮锁握藏留])著")
_NEGATED = re.compile("没|不|未")
_FOUND = re.compile(
    "(?:我|我们|终于|总算)*(?:找到|找着)了?(?P<it>[^了没不]{1,10}?)了?|(?P<what>[^我没不]{1,10}?)(?:终于|总算)?(?:找到|找着)了?"
)
_SPACE = re.compile("(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])|(?<=[A-Za-z0-9]) (?=[A-Za-z0-9])")
"""What keeps two words apart, of either script."""
_WORD = re.compile("(?:[^ ]|(?<![\u3400-\u9fff]) | (?![\u3400-\u9fff]))+")
_LATIN_ENDS = re.compile("[A-Za-z0-9] *(?:[放停挂忘丢收留]?在|放|停|挂|借给?|还给|给)了? *[A-Za-z0-9]")
_LONGEST = 60
"""Characters; a longer clause is kept, not read."""


class _Span(NamedTuple):
    start: int
    end: int


def is_chinese(text: str) -> bool:
    """Whether a text (Simplified) is to be read as Chinese, be it with more Latin words: iPad 放 office."""
    return not text.isascii() and (language_of(text) == "zh" or _LATIN_ENDS.search(text) is not None)


def read(
    folded: Normalised, phrases: list[TimePhrase], scene: Scene, times: SentenceTimes
) -> tuple[list[ClauseReading], list[Unread]]:
    """The clauses of one sentence that a pattern understands, and the stretches that none does."""
    reason = sentence_reason(folded.text)
    if reason:
        scene.notice_something()
        return [], [Unread(reason, *folded.span(0, len(folded.text)))]
    folded = replace(folded, text=_ZHE.sub("着", folded.text))
    ends = untils(folded, phrases, times.at)
    told = [(found.start, found.end) for found in phrases] + [(end.start, end.phrase.start) for end in ends]
    hedges = [folded.span(*match.span()) for match in HEDGE.finditer(folded.text)]
    source = _readable(folded, told + hedges)
    reading = _Reading(source, scene, times.leaving([end.phrase for end in ends]), ends)
    for part in _parts(source.text):
        reading.add(part)
    return [_as_told(one, folded, hedges) for one in reading.understood], reading.unread


def _as_told(reading: ClauseReading, folded: Normalised, hedges: list[tuple[int, int]]) -> ClauseReading:
    """The reading as possible only when its clause hedges, or the sentence begins with 我覺得."""
    clauses = (folded.span(*match.span()) for match in _CLAUSE.finditer(folded.text))
    own = next(((start, end) for start, end in clauses if start <= reading.start < end), (0, len(folded.original)))
    if any(own[0] <= start < own[1] or start == 0 for start, _ in hedges):
        return reading._replace(confidence=min(reading.confidence, POSSIBLE))
    return reading


class _Reading:
    """A sentence as far as it has been read."""

    def __init__(self, source: Normalised, scene: Scene, times: SentenceTimes, ends: list[Until]) -> None:
        self.source, self.scene, self.times, self.ends = source, scene, times, ends
        self.understood: list[ClauseReading] = []
        self.unread: list[Unread] = []
        self._before = Before()
        self._since = 0
        self._wrong: ClauseReading | None = None

    def add(self, part: _Span) -> None:
        """Read the next clause; one that nothing reads whole is read in the pieces that its spaces set apart."""
        first, last = self.source.span(part.start, part.end)
        text = bare_words(self.source, part)
        if self.understood and takes_back(text):
            self._wrong = self.understood.pop()
            self._since = last
            return
        self.scene.clause += 1
        mark = self.scene.mark()
        try:
            reading, self._before = self._understand(part, text)
            self.understood.append(reading)
        except NotParsed as problem:
            self.scene.reset(mark)
            pieces = _pieces(self.source.text, part)
            if len(pieces) > 1:
                for piece in pieces:
                    self.add(piece)
                return
            self.unread.append(Unread(str(problem.args[0]), first, last))
            self._notice(part)
        self._wrong = None
        self._since = last

    def _understand(self, part: _Span, text: str) -> tuple[ClauseReading, Before]:
        region = self._since, _region_end(self.source, part.end)
        told = self.times.own(*region, then=False)
        if self._wrong is not None and (found := instead(text, part.start, self.source, self.scene, self._wrong)):
            span = self.source.span(part.start, part.start + len(text))
            return self._wrong._replace(found=found, start=span[0], end=span[1]), self._before
        reading, lent = _understand(self.source, part, text, self.scene, self._before, told, self.times)
        if reading.told is None and is_over(self.source.original[slice(*region)], reading.meaning):
            raise NotParsed("past")
        return lasting(reading, [end for end in self.ends if region[0] <= end.phrase.start < region[1]]), lent

    def _notice(self, part: _Span) -> None:
        """What an unread clause may be about: the next one may leave it out."""
        about = _subject_of(self.source, part)
        if about is not None and about.pronoun is None:
            refer(about, self.scene, "subject", "person")
        self.scene.notice_something()
        self._before = Before(about or self._before.subject, _found(self.source, part, self.scene))


def _readable(folded: Normalised, told: list[tuple[int, int]]) -> Normalised:
    """The sentence without its words for times (places of the original), and without the spaces that only set a Latin
    word or a mark apart; offsets still lead back to the original."""
    if not told and " " not in folded.text:
        return folded
    kept, offsets = [], []
    spaced = {match.start() for match in _SPACE.finditer(folded.text)}
    for position, character in enumerate(folded.text):
        original = folded.span(position, position + 1)[0]
        if character.isspace() and position not in spaced:
            continue
        if not any(start <= original < end for start, end in told):
            kept.append(character)
            offsets.append(original)
    return Normalised(folded.original, "".join(kept), tuple(offsets))


def bare_words(source: Normalised, part: _Span) -> str:
    """The clause without the particles at its end."""
    text = source.text[part.start : part.end]
    particles = _PARTICLES.search(text)
    return text[: particles.start()] if particles else text


def _pieces(text: str, part: _Span) -> list[_Span]:
    """The stretches of a clause between spaces."""
    return [_Span(part.start + m.start(), part.start + m.end()) for m in _WORD.finditer(text[part.start : part.end])]


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
    source: Normalised, part: _Span, text: str, scene: Scene, before: Before, told: Told | None, times: SentenceTimes
) -> tuple[ClauseReading, Before]:
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
