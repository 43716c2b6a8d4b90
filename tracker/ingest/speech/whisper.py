"""Whisper, through faster-whisper: a chunk of samples → segments of words."""

from __future__ import annotations

import logging
import math
from typing import Any, NamedTuple, Protocol

from tracker.errors import InvalidInput, MissingExtra, TrackerError, first_line
from tracker.ingest.speech.audio import RATE, Samples
from tracker.ingest.speech.transcript import Segment, Word
from tracker.ingest.speech.weights import PACKAGED, find_weights


class Heard(NamedTuple):
    """What one chunk holds, in times that count from the start of the recording. `language` is an ISO 639
    code."""

    language: str
    segments: tuple[Segment, ...]


class Transcriber(Protocol):
    """Hears speech. The same samples must always give the same words."""

    @property
    def identity(self) -> dict[str, Any]:
        """What produced the words: name, weights digest and settings, as JSON data."""
        ...

    def hear(self, samples: Samples, start_s: float) -> Heard:
        """Transcribe mono samples that begin `start_s` seconds into the recording."""
        ...


class Whisper:
    """A faster-whisper model. Decoding is deterministic: temperature 0, a fixed beam, no text carried over
    from earlier chunks. `vad` leaves out what Silero's detector takes for silence or noise before Whisper
    hears it.

    Raises ModelMissing, MissingExtra, or InvalidInput for a language or compute type that the model does not
    have."""

    def __init__(
        self,
        name: str = PACKAGED,
        *,
        language: str | None = None,
        vad: bool = True,
        beam_size: int = 5,
        compute_type: str = "int8",
    ) -> None:
        weights = find_weights(name)
        try:
            from faster_whisper import WhisperModel
        except ImportError:
            raise MissingExtra("hearing speech", "whisper") from None
        try:
            self._model = WhisperModel(str(weights.folder), device="auto", compute_type=compute_type)
        except (ValueError, RuntimeError, OSError) as error:
            raise InvalidInput(f"Whisper model {name} does not load: {first_line(error)}") from None
        known = self._model.supported_languages
        if language is not None and language not in known:
            spoken = "English only" if known == ["en"] else ", ".join(known)
            raise InvalidInput(f"Whisper model {name} does not know the language {language!r}; it knows {spoken}")
        # It repeats at every chunk what this class already says once.
        logging.getLogger("faster_whisper").setLevel(logging.ERROR)
        self._language, self._vad, self._beam_size = language, vad, beam_size
        self._identity = {
            "name": name,
            "digest": f"sha256:{weights.digest}",
            "compute_type": compute_type,
            "beam_size": beam_size,
            "vad": vad,
        }

    @property
    def identity(self) -> dict[str, Any]:
        return {**self._identity, "language": self._language}

    def hear(self, samples: Samples, start_s: float) -> Heard:
        if len(samples) < RATE // 10:
            return Heard(self._language or "", ())  # Whisper's feature window is longer than this
        try:
            segments, info = self._model.transcribe(
                samples,
                language=self._language,
                beam_size=self._beam_size,
                temperature=0.0,
                condition_on_previous_text=False,
                word_timestamps=True,
                vad_filter=self._vad,
                no_speech_threshold=None,  # judged in `transcript.believable`, which can be tested
                log_prob_threshold=None,
                compression_ratio_threshold=None,
            )
            length_s = len(samples) / RATE
            return Heard(info.language, tuple(_segment(found, start_s, length_s) for found in segments))
        except (ValueError, RuntimeError) as error:
            raise TrackerError(f"Whisper failed on the sound at {start_s:.1f} s: {first_line(error)}") from error


def _segment(found: Any, start_s: float, length_s: float) -> Segment:
    avg_logprob, no_speech = round(float(found.avg_logprob), 4), round(float(found.no_speech_prob), 4)
    words = []
    for word in found.words or ():
        # Whisper's window is 30 s whatever it was given, so a last word can seem to end after the sound does.
        begin, end = (round(start_s + min(max(float(t), 0.0), length_s), 3) for t in (word.start, word.end))
        words.append(Word(word.word, begin, end, round(_finite(word.probability), 4), avg_logprob, no_speech))
    return Segment(tuple(words), avg_logprob, no_speech, float(found.compression_ratio))


def _finite(probability: float) -> float:
    return float(probability) if math.isfinite(probability) else 0.0
