"""Whether the views say what the log says: some entities, or all of them, are folded anew and compared row by row; and
whether the index of what was said does.

Of what a fold consulted only what is missing counts: an append only ever adds to it, and what is too much there makes
something fold anew that need not. Without it, an answer would not follow what it rests on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from tracker.projection.project import Projector
from tracker.projection.ranges import RangeFolder
from tracker.projection.replay import PAGE, ranges_of
from tracker.store import contents, mentions, reader, views
from tracker.store.contents import CONSULTS, NAMES, PROBLEMS, SLICES, SNAPSHOTS, Content, Range
from tracker.store.views import Row

SAMPLE = 20_000
"""How many events are folded anew where not all of them are."""
SAMPLE_OF_WORDS = 2_000
"""How many utterances are indexed anew where not all of them are."""
_NOTHING = Content([], [], [], [], [])
_NAMED = ((SLICES, "slices"), (PROBLEMS, "problems"), (NAMES, "names"))


def differing(connection: Connection, projector: Projector, *, everything: bool) -> Iterator[str]:
    """A line for each entity and view in which they differ; of a sample of the entities, if there is much."""
    sizes = reader.sizes(connection)
    folder = RangeFolder(connection, projector, frozenset(sizes), PAGE)
    for within in _chosen(ranges_of(connection, projector, sizes), sizes, everything=everything):
        stored, folded = contents.contents(connection, within), dict(folder.contents(within))
        for entity_id in sorted(stored.keys() | folded.keys()):
            there, wanted = stored.get(entity_id, _NOTHING), folded.get(entity_id, _NOTHING)
            yield from _compared(entity_id, there, wanted)
            if (
                not _agree(there.snapshots, wanted.snapshots)
                or _place(there) != _place(wanted)
                or not set(folder.goes_on(entity_id, there)) <= set(there.slices)
            ):
                yield f"snapshots of {entity_id} are not what the log says"
        if within.paged and within.upto is not None:
            yield from _paged(connection, folder, within, within.upto)
    yield from mentions.differing(connection, None if everything else SAMPLE_OF_WORDS)


def _chosen(ranges: Sequence[Range], sizes: dict[str, int], *, everything: bool) -> Sequence[Range]:
    if everything or sum(sizes.values()) <= SAMPLE:
        return ranges
    few = max(1, len(ranges) * SAMPLE // sum(sizes.values()))
    return random.sample(ranges, min(few, len(ranges)))


def _compared(entity_id: str, stored: Content, folded: Content) -> Iterator[str]:
    for view, named in _NAMED:
        if stored[view] != folded[view]:
            yield f"{named} of {entity_id} are not what the log says"
    if _lacking(stored.consults, folded.consults):
        yield f"consults of {entity_id} are not what the log says"


def _lacking(stored: Sequence[Row], folded: Sequence[Row]) -> bool:
    """Whether the views do not know of something that the fold consulted, or not until when."""
    known = {consulted: upto for _, consulted, upto in stored}
    return any(consulted not in known or known[consulted] < upto for _, consulted, upto in folded)


def _agree(stored: Sequence[Row], folded: Sequence[Row]) -> bool:
    """Whether all but the newest snapshots say the same. A stored one may stand a little further: at an event that
    counted when it was taken and was rejected since; but before the next one."""
    if len(stored) != len(folded):
        return False
    bounds = [row[2:-1] for row in folded[1:]]
    return all(
        (there[:2], there[-1]) == (wanted[:2], wanted[-1]) and wanted[2:-1] <= there[2:-1] < bound
        for there, wanted, bound in zip(stored, folded, bounds, strict=False)
    )


def _place(content: Content) -> Row | None:
    """Where the newest snapshot stands, from which the next event folds on."""
    return content.snapshots[-1][:-1] if content.snapshots else None


def _stands(connection: Connection, wanted: Row) -> bool:
    """Whether a stored snapshot says what this one does, standing no earlier (see `_agree`)."""
    rows = contents.of_entity(connection, wanted[0], SNAPSHOTS)
    there = next((row for row in rows if row[1] == wanted[1]), None)
    return there is not None and there[-1] == wanted[-1] and wanted[2:-1] <= there[2:-1]


def _paged(connection: Connection, folder: RangeFolder, within: Range, entity_id: str) -> Iterator[str]:
    """As `_compared`, of an entity that is too large to be held in memory."""
    found: dict[str, None] = {}
    kept = views.newest_snapshots(connection, [entity_id]).get(entity_id)
    newest = kept.ordinal if kept is not None else None
    for delta in folder.large(within):
        for view, named in _NAMED:
            if delta.gone[view] or delta.keys[view] or delta.come[view]:
                found[f"{named} of {entity_id} are not what the log says"] = None
        come = {row[1]: row for row in delta.come[SNAPSHOTS]}
        odd = {key[1] for key in delta.keys[SNAPSHOTS] if key[1] not in come}
        odd |= {ordinal for ordinal, row in come.items() if not _stands(connection, row)}
        if odd - {newest}:
            found[f"snapshots of {entity_id} are not what the log says"] = None
        if _lacking(contents.of_entity(connection, entity_id, CONSULTS), delta.come[CONSULTS]):
            found[f"consults of {entity_id} are not what the log says"] = None
    yield from found
