"""Set wordings by what they mean, and the reader that finds them at the beginning of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.phrases import Phrase, left_out
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.tokens import Token
from tracker.ingest.sentences.wordings import arrived, being, keep, lost, returned, stock
from tracker.ingest.sentences.wordings.shape import Element, Wording, elements, lay, required

WORDINGS: tuple[Wording, ...] = (
    *stock.WORDINGS,
    *lost.WORDINGS,
    *returned.WORDINGS,
    *arrived.WORDINGS,
    *keep.WORDINGS,
    *being.WORDINGS,
)
"""In the order in which they are tried; the first that reads the clause wins."""


class Worded(NamedTuple):
    """What a wording found, the token after it, and whom or what the clause is about."""

    wording: Wording
    found: list[Found]
    end: int
    about: list[Phrase]


class _Entry(NamedTuple):
    """One shape of a wording, and what a sentence must have for it; `rank` is the order in which shapes are tried."""

    rank: int
    wording: Wording
    shape: tuple[Element, ...]
    required: tuple[frozenset[str], ...]


def _by_trigger() -> dict[str, list[_Entry]]:
    """Shapes by the words one of which they cannot be without."""
    made: dict[str, list[_Entry]] = {}
    shapes = [(wording, elements(written)) for wording in WORDINGS for written in wording.shapes]
    for rank, (wording, shape) in enumerate(shapes):
        entry = _Entry(rank, wording, shape, required(shape))
        for word in entry.required[0]:
            made.setdefault(word, []).append(entry)
    return made


_BY_TRIGGER = _by_trigger()
_TRIGGERS = frozenset(_BY_TRIGGER)


def worded(
    toks: Sequence[Token], begin: int, lows: frozenset[str], scene: Scene, *, despite: bool = False
) -> Worded | None:
    """The wording that the clause from token `begin` has; `lows` are the sentence's words, to pass quickly where there
    is none. `despite`: only those that are read in a sentence that denies or doubts."""
    for entry in _fitting(lows):
        wording = entry.wording
        laid = lay(entry.shape, toks, begin) if wording.despite or not despite else None
        if laid is None:
            continue
        mark = scene.mark()
        found = wording.read(laid[0], scene)
        if found:
            about = laid[0].subjects or (() if wording.meaning == "action" else laid[0].objects)
            return Worded(wording, found, laid[1], list(about) or [left_out(toks[begin])])
        scene.reset(mark)
    return None


def _fitting(lows: frozenset[str]) -> list[_Entry]:
    """The shapes that a sentence with these words could have, in order, each once."""
    fitting = {
        entry.rank: entry
        for word in lows & _TRIGGERS
        for entry in _BY_TRIGGER[word]
        if not any(words.isdisjoint(lows) for words in entry.required)
    }
    return [fitting[rank] for rank in sorted(fitting)]
