"""Names that were heard with little certainty: what rests on them is possible, and no fact.

A recogniser that mishears 'hall drawer' as 'hall, Lord' says so by the probability of the words. The reading of the
sentence may be certain; what it names is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tracker.domain.policy import Acceptance
from tracker.ingest.sentences.claims import CandidateClaim, Extraction, SentenceReading
from tracker.ingest.sentences.reading import POSSIBLE
from tracker.ingest.speech.transcript import SpokenSentence
from tracker.language.english import lexicon
from tracker.language.spoken import NAMES_NOTHING, words_of_name

DOUBTFUL = 0.5
"""The probability below which a word was more likely another."""
_LEAST = Acceptance().review
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+(?:['’-][^\W_\u3400-\u9fff]+)*")
_HAN_NAMES_NOTHING = frozenset(
    "我你您他她它牠們们的地得了著着過过在把將将被給给讓让從从到和跟與与是有就也都又還还已經经剛刚才放拿帶带去來来回這这那個个嗎吗呢吧啊"
    "裡里內内外上下旁前後后"
)
_FIELDS = ("place", "from_place", "to_place", "by")


class Stretch(NamedTuple):
    """Words of a sentence that may name something, at `[start, end)` of its text, of which one was heard doubtfully."""

    start: int
    end: int
    text: str


def doubtful_names(sentence: SpokenSentence) -> tuple[Stretch, ...]:
    """The names in the sentence that hold a word heard with less than `DOUBTFUL`, in order."""
    text = sentence.text
    doubted = list(_doubted(sentence))
    stretches: list[Stretch] = []
    for start, end in _names(text):
        if any(first < end and start < last for first, last in doubted):
            stretches.append(Stretch(start, end, text[start:end]))
    return tuple(stretches)


def as_possible(extraction: Extraction, doubtful: tuple[Stretch, ...], heard: float) -> Extraction:
    """The extraction with what rests on doubtful names so unsure that, said in words that are `heard` as surely as
    that, it waits for a person as a hedge does."""
    if not doubtful:
        return extraction
    read = tuple(replace(one, claims=tuple(_weakened(one, doubtful, heard))) for one in extraction.sentences)
    return replace(extraction, sentences=read)


def _weakened(reading: SentenceReading, doubtful: tuple[Stretch, ...], heard: float) -> Iterator[CandidateClaim]:
    begins = sorted({claim.start for claim in reading.claims} | {part.start for part in reading.unread} | {reading.end})
    upto = dict(pairwise(begins))
    for claim in reading.claims:
        # What follows a clause may belong to its last name: 'in the hall, Lord'.
        end = max(claim.end, upto.get(claim.start, reading.end))
        if any((one.start < end and claim.start < one.end) or _named(claim, one) for one in doubtful):
            sure = max(min(claim.confidence * heard, POSSIBLE), _LEAST)
            yield replace(claim, confidence=sure / max(heard, _LEAST))
        else:
            yield claim


def _named(claim: CandidateClaim, stretch: Stretch) -> bool:
    """Whether the claim, by a pronoun, is about what the stretch names."""
    values = [claim.entity, *(claim.payload.get(field) for field in _FIELDS)]
    values.append((claim.payload.get("claim") or {}).get("value"))
    words = set(words_of_name(stretch.text))
    return any(not words.isdisjoint(words_of_name(str(value))) for value in values if value)


def _doubted(sentence: SpokenSentence) -> Iterator[tuple[int, int]]:
    """Where in the text of the sentence the doubtful words stand."""
    written = "".join(word.text for word in sentence.words)
    at = len(written.lstrip()) - len(written)
    for word in sentence.words:
        if word.probability < DOUBTFUL:
            yield at + len(word.text) - len(word.text.lstrip()), at + len(word.text)
        at += len(word.text)


def _names(text: str) -> Iterator[tuple[int, int]]:
    """Where runs of words stand that are neither verbs nor such as name nothing by themselves."""
    run: tuple[int, int] | None = None
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        if _names_nothing(token.group()):
            if run:
                yield run
            run = None
        elif run and text[run[1] : start].strip(" ,-") == "":
            run = run[0], end
        else:
            if run:
                yield run
            run = start, end
    if run:
        yield run


def _names_nothing(word: str) -> bool:
    low = word.casefold()
    return (
        low in NAMES_NOTHING or low in lexicon.PREPOSITIONS or low in lexicon.VERB_FORMS or word in _HAN_NAMES_NOTHING
    )
