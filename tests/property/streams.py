"""Random streams of events: few entities, few places, few instants, so that everything collides with everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from math import inf
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.reference.answers import Reference, without_erased
from tests.reference.world import fold_order
from tracker.domain.events import Event
from tracker.domain.policy import Acceptance, Policy
from tracker.domain.times import from_us

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
THINGS = ("keys", "phone")
CONTAINERS = ("bag", "box")
PEOPLE = ("ana", "ben")
ENTITIES = THINGS + CONTAINERS + PEOPLE
PLACES = ("kitchen", "table", "hall")
ANYTHING = ((*ENTITIES, "table", "spare"),)
# What may turn out to be one where the reference judges. What is in itself, by a merge, is left out there: whether the
# claim of where it is fits with another then changes with each claim (the reference asks again at each event, the
# tracker once).
MACHINES = ("camera:a", "camera:b", "camera:c")
ONE_AND_THE_SAME = ((*THINGS, "spare"), PEOPLE, ("bag", "sack"), ("table", "hall"), ("camera:a", "camera:old"))
Groups = tuple[tuple[str, ...], ...]
USERS = ("user:ana", "user:ben")
# A phone is stale after about 70 minutes (at confidence 1), and hours are common here; anything else takes days.
POLICY = Policy(half_life_s={"phone": 1801.0})
# Two of three report presence: with its end they say that it is over.
WITHDRAWING = Policy(
    half_life_s={"phone": 1801.0}, sources={one: Acceptance(span_end="withdraws") for one in MACHINES[:2]}
)

instants = st.builds(
    lambda hours, halves: START + timedelta(hours=hours, seconds=halves / 2),
    st.integers(0, 3),
    st.integers(0, 6),
)
delays = st.sampled_from([timedelta(0), timedelta(seconds=1), timedelta(hours=1), timedelta(hours=6)])
# When it was learned, from when it was: announced beforehand too, or by a clock that is slow.
learned = st.one_of(delays, delays, st.sampled_from([timedelta(seconds=-1), timedelta(hours=-1)]))
# Who may read it: mostly everybody.
readers = st.sampled_from([()] * 5 + [("ana",), ("ben",), ("ana", "ben")])
# Few sides, often; the others are like them.
relations = st.sampled_from(["in", "on", "at", "under", "under", "beside", "near"])
spans = st.sampled_from([None] * 6 + [timedelta(0), timedelta(seconds=1), timedelta(hours=1)])
confidences = st.sampled_from([1.0, 1.0, 1.0, 0.9, 0.7, 0.5, 0.3, 0.1])


def spots(entity: str) -> st.SearchStrategy[str]:
    """Where this entity can be: things in containers and places, containers in each other too (which makes rings), a
    table and people in places only."""
    anywhere = (*CONTAINERS, "sack")
    inside = {"keys": anywhere, "phone": anywhere, "bag": ("box",), "box": ("bag",)}.get(entity, ())
    return st.sampled_from([place for place in PLACES if place != entity] + list(inside))


@st.composite
def claims(draw: DrawFn, entity: str, at: datetime, *, bounded: bool = False) -> dict:
    """`bounded`: it ends by its own words."""
    attribute = draw(st.sampled_from(["location"] * 4 + ["openness"]))
    if attribute == "openness":
        claim = {"attribute": attribute, "value": draw(st.sampled_from(["open", "closed"]))}
    else:
        claim = {"value": draw(spots(entity))}
        if draw(st.booleans()):
            claim["relation"] = draw(relations)
    if bounded:
        claim["until"] = at + draw(st.sampled_from([timedelta(seconds=1), timedelta(hours=1)]))
    return claim


@st.composite
def payloads(draw: DrawFn, kind: str, entity: str, at: datetime, bounded: bool) -> dict:
    """A payload for the types that refer to no other event."""
    holder = st.sampled_from([person for person in PEOPLE if person != entity])
    maybe_holder = st.one_of(st.none(), holder)
    if kind in ("seen", "confirmed", "corrected"):
        return {"claim": draw(claims(entity, at, bounded=bounded))}
    if kind in ("not_seen", "denied"):
        claim = draw(claims(entity, at, bounded=bounded and kind == "denied"))
        view = {"view": draw(st.sampled_from(["clear", "clear", "occluded"]))} if kind == "not_seen" else {}
        return {"claim": claim} | view
    if kind == "system_action":
        return {"claim": draw(claims(entity, at, bounded=bounded)), "action": "report"}
    if kind == "stated":
        return {"text": "somebody said so", "claim": draw(st.one_of(st.none(), claims(entity, at, bounded=bounded)))}
    if kind == "placed":
        if draw(st.integers(0, 3)) == 0:
            return {"by": draw(holder)}
        relation = draw(st.one_of(st.none(), relations))
        return {"place": draw(spots(entity)), "relation": relation, "by": draw(maybe_holder)}
    if kind == "removed":
        return {"place": draw(st.one_of(st.none(), spots(entity))), "by": draw(maybe_holder)}
    if kind == "moved":
        ends = {
            "from_place": draw(st.one_of(st.none(), spots(entity))),
            "to_place": draw(st.one_of(st.none(), spots(entity))),
        }
        relation = draw(st.one_of(st.none(), relations)) if ends["to_place"] else None
        return ends | {"by": draw(maybe_holder), "relation": relation}
    if kind == "planned":
        due = at + draw(st.sampled_from([timedelta(seconds=-1), timedelta(0), timedelta(hours=1)]))
        until = draw(st.sampled_from([None, due, due + timedelta(hours=1)]))
        return {"what": "something", "due_at": due, "due_until": until}
    if kind == "registered":
        within = draw(st.one_of(st.none(), st.sampled_from([place for place in PLACES if place != entity])))
        return {"kind": draw(st.sampled_from(["phone", "thing", "room"])), "within": within}
    return {"name": "a name"} if kind == "alias_added" else {}


def linked() -> st.SearchStrategy[dict]:
    """A source goes offline, or is back (D5)."""
    heard = st.sampled_from(["offline", "offline", "online"])
    return heard.map(lambda value: {"claim": {"attribute": "online", "value": value}, "action": "link"})


PLAIN = (
    *["seen"] * 6,
    *["placed", "removed", "moved", "not_seen"] * 2,
    *["confirmed", "corrected", "denied", "stated", "system_action", "system_action", "registered"],
    *["planned", "completed", "cancelled", "alias_added"],
)
# One thing, much seen, by several cameras in the same seconds: most of these streams hold a conflict.
QUARRELSOME = (*["seen"] * 8, "stated", "placed", "removed", "moved", "not_seen", "confirmed", "corrected", "denied")
REFERRING = ("accepted", "rejected", "redacted", "merged", "split", "resolved")


NEVER_SENT = UUID(int=1 << 100)


def unique_id(number: int, rank: int) -> UUID:
    """Ids in an order of their own: ties in time are broken against the order of arrival as often as with it."""
    return UUID(int=(rank << 64) + number)


@st.composite
def plain_events(
    draw: DrawFn, number: int, kinds: tuple[str, ...] = PLAIN, entity: str | None = None, causes: Sequence[UUID] = ()
) -> Event:
    """One observation, action, statement, person's word, plan, name or registration; now and then the answer to one of
    `causes`."""
    kind = draw(st.sampled_from(kinds))
    if kind == "registered" and entity is None:
        entity = draw(st.sampled_from([*THINGS, *CONTAINERS, "table"]))
    silent = kind == "system_action" and entity is None and draw(st.booleans())
    if silent:
        entity = draw(st.sampled_from((*MACHINES, *USERS)))
    entity = entity or draw(st.sampled_from(ENTITIES[:1] * 5 + ENTITIES))
    at, span = draw(instants), draw(spans)
    anybody = (*MACHINES * 3, *USERS)  # people tell and report too, not only confirm
    source = draw(st.sampled_from(USERS if kind in ("confirmed", "corrected", "denied") else anybody))
    spanned = kind not in ("planned", "completed", "cancelled", "registered", "alias_added") and span is not None
    keyed = draw(st.integers(0, 3)) == 0
    named = {"source_key": f"frame {number}"} if keyed else {"event_id": unique_id(number, draw(st.integers(0, 3)))}
    return Event(
        **named,
        entity_id=entity,
        type=kind,
        occurred_at=at,
        occurred_until=at + span if spanned else None,
        observed_at=at + draw(learned),
        confidence=draw(confidences),
        source=source,
        visibility=draw(readers),
        caused_by=draw(st.sampled_from(causes)) if causes and draw(st.integers(0, 4)) == 0 else None,
        payload=draw(linked() if silent else payloads(kind, entity, at, bounded=draw(st.integers(0, 3)) == 0)),
    )


def filed(entity: str) -> st.SearchStrategy[str]:
    """Under which entity a decision about that one's event stands: it may be any."""
    return st.sampled_from([entity, entity, *ENTITIES, "spare"])


