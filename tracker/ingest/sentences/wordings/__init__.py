"""Set wordings by what they mean, and the reader that finds them at the beginning of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.phrases import Phrase, left_out
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.tokens import Token
from tracker.ingest.sentences.wordings import arrived, being, keep, lost, returned, stock
from tracker.ingest.sentences.wordings.shape import Element, Wording, elements, lay, triggers

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


def _by_trigger() -> dict[str, list[tuple[int, Wording, tuple[Element, ...]]]]:
    made: dict[str, list[tuple[int, Wording, tuple[Element, ...]]]] = {}
    rank = 0
    for wording in WORDINGS:
        for written in wording.shapes:
            shape = elements(written)
            for word in triggers(shape):
                made.setdefault(word, []).append((rank, wording, shape))
            rank += 1
    return made


_BY_TRIGGER = _by_trigger()
_TRIGGERS = frozenset(_BY_TRIGGER)


def worded(
    toks: Sequence[Token], begin: int, lows: frozenset[str], scene: Scene, *, despite: bool = False
) -> Worded | None:
    """The wording that the clause from token `begin` has; `lows` are the sentence's words, to pass quickly where there
    is none. `despite`: only those that are read in a sentence that denies or doubts."""
    fitting = [one for word in lows & _TRIGGERS for one in _BY_TRIGGER[word] if one[1].despite or not despite]
    for _, wording, shape in sorted(fitting, key=lambda one: one[0]):
        laid = lay(shape, toks, begin)
        if laid is None:
            continue
        mark = scene.mark()
        found = wording.read(laid[0], scene)
        if found:
            about = laid[0].subjects or (() if wording.meaning == "action" else laid[0].objects)
            return Worded(wording, found, laid[1], list(about) or [left_out(toks[begin])])
        scene.reset(mark)
    return None
