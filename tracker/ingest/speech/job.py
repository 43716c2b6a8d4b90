"""The speech job: one recording → events about what was said in it, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.errors import InvalidInput
from tracker.ingest.job import Step, check_span, digest_of
from tracker.ingest.media import read_media
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.events import Utterance, events_for
from tracker.ingest.sentences.extract import Extractor, extract
from tracker.ingest.sentences.proposing import Proposing
from tracker.ingest.speech.audio import RATE, decode, measure
from tracker.ingest.speech.chunks import Chunk, cut
from tracker.ingest.speech.doubts import as_possible, doubtful_names
from tracker.ingest.speech.recording import Recording
from tracker.ingest.speech.transcript import (
    SpokenSentence,
    Thresholds,
    Word,
    assemble,
    believable,
    words_from_json,
    words_to_json,
)
from tracker.ingest.speech.whisper import Transcriber
from tracker.link.mentions import Names, NothingRegistered

_DEFAULT = Thresholds()


class _Place(NamedTuple):
    """How far a job is: the next sample, sentences so far and unfinished words per channel, and what the
    conversation has mentioned. `dropped` counts segments taken for hallucinations."""

    sample: int
    spoken: list[int]
    unfinished: list[tuple[Word, ...]]
    discourse: Discourse
    dropped: int

    def to_json(self) -> dict[str, Any]:
        unfinished = [words_to_json(words) for words in self.unfinished]
        return {**self._asdict(), "unfinished": unfinished, "discourse": self.discourse.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> _Place:
        unfinished = [words_from_json(words) for words in data["unfinished"]]
        return cls(**{**data, "unfinished": unfinished, "discourse": Discourse.from_json(data["discourse"])})


class SpeechJob:
    """Hears a recording and reads its sentences. `names` says which registered entities a phrase may mean.

    Making the job reads the whole file once, so that a recording that is damaged, empty, or has other
    channels than `recording` says is refused (InvalidInput) before anything is stored. Each step is one chunk
    of at most 30 s. A chunk is transcribed from its own samples alone, and all that later chunks need of
    earlier ones is in the position: a job killed anywhere and run again stores the events of an uninterrupted
    run, under the same keys.

    The job's name covers the file's bytes, the recording's facts, the model and the thresholds, but not where
    the file lies: the same recording ingested from another folder is the same job."""

    def __init__(
        self,
        recording: Recording,
        transcriber: Transcriber,
        names: Names | None = None,
        extractor: Extractor = extract,
        thresholds: Thresholds = _DEFAULT,
    ) -> None:
        self._recording, self._transcriber, self._thresholds = recording, transcriber, thresholds
        self._names, self._extract = names or NothingRegistered(), extractor
        self._media = read_media(recording.path, recording.media_root)
        self._sound = measure(recording.path)
        check_span(recording.start, self._sound.seconds, f"{recording.path}: start")
        named = recording.channel_speakers
        if named is not None and len(named) != self._sound.channels:
            raise InvalidInput(
                f"{recording.path}: has {_count(self._sound.channels, 'channel')}, "
                f"but {_count(len(named), 'channel speaker')} given"
            )
        self._channels = 1 if named is None else len(named)
        self._key = f"audio:{self._fingerprint()}"
        self.name = f"{self._key}+{extractor.model}" if isinstance(extractor, Proposing) else self._key

    def steps(self, resume: dict[str, Any] | None) -> Iterator[Step]:
        at = (
            _Place.from_json(resume)
            if resume is not None
            else _Place(0, [0] * self._channels, [()] * self._channels, Discourse(), 0)
        )
        for chunk in cut(decode(self._recording.path, at.sample), at.sample):
            at, events = self._hear(chunk, at)
            yield Step(tuple(events), at.to_json(), chunk.end / RATE, self._sound.seconds, "s")

    def _hear(self, chunk: Chunk, at: _Place) -> tuple[_Place, list[Event]]:
        """What `chunk` adds: its finished sentences as events, and the place after it."""
        ends = chunk.end >= self._sound.samples
        until = float("inf") if ends else chunk.end / RATE
        samples = chunk.samples if self._recording.channel_speakers else chunk.samples.mean(axis=0, keepdims=True)
        finished: list[tuple[SpokenSentence, int, str]] = []
        unfinished, dropped = [], at.dropped
        for channel in range(self._channels):
            heard = self._transcriber.hear(samples[channel], chunk.start / RATE)
            kept = [segment for segment in heard.segments if believable(segment, self._thresholds)]
            dropped += len(heard.segments) - len(kept)
            words = (word for segment in kept for word in segment.words)
            done, rest = assemble(at.unfinished[channel], words, until)
            finished += [(sentence, channel, heard.language) for sentence in done]
            unfinished.append(rest)
        spoken, discourse = list(at.spoken), at.discourse
        events: list[Event] = []
        # Two people in one conversation: what "it" means depends on who spoke last.
        for sentence, channel, language in sorted(finished, key=lambda each: (each[0].start, each[1])):
            found, discourse = self._read(sentence, channel, language, spoken[channel], discourse)
            events += found
            spoken[channel] += 1
        return _Place(chunk.end, spoken, unfinished, discourse, dropped), events

    def _read(
        self, sentence: SpokenSentence, channel: int, language: str, number: int, discourse: Discourse
    ) -> tuple[list[Event], Discourse]:
        recording, speaker = self._recording, self._recording.speaker_of(channel)
        at, until = (recording.start + timedelta(seconds=second) for second in (sentence.start, sentence.end))
        extraction = self._extract(
            sentence.text,
            at=at,
            tz=recording.tz,
            speaker=speaker,
            context=discourse,
            names=self._names,
            style="prose",
        )
        extraction = as_possible(extraction, doubtful_names(sentence), sentence.confidence)
        said = Utterance(
            source=recording.source,
            key=f"{self._key}/{channel}/{number}",
            at=at,
            until=until,
            speaker=speaker,
            evidence=(self._evidence(sentence),),
            confidence=sentence.confidence,
            model=self._model(sentence, channel, language),
            visibility=recording.visibility,
        )
        return events_for(extraction, said), extraction.context

    def _evidence(self, sentence: SpokenSentence) -> Evidence:
        media = self._media
        return Evidence(
            uri=media.uri,
            media_type=media.media_type,
            start_s=sentence.start,
            end_s=sentence.end,
            sha256=media.sha256,
            text=sentence.text,
        )

    def _model(self, sentence: SpokenSentence, channel: int, language: str) -> dict[str, Any]:
        """What heard the sentence, and what it heard beyond the text: the decoder's doubts, each word with its times
        (seconds into the recording) and probability, and as `doubtful` the names of which a word was heard doubtfully.
        The words are here because a payload has no place for them, and because redaction erases `model` together with
        the text, which a file beside the log would escape."""
        doubtful = [stretch.text for stretch in doubtful_names(sentence)]
        return {
            **self._transcriber.identity,
            **({"doubtful": doubtful} if doubtful else {}),
            "language": language,
            "thresholds": self._thresholds._asdict(),
            "avg_logprob": sentence.avg_logprob,
            "no_speech_prob": sentence.no_speech,
            "words": [[word.text.strip(), word.start, word.end, word.probability] for word in sentence.words],
            **({"channel": channel} if self._recording.channel_speakers is not None else {}),
        }

    def _fingerprint(self) -> str:
        facts = {
            "media": self._media.sha256,
            "recording": self._recording.model_dump(mode="json", exclude={"path", "media_root"}),
            # The digest says which weights; under what name they were found does not matter.
            "model": {key: value for key, value in self._transcriber.identity.items() if key != "name"},
            "thresholds": self._thresholds._asdict(),
        }
        return digest_of(facts)[:32]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
