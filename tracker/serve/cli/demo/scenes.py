"""The five scenes: watch and listen, ask, be told late, disagree, replay. What they show is in fixtures/README.md."""

from __future__ import annotations

from datetime import datetime

from tracker.domain.answers import Whereabouts
from tracker.domain.events import Event
from tracker.ingest.media import file_sha256
from tracker.serve.cli.demo.stage import DemoError, Stage

TOLD = "2026-03-02T14:17:10Z"  # when the recording begins
IN_THE_DRAWER, AFTERWARDS = "2026-03-02T14:10:00Z", "2026-03-02T14:30:00Z"
_FILM = ("--start", "2026-03-02T14:00:00Z", "--end", "2026-03-02T14:24:00Z")
_SEEN_OR_SAID = ("seen", "not_seen", "stated", "removed", "placed")


def perform(stage: Stage) -> str:
    """Play all scenes → the state digest at the end. Raises DemoError when one of them cannot go on."""
    stage.say(f"In a new database: export TRACKER_DB={stage.url}")
    watch_and_listen(stage)
    earlier = ask(stage)
    be_told_late(stage, earlier)
    disagree(stage)
    return replay(stage)


def watch_and_listen(stage: Stage) -> None:
    _scene(stage, 1, "A video of the hall and a spoken recording become events.")
    root = ("--media-root", stage.path())
    stage.tell("What there is at home, from a file; and the policy that nothing fades before you run this:")
    stage.run("--policy", stage.path("policy.toml"), "add", stage.path("home.jsonl"))
    stage.tell("Twenty minutes of the hall's camera through open_clip, and what Ana said there through faster-whisper:")
    stage.run("ingest", "video", stage.path("media/hall.mp4"), *_camera(stage, "hall"), *root)
    said = ("--start", TOLD, "--speaker", "ana", "--source", "mic:hall")
    stage.run("ingest", "audio", stage.path("media/ana.flac"), *said, *root)
    stage.tell("One event of each: both times, confidence, model and weights, file, span, region, sha256:")
    stage.run("events", "keys", "--type", "seen", "--limit", "1")
    stage.run("events", "keys", "--type", "removed", "--limit", "1")
    with stage.open() as tracker:
        events = list(tracker.events(types=_SEEN_OR_SAID))
    for source, medium in (("camera:hall", "media/hall.mp4"), ("mic:hall", "media/ana.flac")):
        made = [event for event in events if event.source == source]
        digest = file_sha256(stage.fixtures / medium)
        claim = f"{len(made)} events of {source}, each with its times, model digest and the sha256 of {medium}"
        stage.check(claim, holds=bool(made) and all(_accounted_for(event, digest) for event in made))


def ask(stage: Stage) -> Whereabouts:
    """→ the answer for AFTERWARDS, before anything arrives late."""
    _scene(stage, 2, "It answers, with evidence.")
    stage.tell("Where are the keys now?")
    stage.run("where", "keys")
    stage.run("ask", "鑰匙在哪裡？")
    stage.tell("Where were they last seen?")
    stage.run("last-seen", "keys")
    stage.tell("When did they leave the drawer?")
    stage.run("changes", "--entity", "keys", *_FILM)
    stage.run("ask", "when did the keys leave the drawer?")
    stage.tell("Where were they at 14:10, and at 14:30?")
    stage.run("where", "keys", "--at", IN_THE_DRAWER)
    stage.run("where", "keys", "--at", AFTERWARDS)
    with stage.open() as tracker:
        then, now, later = (tracker.where("keys", at) for at in (IN_THE_DRAWER, None, AFTERWARDS))
        seen = tracker.last_seen("keys")
        left = [one for one in tracker.changes(_FILM[1], _FILM[3], entity_id="keys") if one.before == then.place]
    stage.check(f"they were in the {then.place}, and are not said to be there now", holds=_moved_on(then, now))
    last = seen is not None and seen.place == then.place
    stage.check("they were last seen where they had been, and left once", holds=last and len(left) == 1)
    stage.check("every answer names its evidence", holds=all(bool(one.evidence) for one in (then, now, later)))
    return later


