"""Where something was over time, followed through whatever carried it."""

from __future__ import annotations

from datetime import datetime

from tests.unit.ask.conftest import DAY, claim, event
from tracker import Tracker
from tracker.domain.policy import Policy
from tracker.domain.times import to_us
from tracker.projection.project import Projector
from tracker.projection.scene import FoldedScene, Scene, StoredScene
from tracker.query.holdings import holdings
from tracker.query.itinerary import pieces_back, stays_back


def us(time: str) -> int:
    return to_us(datetime.fromisoformat(f"{DAY}T{time}:00+00:00"))


def told(scene: Scene, thing: str, upto: str, since: str | None = None) -> list[str]:
    """The pieces, oldest first, as '09:00 bag car'."""
    found = pieces_back(scene, thing, us(upto), None if since is None else us(since))
    return [
        f"{datetime.fromtimestamp(piece.start / 1e6, tz=datetime.fromisoformat(f'{DAY}T00:00+00:00').tzinfo):%H:%M} "
        + (" ".join(hop.value for hop in piece.hops) or piece.status)
        for piece in reversed(list(found))
    ]


def both_scenes(tracker: Tracker):
    """The stored scene and the folded one: both must tell the same."""
    from rules import RULES

    tracker.digest()  # folds what waits to be
    with tracker.store.read() as connection:
        projector = Projector(RULES, Policy())
        yield StoredScene(connection, projector)
        yield FoldedScene(connection, projector, None, None, 0)


def test_a_thing_goes_where_its_container_goes(empty: Tracker):
    """Keys in a bag, the bag into the car, the car to the garage: each move of the chain is a piece of its own."""
    empty.append([
        event("09:00", "keys", "placed", {"place": "bag", "relation": "in"}),
        event("09:30", "bag", "placed", {"place": "car", "relation": "in"}),
        event("10:00", "car", "seen", claim("garage", "in")),
        event("11:00", "keys", "not_seen", {**claim("bag"), "view": "clear"}),
    ])  # fmt: skip
    for scene in both_scenes(empty):
        assert told(scene, "keys", "12:00") == ["09:00 bag", "09:30 bag car", "10:00 bag car garage", "11:00 unknown"]
        assert told(scene, "keys", "10:30", "09:15") == ["09:15 bag", "09:30 bag car", "10:00 bag car garage"]


def test_a_ring_ends(empty: Tracker):
    """A box in a bag in the box: followed once around, never forever."""
    empty.append([
        event("09:00", "box", "placed", {"place": "bag", "relation": "in"}),
        event("09:30", "bag", "placed", {"place": "box", "relation": "in"}),
    ])  # fmt: skip
    for scene in both_scenes(empty):
        assert told(scene, "box", "10:00") == ["09:00 bag", "09:30 bag box"]


def test_putting_down_is_newer_word_of_the_carrying(empty: Tracker):
    """Whoever put it down had it until then: the support of the carrying is the putting down, not the taking."""
    empty.append([
        event("08:00", "tom", "moved", {"to_place": "attic", "relation": "in"}),
        event("09:00", "lamp", "removed", {"by": "tom"}),
        event("10:00", "tom", "moved", {"to_place": "cellar", "relation": "in"}),
        event("11:00", "lamp", "placed", {"by": "tom"}),
    ])  # fmt: skip
    by_id = {str(one.event_id): f"{one.type} {one.occurred_at:%H:%M}" for one in empty.events()}
    for scene in both_scenes(empty):
        cellar, attic = list(stays_back(scene, "lamp", us("12:00")))[:2]
        assert (cellar.newest.place, attic.newest.place) == ("cellar", "attic")
        assert [by_id[one] for one in cellar.newest.support] == ["placed 11:00", "moved 10:00"]
        assert [by_id[one] for one in attic.newest.support] == ["placed 11:00", "moved 08:00"]


def test_holdings_tell_what_came_and_what_ended_it(empty: Tracker):
    """Every span in somebody's hands, newest first, with the event after which it was over."""
    empty.append([
        event("09:00", "lamp", "removed", {"by": "tom"}),
        event("10:00", "lamp", "placed", {"place": "lena", "relation": "with", "by": "tom"}),
        event("11:00", "mug", "removed", {"by": "tom"}),
    ])  # fmt: skip
    by_id = {str(one.event_id): f"{one.type} {one.occurred_at:%H:%M}" for one in empty.events()}
    for scene in both_scenes(empty):
        found = holdings(scene, "tom", us("12:00"), 10)
        assert [(one.thing, by_id[one.taken], one.ended and by_id[one.ended]) for one in found] == [
            ("mug", "removed 11:00", None),
            ("lamp", "removed 09:00", "placed 10:00"),
        ]
        assert [one.thing for one in holdings(scene, "tom", us("12:00"), 1)] == ["mug"]