@st.composite
def referring_events(
    draw: DrawFn, number: int, earlier: list[Event], merging: Groups = ONE_AND_THE_SAME
) -> Event | None:
    """A decision, merge or split about the earlier events; None when there is nothing to refer to."""
    kind = draw(st.sampled_from(REFERRING))
    deciding = [event for event in earlier if event.type in REFERRING]
    target = draw(st.sampled_from(deciding if deciding and draw(st.booleans()) else earlier))
    # Of several at once, and of one that never comes.
    others = st.sampled_from([[]] * 4 + [[draw(st.sampled_from(earlier)).event_id], [NEVER_SENT]])
    targets = list(dict.fromkeys([target.event_id, *draw(others)]))
    at, until = draw(instants), None
    entity, payload = target.entity_id, {}
    if kind == "redacted":
        payload = {"event_ids": targets, "reason": "privacy"}
        claim = getattr(target.payload, "claim", None)
        if claim is not None and draw(st.booleans()):
            # A sweep's redaction stands where what it swept stood.
            at, payload = target.occurred_at, payload | {"attribute": claim.attribute}
        else:
            entity = draw(filed(entity))
    elif kind in ("accepted", "rejected"):
        entity, payload = draw(filed(entity)), {"event_ids": targets}
    elif kind == "merged":
        entity, into = draw(st.one_of(st.permutations(group) for group in merging))[:2]
        payload = {"into": into}
    elif kind == "split":
        # Of its own entity, or (in vain, or of what was split before) of another one.
        entity = draw(st.sampled_from([target.entity_id] * 3 + ["spare", "phone"]))
        fresh = [name for name in ("spare", "spare_2", "phone") if name != entity]
        payload = {"new_entity": draw(st.sampled_from(fresh)), "event_ids": targets}
    else:
        reference = Reference(earlier, POLICY)
        quarrels = [one for name in ENTITIES for one in reference.conflicts(name) if one.conflict_id]
        if not quarrels:
            return None
        quarrel = draw(st.sampled_from(quarrels))
        entity = next(name for name in ENTITIES if quarrel in reference.conflicts(name))
        at = draw(st.sampled_from([from_us(quarrel.start), at]))
        _, sides = draw(st.sampled_from(quarrel.sides))
        named = {(side.source, side.value): side.newest.event_id for side in sides}
        verdicts = [(draw(st.sampled_from(["keep", "drop", "neither"])), one) for one in named.values()]
        kept, dropped = ([one for verdict, one in verdicts if verdict == how] for how in ("keep", "drop"))
        if not kept and not dropped:
            return None
        payload = {"conflict_id": quarrel.conflict_id, "keep": kept, "drop": dropped}
        if quarrel.end < inf and draw(st.booleans()):  # when it is over, for its span
            at, until = from_us(quarrel.start), from_us(int(quarrel.end))
    return Event(
        event_id=unique_id(number, draw(st.integers(0, 3))),
        entity_id=entity,
        type=kind,
        occurred_at=at,
        occurred_until=until,
        observed_at=max(at, target.observed_at) + draw(delays),
        source=draw(st.sampled_from(USERS)),
        visibility=draw(readers),
        payload=payload,
    )


