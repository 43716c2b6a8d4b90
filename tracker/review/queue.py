"""The review queue: what a person should look at — conflicts, events too weak to project, rules that failed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args
from uuid import UUID

from tracker.domain.answers import Candidate, Conflict
from tracker.domain.claims import claim_value
from tracker.domain.events import Event
from tracker.domain.slices import Basis, Held, Problem
from tracker.domain.times import from_us
from tracker.errors import InvalidInput
from tracker.link.sounding import sounding_like
from tracker.projection.scene import Scene
from tracker.query.where import candidates
from tracker.store.bearing import SPOKEN
from tracker.store.views import Item

QueueStatus = Literal["open", "lapsed", "resolved"]


def queue(scene: Scene, now: int, status: QueueStatus | None = "open", entity_id: str | None = None) -> list[Conflict]:
    """The items with that status (None: all), in order of time. `now` is in microseconds since the epoch (UTC): a
    conflict that will lapse by itself later is still open. Raises InvalidInput for another status."""
    if status is not None and status not in get_args(QueueStatus):
        raise InvalidInput(f"status: is none of {', '.join(get_args(QueueStatus))}")
    items = (item for item in scene.problems(entity_id) if item.problem.start <= now)
    shown = [_conflict(scene, item, now) for item in items]
    return [one for one in shown if status is None or one.status == status]


def _conflict(scene: Scene, item: Item, now: int) -> Conflict:
    problem = item.problem
    over = problem.end is not None and problem.end <= now
    if item.kind == "candidate":
        events = list(scene.events([problem.conflict_id]).values())
        sides = tuple(_possible(scene, event) for event in events)
        text = f"{problem.entity_id}: possibly {_values(sides)}{_doubts(scene, events)}; accept or reject"
    elif item.kind == "rule":
        sides, text = (), f"{problem.entity_id}: {problem.failure}"
    else:
        sides = candidates(scene, problem.claims if over else _standing(scene, problem, now))
        text = f"{problem.entity_id} {problem.attribute}: {_values(sides)}"
    ids = [side.event_id for side in sides] or [UUID(i) for i in (problem.ended_by,) if i]
    status = problem.status if over or problem.end is None else "open"
    return Conflict(
        conflict_id=UUID(problem.conflict_id),
        kind=item.kind,
        entity_id=problem.entity_id,
        attribute=problem.attribute,
        start=from_us(problem.start),
        end=from_us(problem.end) if over and problem.end is not None else None,
        status=status,
        undecided=item.kind == "conflict" and status == "lapsed",
        candidates=sides,
        event_ids=tuple(ids),
        text=text,
    )


def _doubts(scene: Scene, events: Iterable[Event]) -> str:
    """What was heard doubtfully of what the events say, and which known names it may have been."""
    heard = dict.fromkeys(str(one) for event in events for one in (event.model or {}).get("doubtful", ()))
    if not heard:
        return ""
    known = {*scene.entities(), *scene.targets()}
    known |= {name.name for entity_id in scene.entities() for name in scene.names_of(entity_id)}
    return "".join(f", heard doubtfully as “{words}”{_meant(words, known)}" for words in heard)


def _meant(words: str, known: Iterable[str]) -> str:
    near = sounding_like(words, known)
    return f" (perhaps {', '.join(near)})" if near else ""


def _standing(scene: Scene, problem: Problem, now: int) -> tuple[Held, ...]:
    """The sides of an open conflict as they stand: some may fall away by themselves before it ends."""
    view = scene.slice_at(problem.entity_id, problem.attribute, now)
    return problem.claims if view is None or view.slice.status != "conflict" else view.slice.claims


def _possible(scene: Scene, event: Event) -> Candidate:
    return Candidate(
        value=claim_value(event) or event.type,
        relation=getattr(getattr(event.payload, "claim", event.payload), "relation", None),
        basis=_basis(scene, event),
        source=event.source,
        confidence=event.confidence,
        denied=event.type == "not_seen",
        since=event.occurred_at,
        event_id=event.event_id,
        evidence=event.evidence,
    )


def _basis(scene: Scene, event: Event) -> Basis:
    """How strongly an event that does not project would speak; what people confirm, correct or deny always projects."""
    if event.type == "system_action":
        return "system"
    answered = scene.events([str(event.caused_by)]) if event.caused_by is not None else {}
    spoken = event.type in SPOKEN or any(words.type in SPOKEN for words in answered.values())
    return "stated" if spoken else "observed"


def _values(sides: Iterable[Candidate]) -> str:
    return " or ".join(
        f"{'not ' if side.denied else ''}{side.value} ({side.source}, {side.confidence:.2f})" for side in sides
    )
