"""Where is it, and what is its state: one attribute of one entity at one time, with the evidence (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from uuid import UUID

from tracker.domain.answers import Bounds, Candidate, Sighting, Whereabouts, Words
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.sides import LANDMARK_RELATIONS, said
from tracker.domain.slices import Held
from tracker.domain.times import from_us
from tracker.language.news import NEWS, STATED
from tracker.projection.scene import Scene
from tracker.query.chain import Chain, chain_from, fresh, overtaken
from tracker.query.offline import offline_since
from tracker.query.waiting import waiting as count_waiting
from tracker.query.wording import Ending, Found, describe
from tracker.store.reader import Ground
from tracker.store.views import View
from tracker.timeline.compare import confidence_at

_SIGHTINGS = frozenset({"seen", "placed", "moved", "system_action", "stated", "confirmed", "corrected"})


def where(scene: Scene, policy: Policy, entity_id: str, attribute: str, at: int, zone: tzinfo = UTC) -> Whereabouts:
    """The attribute's value at `at` (microseconds since the epoch, UTC), in this scene; its text with times of the
    zone."""
    found = _find(scene, policy, entity_id, attribute, at)
    if attribute == LOCATION:
        found = _with_words(scene, policy, found, at)
    return found.answer.model_copy(update={"text": describe(found, zone)})


def _with_words(scene: Scene, policy: Policy, found: Found, at: int) -> Found:
    """The answer with the newer words beside it; where nothing else is known, with the newest that there are."""
    answer = found.answer
    view = scene.slice_at(answer.entity_id, answer.attribute, at)
    if view is not None:
        said = overtaken(scene, view, at, policy)
    else:
        told = [scene.said_about(answer.entity_id, at, None, says) for says in (NEWS, STATED)]
        newest = max((one for one in told if one is not None), key=lambda one: (one.at, one.seq), default=None)
        said = newest or scene.said_about(answer.entity_id, at)
    if said is None:
        return found
    words = Words(
        text=said.text,
        speaker=said.speaker,
        at=from_us(said.at),
        source=said.source,
        event_id=UUID(said.event_id),
        evidence=said.evidence,
    )
    fields: dict[str, Any] = {
        "words": words,
        "event_ids": (*answer.event_ids, words.event_id),
        "evidence": (*answer.evidence, *words.evidence),
    }
    if answer.status == "never_seen":
        fields["status"] = "unknown"
    return found._replace(answer=answer.model_copy(update=fields))


def after_dispute(scene: Scene, entity_id: str, attribute: str, held: Held) -> tuple[Ending, datetime] | None:
    """How the dispute ended that the value is what was left of, and until when it was reported; None when a report of
    its own began it, or made it more than that since."""
    before = scene.slice_at(entity_id, attribute, held.since - 1) if held.at < held.since else None
    if before is None or before.slice.status != "conflict":
        return None
    settled = any(
        item.problem.conflict_id == before.slice.conflict_id and item.problem.status == "resolved"
        for item in scene.problems(entity_id)
    )
    return "resolved" if settled else "lapsed", from_us(held.through)


def _find(scene: Scene, policy: Policy, entity_id: str, attribute: str, at: int) -> Found:
    view = scene.slice_at(entity_id, attribute, at)
    if view is None:
        return _before_or_never(scene, entity_id, attribute, at)
    if view.slice.status == "conflict":
        return _conflict(scene, policy, view, at)
    if view.slice.status == "unknown":
        found = _unknown(scene, view, at)
    elif (held := fresh(scene, view, at, policy)) is None:
        found = _stale(scene, policy, view, at)
    else:
        found = _current(scene, policy, view, held, at)
    return found._replace(undecided=_is_left_undecided(scene, view))


def _is_left_undecided(scene: Scene, view: View) -> bool:
    """Whether all that is known (or no longer) comes of a dispute that ended by itself and that nobody decided."""
    row = view.slice
    if row.status == "unknown" and row.reason != "withdrawn":
        return False
    if row.status == "known" and row.claims[0].at >= row.since:
        return False
    before = scene.slice_at(view.entity_id, view.attribute, row.since - 1)
    if before is None or before.slice.status != "conflict":
        return False
    ended = before.slice.conflict_id
    problems = (item.problem for item in scene.problems(view.entity_id))
    return any(problem.conflict_id == ended and problem.status == "lapsed" for problem in problems)


def last_seen(
    scene: Scene, entity_id: str, before: int, attribute: str = LOCATION, newest: View | None = None
) -> Sighting | None:
    """The newest observation at or before `before` that put the entity somewhere, whatever happened since: of several
    in one slice, the one that saw it last.

    Being taken is not a sighting of a place: "with Ana" after "Ana took them" is passed over. `newest`: the slice that
    holds at `before`, from a caller that has it."""
    for view in _newest_first(scene, (entity_id, attribute, before), newest):
        claims = sorted(view.slice.claims, key=lambda held: _seen_until(held, before), reverse=True)
        wanted = [held.event_id for held in claims if not held.denied]
        events = scene.grounds(wanted)
        for held in claims:
            event = events.get(held.event_id)
            if event is None or held.denied or not _is_sighting(event):
                continue
            return _sighting(scene, held, event, (entity_id, attribute, before))
    return None


def _newest_first(scene: Scene, asked: tuple[str, str, int], newest: View | None) -> Iterator[View]:
    entity_id, attribute, before = asked
    if newest is not None:
        yield newest
        before = newest.slice.start - 1
    yield from scene.newest_before(entity_id, attribute, before)


def _seen_until(held: Held, before: int) -> tuple[int, int, str]:
    return (min(held.through, before), held.at, held.event_id)


def _is_sighting(event: Ground) -> bool:
    if event.type not in _SIGHTINGS:
        return False
    return event.type != "moved" or event.payload.get("to_place") is not None


def _sighting(scene: Scene, held: Held, event: Ground, asked: tuple[str, str, int]) -> Sighting:
    entity_id, attribute, before = asked
    place = held.value
    if held.holder_at is not None:
        then = scene.slice_at(scene.root(held.value), attribute, held.holder_at)
        if then is not None and then.slice.status == "known":
            place = then.slice.claims[0].value
    return Sighting(
        entity_id=entity_id,
        place=place,
        relation=held.relation,
        at=from_us(min(held.through, before)),
        source=held.source,
        basis=held.basis,
        confidence=held.confidence,
        event_id=UUID(held.event_id),
        evidence=event.evidence,
    )


def _before_or_never(scene: Scene, entity_id: str, attribute: str, at: int) -> Found:
    status = "unknown" if scene.has(entity_id, attribute) else "never_seen"
    return _answer(
        scene, entity_id, attribute, at, waiting=count_waiting(scene, entity_id, attribute, at), status=status
    )


def _current(scene: Scene, policy: Policy, view: View, held: Held, at: int) -> Found:
    confidence = confidence_at(held, at, policy.of(view.kind, view.attribute).half_life)
    extra: dict[str, Any] = {
        "value": held.value,
        "relation": held.relation,
        "since": from_us(held.since),
        "confidence": confidence,
        "basis": held.basis,
        "after": after_dispute(scene, view.entity_id, view.attribute, held),
    }
    if view.attribute != LOCATION:
        silent = offline_since(scene, (held.source,), at)
        return _answer(scene, view.entity_id, view.attribute, at, (held.event_id,), silent, status="current", **extra)
    chain = chain_from(scene, policy, view.entity_id, held, at)
    extra["place"] = extra["value"] = chain.path[0] if chain.path else held.value
    if chain.path and (chain.left or chain.relations[0] in LANDMARK_RELATIONS):
        extra["relation"] = chain.relations[0]
    rests_on = (held, *chain.hops)
    silent = offline_since(scene, (claim.source for claim in rests_on), at)
    ids = tuple(claim.event_id for claim in rests_on)
    scene.grounds(ids)  # all at once, before `last_seen` asks for some of them
    return _answer(
        scene,
        view.entity_id,
        LOCATION,
        at,
        ids,
        silent,
        status="conflict" if chain.ring else "current",
        path=chain.path,
        relations=chain.relations,
        left=_landmarks(scene, chain, view.entity_id, at),
        last_seen=last_seen(scene, view.entity_id, at, newest=view),
        **extra,
    )


def _landmarks(scene: Scene, chain: Chain, entity_id: str, at: int) -> tuple[str, ...]:
    """The landmarks that have moved since, each in words."""
    found = []
    for one in chain.left:
        now = scene.slice_at(scene.root(one.landmark), LOCATION, at)
        alive = now is not None and now.kind in ("person", "pet")
        landmark = one.landmark if alive or not one.landmark.isascii() else f"the {one.landmark}"
        who = "it" if one.who == entity_id else one.who
        found.append(f"{who} was {said(one.relation)} {landmark}, {'who' if alive else 'which'} has moved since")
    return tuple(found)


def _stale(scene: Scene, policy: Policy, view: View, at: int) -> Found:
    newest = view.slice.claims[0]
    seen = last_seen(scene, view.entity_id, at, view.attribute, view)
    return _answer(
        scene,
        view.entity_id,
        view.attribute,
        at,
        (newest.event_id,),
        offline_since(scene, (newest.source,), at),
        status="last_seen",
        since=from_us(newest.since),
        confidence=confidence_at(newest, at, policy.of(view.kind, view.attribute).half_life),
        basis=newest.basis,
        last_seen=seen,
        reason=None if seen is not None and _tells(seen, newest) else _reported(newest),
    )


def _tells(seen: Sighting, claim: Held) -> bool:
    """Whether the sighting says what the claim says."""
    return seen.event_id == UUID(claim.event_id) or (claim.holder_at is None and seen.place == claim.value)


def _reported(claim: Held) -> str:
    """The value that a stale claim gave, in words: a later one than the last sighting must not be passed over."""
    if claim.holder_at is not None:
        return f"put down where {claim.value} was"
    return f"{said(claim.relation)} {claim.value}" if claim.relation else claim.value


def _unknown(scene: Scene, view: View, at: int) -> Found:
    before = next(
        (v for v in scene.newest_before(view.entity_id, view.attribute, at) if v.slice.status == "known"), None
    )
    ids = [view.slice.ended_by] if view.slice.ended_by else []
    bounds: Bounds | None = None
    if before is not None:
        ids.append(before.slice.claims[0].event_id)
        bounds = _bounds(before)
    return _answer(
        scene,
        view.entity_id,
        view.attribute,
        at,
        ids,
        status="unknown",
        until=from_us(before.slice.end) if before is not None and before.slice.end is not None else None,
        change_bounds=bounds,
        last_seen=last_seen(scene, view.entity_id, at, view.attribute, view),
        reason=view.slice.reason,
    )


def _conflict(scene: Scene, policy: Policy, view: View, at: int) -> Found:
    sides = view.slice.claims
    return _answer(
        scene,
        view.entity_id,
        view.attribute,
        at,
        [side.event_id for side in sides],
        status="conflict",
        since=from_us(view.slice.since),
        candidates=candidates(scene, sides, at, policy.of(view.kind, view.attribute).half_life),
        conflict_id=UUID(view.slice.conflict_id) if view.slice.conflict_id else None,
        last_seen=last_seen(scene, view.entity_id, at, view.attribute, view),
    )


def candidates(
    scene: Scene, sides: Sequence[Held], at: int | None = None, half_life: int | None = None
) -> tuple[Candidate, ...]:
    """All sides, none preferred, in the order in which they came; confidence as of `at`, or the source's own."""
    events = scene.grounds(side.event_id for side in sides)
    return tuple(
        Candidate(
            value=side.value,
            relation=side.relation,
            basis=side.basis,
            source=side.source,
            confidence=side.confidence if at is None else confidence_at(side, at, half_life),
            denied=side.denied,
            since=from_us(side.since),
            event_id=UUID(side.event_id),
            evidence=events[side.event_id].evidence if side.event_id in events else (),
        )
        for side in sides
    )


def _bounds(view: View) -> Bounds | None:
    bounds = view.slice.bounds
    return (from_us(bounds[0]), from_us(bounds[1])) if bounds is not None else None


def _answer(
    scene: Scene,
    entity_id: str,
    attribute: str,
    at: int,
    event_ids: Iterable[str] = (),
    silent: int | None = None,
    *,
    reason: str | None = None,
    waiting: int = 0,
    after: tuple[Ending, datetime] | None = None,
    left: tuple[str, ...] = (),
    **fields: Any,
) -> Found:
    ids = tuple(dict.fromkeys(event_ids))
    events = scene.grounds(ids)
    answer = Whereabouts.model_validate(
        {
            "entity_id": entity_id,
            "attribute": attribute,
            "at": from_us(at),
            "known_at": None if scene.known_at is None else from_us(scene.known_at),
            "event_ids": tuple(UUID(event_id) for event_id in ids),
            "evidence": tuple(piece for event_id in ids if event_id in events for piece in events[event_id].evidence),
            **fields,
        }
    )
    ended_by = events.get(ids[0]) if ids and answer.status == "unknown" else None
    return Found(answer, ended_by, reason, None if silent is None else from_us(silent), waiting, after, left=left)