@st.composite
def streams(draw: DrawFn, max_size: int = 10, referring: int = 3, merging: Groups = ONE_AND_THE_SAME) -> list[Event]:
    """Up to `max_size` plain events and `referring` decisions, merges (within one of the groups) and splits about them,
    in fold order."""
    count = draw(st.integers(1, max_size))
    about = draw(st.sampled_from([(PLAIN, None), (QUARRELSOME, "keys"), (QUARRELSOME, "phone")]))
    events: list[Event] = []
    for number in range(count):
        events.append(draw(plain_events(number, *about, [NEVER_SENT, *(event.event_id for event in events)])))
    for number in range(draw(st.integers(0, referring))):
        made = draw(referring_events(count + number, events, merging))
        if made is not None:
            events.append(made)
    return sorted(events, key=fold_order)


@st.composite
def secretive_streams(draw: DrawFn) -> list[Event]:
    """Few events and many decisions about them, half of all that kept from some."""
    told = draw(streams(max_size=6, referring=6, merging=ANYTHING))
    secrets = st.sampled_from([(), (), ("ben",), ("ana", "ben")])
    return [event.model_copy(update={"visibility": draw(secrets)}) for event in told]


def only(events: Sequence[Event], heard: Callable[[Event], bool]) -> list[Event]:
    """What one was given who only ever heard some of these events. What any of them redacts is gone for everybody, so
    it is erased here too, by somebody whom nobody asks about."""
    left = without_erased(events)
    erased = [event.event_id for event in events if event not in left]
    erasing = Event(
        event_id=unique_id(1 << 32, 0),
        entity_id="nobody",
        type="redacted",
        occurred_at=START,
        observed_at=START,
        source="user:nobody",
        payload={"event_ids": erased or [NEVER_SENT], "reason": "privacy"},
    )
    return [*(event for event in events if heard(event)), erasing]


