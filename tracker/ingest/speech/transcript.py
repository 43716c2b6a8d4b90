"""From what the model wrote down to sentences with their own times and a confidence."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from tracker.ingest.sentences.split import sentences

PAUSE_S = 1.5  # Whisper may write a comma here, but whoever waits this long begins another sentence
_ENDED = re.compile(r"[.!?。！？…][\"'”’」』）)\]]*$")
_SAYS_SOMETHING = re.compile(r"\w")


class Thresholds(NamedTuple):
    """When a segment is taken for a hallucination.

    `avg_logprob` and `no_speech` are Whisper's own (Radford et al. 2022, section 4.5), but Whisper excuses a likely
    silence when the words are likely, and "You", written down for ten silent seconds, *is* likely; here nothing
    excuses it. tiny.en gives silence and noise 0.85 and more, speech it hears rightly below 0.55. `compression` is
    higher than Whisper's 2.4, at which it decodes again instead of dropping: a sentence really said four times in
    half a minute reaches 2.8, the loops that tiny.en writes for noise 13 and more."""

    no_speech: float = 0.6
    avg_logprob: float = -1.0
    compression: float = 4.0


class Word(NamedTuple):
    """One word: `text` with its leading space and punctuation, seconds into the recording, the model's
    probability, and its segment's mean log probability and no-speech probability."""

    text: str
    start: float
    end: float
    probability: float
    avg_logprob: float
    no_speech: float


class Segment(NamedTuple):
    """A stretch of words that the model decoded together. `compression` is text bytes per gzip byte: loops
    score high."""

    words: tuple[Word, ...]
    avg_logprob: float
    no_speech: float
    compression: float

    @property
    def text(self) -> str:
        return "".join(word.text for word in self.words).strip()


class SpokenSentence(NamedTuple):
    """One spoken sentence. Times are seconds into the recording."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return "".join(word.text for word in self.words).strip()

    @property
    def start(self) -> float:
        return self.words[0].start

    @property
    def end(self) -> float:
        return max(word.end for word in self.words)

    @property
    def confidence(self) -> float:
        """The geometric mean of the words' probabilities, exp(mean ln p): the likelihood per word, so that
        long sentences are not punished for their length and one doubtful word still shows."""
        floor = 1e-6  # a probability rounded to zero would make the whole sentence impossible
        mean = math.fsum(math.log(max(word.probability, floor)) for word in self.words) / len(self.words)
        return round(min(1.0, math.exp(mean)), 4)

    @property
    def avg_logprob(self) -> float:
        """That of its worst segment."""
        return min(word.avg_logprob for word in self.words)

    @property
    def no_speech(self) -> float:
        return max(word.no_speech for word in self.words)


def believable(segment: Segment, thresholds: Thresholds) -> bool:
    """Whether the segment is worth keeping: it has letters, and is neither improbable, silence nor a loop."""
    return (
        segment.avg_logprob >= thresholds.avg_logprob
        and segment.no_speech <= thresholds.no_speech
        and segment.compression <= thresholds.compression
        and bool(_SAYS_SOMETHING.search(segment.text))
    )


def assemble(
    pending: tuple[Word, ...], words: Iterable[Word], until: float
) -> tuple[list[SpokenSentence], tuple[Word, ...]]:
    """The sentences that end within `pending` followed by `words`, and the words of the one that does not.

    A sentence ends where written text would end it, or before a pause of `PAUSE_S`. `until`, in seconds, is
    how far the recording has been heard."""
    done: list[SpokenSentence] = []
    for run in _runs([*pending, *words]):
        done += _spoken(run)
    if done and not _finished(done[-1], until):
        return done[:-1], done[-1].words
    return done, ()


def _runs(words: list[Word]) -> list[list[Word]]:
    """The words, parted at pauses."""
    runs: list[list[Word]] = []
    for word in words:
        if not runs or word.start - runs[-1][-1].end > PAUSE_S:
            runs.append([])
        runs[-1].append(word)
    return runs


def _spoken(run: list[Word]) -> list[SpokenSentence]:
    text = "".join(word.text for word in run)
    ends = [sentence.end for sentence in sentences(text)]
    grouped: list[list[Word]] = [[] for _ in ends]
    which = position = 0
    for word in run:
        position += len(word.text)
        if grouped:
            grouped[which].append(word)
        # Marks that stand alone between sentences stay with the one before them.
        while which < len(ends) - 1 and position >= ends[which]:
            which += 1
    return [SpokenSentence(tuple(group)) for group in grouped if group]


def _finished(sentence: SpokenSentence, until: float) -> bool:
    return bool(_ENDED.search(sentence.text)) or until - sentence.end > PAUSE_S


def words_to_json(words: Iterable[Word]) -> list[list[Any]]:
    return [list(word) for word in words]


def words_from_json(data: Iterable[list[Any]]) -> tuple[Word, ...]:
    return tuple(Word(*word) for word in data)