def be_told_late(stage: Stage, earlier: Whereabouts) -> None:
    _scene(stage, 3, "A clip that was recorded offline arrives late and changes the past.")
    with stage.open() as tracker:
        before = _newest(list(tracker.events()))
    stage.run("ingest", "video", stage.path("media/study.mp4"), *_camera(stage, "study"), "--media-root", stage.path())
    stage.tell("At 14:30 they were, as is known now, and as was known before the clip came:")
    stage.run("where", "keys", "--at", AFTERWARDS)
    stage.run("where", "keys", "--at", AFTERWARDS, "--known-at", before.isoformat())
    with stage.open() as tracker:
        now = tracker.where("keys", AFTERWARDS)
        as_known_then = tracker.where("keys", AFTERWARDS, before)
    stage.check(f"the past changed: {earlier.place} became {now.place}", holds=now.place != earlier.place)
    unchanged = as_known_then.model_dump(exclude={"known_at"}) == earlier.model_dump(exclude={"known_at"})
    stage.check("the answer as known before the clip came is what it was", holds=unchanged)


def disagree(stage: Stage) -> None:
    _scene(stage, 4, "Two cameras disagree.")
    stage.run("ingest", "frames", stage.path("media/lounge"), *_camera(stage, "lounge"), "--media-root", stage.path())
    stage.run("where", "keys")
    stage.run("conflicts")
    with stage.open() as tracker:
        answer, waiting = tracker.where("keys"), tracker.conflicts()
    stage.check("the answer is a conflict, with both sides", holds=_both_sides(answer))
    stage.check(f"the queue holds {len(waiting)} item", holds=len(waiting) == 1)
    if not waiting or not waiting[0].candidates:
        raise DemoError
    item, right = waiting[0], waiting[0].candidates[0].value
    stage.tell("Ana looks, and one command settles it:")
    why = ("--by", "ana", "--reason", "I looked")
    stage.run("review", "resolve", str(item.conflict_id), "--keep", right, *why)
    stage.run("where", "keys")
    stage.run("events", "keys", "--type", "resolved")
    with stage.open() as tracker:
        settled, waiting = tracker.where("keys"), tracker.conflicts()
        decisions = list(tracker.events("keys", types=["resolved"]))
        kept = {event.event_id for event in tracker.events("keys")}
    stage.check(f"they are {settled.relation} the {right}", holds=(settled.status, settled.place) == ("current", right))
    stage.check("the queue is empty and the decision is an event", holds=not waiting and len(decisions) == 1)
    stage.check("nothing was overwritten: both claims are in the log", holds=set(item.event_ids) <= kept)


def replay(stage: Stage) -> str:
    _scene(stage, 5, "It drops all views, replays the log, and comes to the same state.")
    stage.run("digest")
    with stage.open() as tracker:
        before = tracker.digest()
    stage.run("replay")
    stage.run("digest")
    stage.run("verify", "--evidence", stage.path())
    with stage.open() as tracker:
        after, verified = tracker.digest(), tracker.verify(evidence=stage.fixtures)
    stage.check("the state digest is what it was", holds=before == after)
    stage.check("the log is as it was appended, the media as they were seen and heard", holds=verified.ok)
    return after


def _scene(stage: Stage, number: int, title: str) -> None:
    stage.say()
    stage.say(f"{number}. {title}")


def _camera(stage: Stage, name: str) -> tuple[str, ...]:
    return ("--watch", stage.path("watch/home.toml"), "--camera", name)


def _accounted_for(event: Event, digest: str) -> bool:
    learned = event.observed_at is not None and event.observed_at >= event.occurred_at
    pointed = bool(event.evidence) and all(piece.sha256 == digest for piece in event.evidence)
    return learned and pointed and bool((event.model or {}).get("digest"))


def _moved_on(then: Whereabouts, now: Whereabouts) -> bool:
    return then.status == "current" and then.place is not None and then.place not in (now.place, *now.path)


def _newest(events: list[Event]) -> datetime:
    return max(event.observed_at for event in events if event.observed_at is not None)


def _both_sides(answer: Whereabouts) -> bool:
    return answer.status == "conflict" and len({side.source for side in answer.candidates}) > 1