@st.composite
def awaiting_streams(draw: DrawFn) -> list[Event]:
    """Keys of which much is said that is yet to come (what lands or ends later) and containers that are moved about
    meanwhile, in fold order."""
    hour = timedelta(hours=1)
    events = []
    for number in range(draw(st.integers(3, 9))):
        entity = draw(st.sampled_from(["keys"] * 3 + [*CONTAINERS]))
        kind = draw(st.sampled_from(["seen", "seen", "placed"] if entity == "keys" else ["seen"]))
        at, span = START + draw(st.integers(0, 11)) * hour / 4, None
        place = {"value": draw(st.sampled_from([*PLACES[:2], *(CONTAINERS if entity == "keys" else ())]))}
        if entity == "keys" and kind == "seen" and draw(st.booleans()):
            place |= {"until": at + hour}
        if kind == "placed":
            span, place = hour, {"place": place["value"]}
        events.append(
            Event(
                event_id=unique_id(number, 0),
                entity_id=entity,
                type=kind,
                occurred_at=at,
                occurred_until=at + span if span else None,
                observed_at=at,
                source=draw(st.sampled_from(MACHINES)),
                payload=place if kind == "placed" else {"claim": place},
            )
        )
    return sorted(events, key=fold_order)


@st.composite
def bounded_streams(draw: DrawFn) -> list[Event]:
    """One camera, at one instant one event, half of its claims with an end (S8, S9): many within each other."""
    times = draw(st.lists(instants, min_size=1, max_size=8, unique=True))
    events = []
    for number, at in enumerate(sorted(times)):
        attribute = draw(st.sampled_from([{"value": draw(spots("keys"))}, {"attribute": "openness", "value": "open"}]))
        until = draw(st.sampled_from([None, at + timedelta(seconds=1), at + timedelta(hours=1)]))
        kind = draw(st.sampled_from(["seen", "seen", "seen", "not_seen"]))
        claim = attribute | ({"until": until} if kind == "seen" and until else {})
        events.append(
            Event(
                event_id=unique_id(number, 0),
                entity_id="keys",
                type=kind,
                occurred_at=at,
                observed_at=at,
                source="camera:a",
                payload={"claim": claim},
            )
        )
    return events


