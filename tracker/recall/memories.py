"""The memories of a scene: words as they were said, plans with what became of them, versions of documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from tracker.domain.logged import Logged
from tracker.domain.memories import MemoryStatus, PlanStatus
from tracker.domain.payloads import ACTION_TYPES, LOCATION
from tracker.domain.slices import Held
from tracker.domain.times import iso_us
from tracker.projection.remembered import Remembered
from tracker.projection.scene import Scene
from tracker.recall.memory import Memory
from tracker.store.views import View

CONTENT = "content"
PLAN = "plan"
_DECIDED = ("completed", "cancelled")
_Phase = tuple[int, MemoryStatus]


def memories(scene: Scene) -> list[Memory]:
    """All memories of the scene, by when they began."""
    words = {one.event.event_id: one for one in scene.remembered()}
    found = [*_plans(scene, words), *_documents(scene, words), *_sayings(scene, words)]
    return sorted(found, key=lambda one: (one.start, one.event_id))


def _sayings(scene: Scene, words: dict[str, Remembered]) -> Iterator[Memory]:
    """What was said; but for what was read as a plan, which is remembered as that."""
    for one in words.values():
        text = one.event.payload.get("text", "").strip()
        if one.carries != "words" or not text or any(event.type == "planned" for _, event in one.read):
            continue
        speaker = one.event.payload.get("speaker")
        until = (one.event.payload.get("claim") or {}).get("until")
        end = None if until is None else iso_us(until)
        if end is not None and end <= one.event.occurred:
            continue
        yield Memory(
            event_id=one.event.event_id,
            text=text,
            kind="note" if speaker is None else "utterance",
            entity_id=one.root,
            start=one.event.occurred,
            end=end,
            phases=((one.event.occurred, "told"), *(() if end is None else ((end, "ended"),))),
            about=_about(one),
            places=_places(scene, one),
            source=one.event.source,
            confidence=one.event.confidence,
            told=True,
            speaker=speaker,
            event_ids=(one.event.event_id, *(event.event_id for _, event in one.read)),
            evidence=one.evidence,
        )


def _plans(scene: Scene, words: dict[str, Remembered]) -> Iterator[Memory]:
    """Each plan from when it was made until another one takes its place."""
    made = [one for one in words.values() if one.carries == "plan"]
    for root in dict.fromkeys(one.root for one in made):
        slices = scene.slices_of(root, PLAN)
        for one in made:
            if one.root == root and (lived := _life(slices, one.event.event_id)) is not None:
                yield _plan(scene, one, words.get(one.caused_by or ""), lived)


def _life(slices: Sequence[View], event_id: str) -> tuple[list[_Phase], int | None, list[str]] | None:
    """The phases of the plan that this event made, when another took its place, and the events that decided it; None
    when it never was the plan."""
    phases: list[_Phase] = []
    decided: list[str] = []
    for view in slices:
        held = view.slice.claims[0]
        if held.event_id == event_id:
            phases.append((view.slice.start, _status(held)))
        elif phases and held.value in _DECIDED:
            phases.append((view.slice.start, _status(held)))
            decided.append(held.event_id)
        elif phases:
            return phases, view.slice.start, decided
    return (phases, None, decided) if phases else None


def _status(held: Held) -> MemoryStatus:
    found: MemoryStatus = next(one for one in get_args(PlanStatus) if one == held.value)
    return found


def _plan(
    scene: Scene, one: Remembered, said: Remembered | None, lived: tuple[list[_Phase], int | None, list[str]]
) -> Memory:
    phases, end, decided = lived
    payload = one.event.payload
    until = payload.get("due_until")
    behind = [one.event.event_id, *([] if said is None else [said.event.event_id]), *decided]
    return Memory(
        event_id=one.event.event_id,
        text=payload["what"] if said is None else said.event.payload.get("text") or payload["what"],
        kind="plan",
        entity_id=one.root,
        start=phases[0][0],
        end=end,
        phases=(*phases, *(() if end is None else ((end, "superseded"),))),
        about=_about(one) if said is None else _about(one) | _about(said),
        places=_places(scene, one) if said is None else _places(scene, said),
        source=one.event.source,
        confidence=one.event.confidence,
        told=True,
        speaker=None if said is None else said.event.payload.get("speaker"),
        due=(iso_us(payload["due_at"]), None if until is None else iso_us(until)),
        event_ids=tuple(behind),
        evidence=one.evidence or (() if said is None else said.evidence),
        series=f"plan:{one.root}",
    )


def _documents(scene: Scene, words: dict[str, Remembered]) -> Iterator[Memory]:
    """Each version of a document for as long as it was the one in force."""
    for root in dict.fromkeys(one.root for one in words.values() if one.carries == "document"):
        runs = _runs(scene.slices_of(root, CONTENT))
        for place, run in enumerate(runs):
            followed = run.end is not None and any(later.start == run.end for later in runs[place + 1 :])
            yield _version(root, run, words, followed=followed)


class _Run:
    """One value over neighbouring slices, with the events behind it, the oldest first."""

    def __init__(self, start: int, end: int | None, held: Held, disputed: bool) -> None:
        self.start, self.end, self.held, self.disputed = start, end, held, disputed
        self.event_ids = [held.event_id]

    def goes_on(self, start: int, value: str, *, disputed: bool) -> bool:
        return self.end == start and self.held.value == value and self.disputed == disputed


def _runs(slices: Iterable[View]) -> list[_Run]:
    runs: list[_Run] = []
    for view in slices:
        piece, disputed = view.slice, view.slice.status == "conflict"
        for held in piece.claims if disputed else piece.claims[:1]:
            if held.denied:
                continue
            before = next((run for run in runs if run.goes_on(piece.start, held.value, disputed=disputed)), None)
            if before is None:
                runs.append(_Run(piece.start, piece.end, held, disputed))
                continue
            before.end = piece.end
            if held.event_id not in before.event_ids:
                before.event_ids.append(held.event_id)
    return runs


def _version(root: str, run: _Run, words: dict[str, Remembered], *, followed: bool) -> Memory:
    first = run.event_ids[0]
    behind = words.get(first)
    written = "" if behind is None else behind.event.payload.get("text") or ""
    over: MemoryStatus = "superseded" if followed else "ended"
    begun: MemoryStatus = "conflict" if run.disputed else "current"
    return Memory(
        event_id=first,
        text=max(run.held.value, written, key=len),
        kind="document",
        entity_id=root,
        start=run.start,
        end=run.end,
        phases=((run.start, begun), *(() if run.end is None else ((run.end, over),))),
        about=frozenset((root,)),
        places=frozenset(),
        source=run.held.source,
        confidence=run.held.confidence,
        told=run.held.basis == "stated",
        event_ids=tuple(run.event_ids),
        evidence=() if behind is None else behind.evidence,
        series=f"document:{root}",
    )


def _about(one: Remembered) -> frozenset[str]:
    return frozenset((one.root, *(root for root, _ in one.read)))


def _places(scene: Scene, one: Remembered) -> frozenset[str]:
    """Where it tells that something was put, taken or found."""
    told = [name for event in (one.event, *(event for _, event in one.read)) for name in _places_named(event)]
    return frozenset(map(scene.root, told))


def _places_named(event: Logged) -> Iterator[str]:
    claim = event.payload.get("claim")
    if claim and claim["attribute"] == LOCATION:
        yield claim["value"]
    if event.type in ACTION_TYPES:
        for field in ("place", "from_place", "to_place"):
            if place := event.payload.get(field):
                yield place
