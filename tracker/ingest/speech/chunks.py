"""Cutting a recording at its quietest moments, into pieces that Whisper hears in one go.

A cut depends only on the sound after the cut before it. So transcription can stop after any chunk and go on
from there, and hears exactly what an uninterrupted run hears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.ingest.speech.audio import RATE, Samples

LONGEST_S = 30.0  # Whisper's window
SHORTEST_S = 10.0  # shorter chunks would lose the context that words are guessed from

_FRAME = RATE // 50  # 20 ms
_PAUSE_FRAMES = 25  # a pause between sentences is about half a second


class Chunk(NamedTuple):
    """`samples` of shape (channels, n), beginning at sample `start` of the recording."""

    start: int
    samples: Samples

    @property
    def end(self) -> int:
        return self.start + int(self.samples.shape[1])


def cut(blocks: Iterable[Samples], start: int = 0) -> Iterator[Chunk]:
    """The blocks, which begin at sample `start`, regrouped into chunks of 10 to 30 s that end in a pause; the
    last one may be shorter. All channels are cut at the same moment: the one where the loudest of them is
    quietest."""
    longest = round(LONGEST_S * RATE)
    held: list[Samples] = []
    length = 0
    for block in blocks:
        held.append(block)
        length += block.shape[1]
        while length > longest:
            waiting = np.concatenate(held, axis=1)
            at = quietest(waiting[:, :longest])
            yield Chunk(start, waiting[:, :at])
            start, held, length = start + at, [waiting[:, at:]], length - at
    if length:
        yield Chunk(start, np.concatenate(held, axis=1))


def quietest(samples: Samples) -> int:
    """The sample, at least `SHORTEST_S` in, around which half a second has the least energy; the latest of
    equals."""
    frames = samples.shape[1] // _FRAME
    framed = samples[:, : frames * _FRAME].reshape(samples.shape[0], frames, _FRAME).astype(np.float64)
    energy: NDArray[np.float64] = np.square(framed).mean(axis=2).max(axis=0)
    around = np.convolve(energy, np.ones(_PAUSE_FRAMES), mode="valid")  # around[i] spans frames i … i + 24
    first = round(SHORTEST_S * RATE) // _FRAME
    latest = len(around) - 1 - int(np.argmin(around[first:][::-1]))
    return (latest + _PAUSE_FRAMES // 2) * _FRAME