@st.composite
def presence_streams(draw: DrawFn) -> list[Event]:
    """Keys and the bag seen by several sensors, often for a while, in spans that touch, overlap and contain each other;
    a person and an action among them, and claims that end by themselves (S13)."""
    second, events = timedelta(seconds=1), []
    for number in range(draw(st.integers(2, 9))):
        kind = draw(st.sampled_from(["seen"] * 8 + ["not_seen", "denied", "confirmed", "placed", "stated"]))
        entity, at = draw(st.sampled_from(["keys"] * 4 + ["bag"])), START + draw(st.integers(0, 12)) * second
        place = draw(st.sampled_from([*PLACES, *(["bag"] if entity == "keys" else [])]))
        claim: dict = {"value": place}
        if kind == "seen" and draw(st.integers(0, 4)) == 0:
            claim |= {"until": at + draw(st.integers(1, 6)) * second}
        if kind == "stated":
            payload = {"text": "somebody said so", "claim": claim}
        else:
            payload = {"place": place} if kind == "placed" else {"claim": claim}
        lasts = draw(st.integers(0, 8)) * second if kind == "seen" and draw(st.booleans()) else None
        machine = kind in ("seen", "not_seen", "placed")
        events.append(
            Event(
                event_id=unique_id(number, draw(st.integers(0, 3))),
                entity_id=entity,
                type=kind,
                occurred_at=at,
                occurred_until=None if lasts is None else at + lasts,
                observed_at=at + draw(learned),
                confidence=draw(confidences),
                source=draw(st.sampled_from(MACHINES if machine else USERS)),
                payload=payload,
            )
        )
    return sorted(events, key=fold_order)


@st.composite
def decided_streams(draw: DrawFn) -> list[Event]:
    """One thing that is quarrelled about, and decisions about each quarrel that was over, filed in its span; now and
    then for a span that is shorter or longer than it turned out to be (C19)."""
    thing = draw(st.sampled_from(["keys", "phone"]))
    numbers = range(draw(st.integers(3, 9)))
    events = [draw(plain_events(number, QUARRELSOME, thing)) for number in numbers]
    for number, quarrel in enumerate(Reference(events, POLICY).conflicts(thing), len(events)):
        _, sides = draw(st.sampled_from(quarrel.sides))
        named = sorted({side.newest.event_id for side in sides})
        verdicts = [(draw(st.sampled_from(["keep", "drop", "drop"])), UUID(one)) for one in named]
        kept, dropped = ([one for verdict, one in verdicts if verdict == how] for how in ("keep", "drop"))
        end = START + timedelta(days=30) if quarrel.end == inf else from_us(int(quarrel.end))
        start = from_us(quarrel.start)
        events.append(
            Event(
                event_id=unique_id(number, 0),
                entity_id=thing,
                type="resolved",
                occurred_at=start,
                occurred_until=max(start, end + draw(st.sampled_from([0, 0, 0, -1, 1])) * timedelta(seconds=1)),
                observed_at=START + timedelta(hours=20),
                source="user:ana",
                payload={"conflict_id": quarrel.conflict_id, "keep": kept, "drop": dropped},
            )
        )
    return sorted(events, key=fold_order)
