"""How well a zone's picture fits each possible answer.

CLIP (Radford et al. 2021, arXiv:2103.00020) gives pictures and sentences vectors; the softmax of their cosines times
the model's learned scale is the probability it gives each sentence. Here each answer is represented by its
best-fitting prompt, so that adding a paraphrase never tilts the scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tracker.ingest.vision.zones import Image

Vectors = NDArray[np.float32]
"""n × d, each row of length 1."""


class Provenance(NamedTuple):
    """Which model: its name and tag as configured, and the SHA-256 of its weights."""

    name: str
    pretrained: str | None
    digest: str


class Encoder(Protocol):
    """Pictures and sentences to vectors of one space. `scale` multiplies cosines before the softmax. A picture's
    vector does not depend on the other pictures encoded with it; `batch` is how many are best given at once."""

    @property
    def provenance(self) -> Provenance: ...
    @property
    def scale(self) -> float: ...
    @property
    def batch(self) -> int: ...
    def encode_images(self, images: Sequence[Image]) -> Vectors: ...
    def encode_texts(self, texts: Sequence[str]) -> Vectors: ...


class References(NamedTuple):
    """What one entry's answers look like, as vectors: prompts and example images per label (either may be empty
    throughout), and the prompts for a blocked view."""

    prompts: tuple[Vectors, ...]
    examples: tuple[Vectors, ...]
    occluded: Vectors


class Measure(NamedTuple):
    """Thousandths: each label's share (they sum to about 1000), and how far the view looks blocked.

    Whole thousandths, so that the last bits of a float never decide whether a threshold is met."""

    shares: tuple[int, ...]
    occluded: int


def measure(picture: NDArray[np.float32], references: References, scale: float) -> Measure:
    """The shares of one picture (vector of length 1). With both prompts and examples, the mean of the two."""
    vector = picture.astype(np.float64)
    parts, occluded = [], 0.0
    if all(len(rows) for rows in references.prompts):
        fits = [_best_fit(rows, vector) for rows in references.prompts]
        parts.append(_softmax(fits, scale))
        if len(references.occluded):
            occluded = _softmax([_best_fit(references.occluded, vector), max(fits)], scale)[0]
    if all(len(rows) for rows in references.examples):
        parts.append(_softmax([_best_fit(rows, vector) for rows in references.examples], scale))
    shares = np.mean(parts, axis=0)
    return Measure(tuple(round(float(share) * 1000) for share in shares), round(occluded * 1000))


def _best_fit(rows: Vectors, vector: NDArray[np.float64]) -> float:
    return float((rows.astype(np.float64) @ vector).max())


def _softmax(fits: list[float], scale: float) -> list[float]:
    logits = np.asarray(fits) * scale
    weights = np.exp(logits - logits.max())
    return [float(weight) for weight in weights / weights.sum()]
