"""Real object movements: how well `history` and `held` answer the HD-EPIC questions about them.

    .venv/bin/python tests/bench/hdepic.py --data ../shared/data/hdepic [--save bench-hdepic.json]

Each track of the data set (one object from pick-up to put-down, in seconds of a video) becomes one `moved` event with
a span. The tracks name no places, so that each put-down gets a spot of its own. A video's seconds count from the time
in its name, read as UTC. Questions are linked to an object by time: through `changes`, within 0.06 s of the question's.
Peer: the direct reading, the same answers worked out from the rows without the tracker."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tracker import Interval, Tracker

TOLERANCE = timedelta(seconds=0.06)
_INSTANT = timedelta(microseconds=1)
_TIME = re.compile(r"<TIME (\d+):(\d+):([\d.]+) video 1>")
Span = tuple[datetime, datetime]
Rows = dict[str, list[Span]]


class Question(NamedTuple):
    """`at`: the instant at which one movement of the object meant begins or ends. `right`: index of the right choice.
    `seconds`: how long it has to stay put, for questions about that."""

    name: str
    video: str
    at: datetime
    choices: tuple[str, ...]
    right: int
    seconds: float | None


def began(video: str) -> datetime:
    """When the video `P01-20240202-110250` began: the time in its name, read as UTC."""
    return datetime.strptime(video.split("-", 1)[1], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)


def moment(video: str, text: str) -> datetime | None:
    """The first `<TIME h:m:s video 1>` in the text."""
    found = _TIME.search(text)
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    return began(video) + timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))


def movements(tracks: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One `moved` event per track; the boxes that were drawn for it are its evidence."""
    for video, things in tracks.items():
        for thing, known in things.items():
            for track in known["tracks"]:
                start, end = (began(video) + timedelta(seconds=each) for each in track["time_segment"])
                yield {
                    "entity_id": f"{video}/{thing}",
                    "type": "moved",
                    "occurred_at": start,
                    "occurred_until": end,
                    "confidence": 1.0,
                    "payload": {"to_place": f"{video}/spot-{track['track_id']}", "relation": "at"},
                    "source": "import:hd-epic",
                    "source_key": track["track_id"],
                    "evidence": [{"uri": f"{video}/box-{box}"} for box in track["masks"]],
                }


def questions(path: Path) -> list[Question]:
    asked = []
    for name, one in json.loads(path.read_text(encoding="utf-8")).items():
        video, text = one["inputs"]["video 1"]["id"], one["question"]
        at = moment(video, text)
        lasting = re.search(r"static for more than ([\d.]+) seconds", text)
        if at is None:
            raise SystemExit(f"{path}: {name}: no time in the question")
        seconds = float(lasting[1]) if lasting else None
        asked.append(Question(name, video, at, tuple(one["choices"]), one["correct_idx"], seconds))
    return asked


# From the tracker


def linked(tracker: Tracker, asked: Question) -> list[str]:
    """The objects of that video of which a movement begins or ends at the question's instant."""
    changes = tracker.changes(asked.at - TOLERANCE, asked.at + TOLERANCE + _INSTANT, "location")
    return sorted({one.entity_id for one in changes if one.entity_id.startswith(f"{asked.video}/")})


def rests(tracker: Tracker, thing: str) -> list[Interval]:
    """The stretches in which it stayed where it had been put. Two records of one put-down are one, in conflict."""
    return [one for one in tracker.history(thing) if one.status != "unknown"]


def stays(tracker: Tracker, thing: str, start: datetime, seconds: float) -> bool:
    """Whether it is at one spot from `start` on for that long."""
    end = start + timedelta(seconds=seconds)
    resting = [one for one in tracker.history(thing, start=start, end=start + _INSTANT) if one.value is not None]
    return any(one.value and tracker.held(thing, "location", one.value, start, end) for one in resting)


def staying(tracker: Tracker, thing: str, asked: Question) -> list[int]:
    """The choices whose time is one from which the object stays put for as long as asked."""
    assert asked.seconds is not None
    starts = [moment(asked.video, choice) for choice in asked.choices]
    return [i for i, start in enumerate(starts) if start is not None and stays(tracker, thing, start, asked.seconds)]


# From the rows themselves


def spans(tracks: dict[str, Any]) -> Rows:
    return {
        f"{video}/{thing}": sorted(
            (
                began(video) + timedelta(seconds=t["time_segment"][0]),
                began(video) + timedelta(seconds=t["time_segment"][1]),
            )
            for t in known["tracks"]
        )
        for video, things in tracks.items()
        for thing, known in things.items()
    }


def directly_linked(rows: Rows, asked: Question) -> list[str]:
    own = ((thing, moves) for thing, moves in rows.items() if thing.startswith(f"{asked.video}/"))
    return sorted(t for t, moves in own if any(abs(end - asked.at) <= TOLERANCE for move in moves for end in move))


def directly_staying(moves: Sequence[Span], asked: Question) -> list[int]:
    assert asked.seconds is not None
    found = []
    for index, choice in enumerate(asked.choices):
        start = moment(asked.video, choice)
        assert start is not None
        end = start + timedelta(seconds=asked.seconds)
        if moves[0][1] <= start and not any(left < end and put > start for left, put in moves):
            found.append(index)
    return found


# Judging


def offered(number: int, choices: Sequence[str]) -> int:
    """The choice for a count: itself; else the next larger (a movement can go untracked, a tracked one did happen);
    else the largest."""
    numbers = sorted((int(choice), index) for index, choice in enumerate(choices))
    return next((index for each, index in numbers if each >= number), numbers[-1][1])


def second(video: str, at: datetime | None) -> str:
    """A time as seconds of the video; nothing for an open end."""
    return "" if at is None else f"{(at - began(video)).total_seconds():.1f}"


def told(tracker: Tracker, thing: str, video: str) -> str:
    """What history says, in seconds of the video."""
    rows = tracker.history(thing)
    return "history: " + ", ".join(f"{one.status} {second(video, one.start)}–{second(video, one.end)}" for one in rows)


def why_count(tracker: Tracker, thing: str, beyond: int) -> str:
    if beyond > 0:
        return f"the tracks lack {beyond} movement(s) that the key counts"
    vague = sum(len(one.evidence) < 2 for one in tracker.events(thing))
    return (
        f"the key leaves out {-beyond} of the tracked movements; {vague} of them have no box at one end, so that nobody"
        " can say whether the place changed"
    )


def why_stay(tracker: Tracker, thing: str, asked: Question, found: list[int], beyond: int) -> str:
    right = moment(asked.video, asked.choices[asked.right])
    assert right is not None
    if asked.right in found:
        why = "history gives no reason against the other(s)"
    elif not tracker.history(thing, start=right, end=right + _INSTANT):
        why = "history knows of nothing so early: the first movement came later"
    else:
        why = "it moved within that time"
    if beyond > 0:
        why += f"; the key of the counting question has {beyond} movement(s) of this object that the tracks lack"
    return why


class Sheet:
    """One kind of question: how many were linked, right, and what was missed and why."""

    def __init__(self, name: str, asked: Sequence[Question]) -> None:
        self.name, self.asked = name, asked
        self.score: Counter[str] = Counter(asked=len(asked))
        self.misses: list[str] = []

    def figures(self) -> dict[str, Any]:
        linked_ = self.score["linked"] or 1
        shares = {f"{each} share": round(self.score[each] / linked_, 4) for each in self.score if "right" in each}
        return {**self.score, **shares}

    def links(self, tracker: Tracker, rows: Rows) -> Iterator[tuple[Question, str]]:
        for one in self.asked:
            found = linked(tracker, one)
            self.score["linked alike by the direct reading"] += found == directly_linked(rows, one)
            if len(found) == 1:
                self.score["linked"] += 1
                yield one, found[0]
            elif found:
                self.score["left out: several objects move at that time"] += 1
            else:
                self.score["left out: nothing moves at that time"] += 1


def count_moves(tracker: Tracker, rows: Rows, asked: list[Question]) -> tuple[Sheet, dict[str, int]]:
    """→ the sheet, and by object how many movements the key has beyond those of the history."""
    sheet, beyond = Sheet("counting", asked), {}
    for one, thing in sheet.links(tracker, rows):
        number, key = len(rests(tracker, thing)), int(one.choices[one.right])
        sheet.score["right, exactly"] += number == key
        sheet.score["right, of those offered"] += offered(number, one.choices) == one.right
        sheet.score["direct reading right, exactly"] += len(rows[thing]) == key
        sheet.score["direct reading right, of those offered"] += offered(len(rows[thing]), one.choices) == one.right
        beyond[thing] = key - number
        if number != key:
            picked = "right" if offered(number, one.choices) == one.right else "wrong"
            sheet.misses.append(
                f"{one.name}: history {number}, key {key}, offered {'/'.join(one.choices)} (picked: {picked}):"
                f" {why_count(tracker, thing, key - number)}\n    {told(tracker, thing, one.video)}"
            )
    return sheet, beyond


def find_rests(tracker: Tracker, rows: Rows, asked: list[Question], beyond: dict[str, int]) -> Sheet:
    sheet = Sheet("stationary", asked)
    for one, thing in sheet.links(tracker, rows):
        found = staying(tracker, thing, one)
        sheet.score["right, and no other"] += found == [one.right]
        sheet.score["right among those that hold"] += one.right in found
        sheet.score["direct reading right, and no other"] += directly_staying(rows[thing], one) == [one.right]
        if found != [one.right]:
            said, key = (
                ", ".join(second(one.video, moment(one.video, one.choices[i])) for i in each) or "none"
                for each in (found, [one.right])
            )
            sheet.misses.append(
                f"{one.name}: stays {one.seconds:.0f} s from {said}, key {key}:"
                f" {why_stay(tracker, thing, one, found, beyond.get(thing, 0))}\n    {told(tracker, thing, one.video)}"
            )
    return sheet


def check_itineraries(tracker: Tracker, rows: Rows, asked: list[Question]) -> Sheet:
    """The tracks name no place, so that from/to cannot be answered. What can be checked: the legs of the right answer
    (moves to another place) are at most the moves of the history."""
    sheet = Sheet("itinerary (not answerable: the tracks name no place)", asked)
    for one, thing in sheet.links(tracker, rows):
        legs, number = one.choices[one.right].count(", then ") + 1, len(rests(tracker, thing))
        sheet.score["legs = moves"] += legs == number
        sheet.score["legs ≤ moves"] += legs <= number
        if legs > number:
            sheet.misses.append(f"{one.name}: {legs} legs, {number} moves\n    {told(tracker, thing, one.video)}")
    return sheet


def check_histories(tracker: Tracker, rows: Rows) -> dict[str, int]:
    """Every object's history against its rows: rests from put-down to next pick-up, left within the next movement."""
    score: Counter[str] = Counter(objects=len(rows), movements=sum(map(len, rows.values())))
    for thing, moves in rows.items():
        apart = all(put < left for (_, put), (left, _) in pairwise(moves))
        score["objects whose movements overlap or touch"] += not apart
        score["rests"] += len(resting := rests(tracker, thing))
        if not apart:
            score["rests fewer than movements where they overlap or touch"] += len(moves) - len(resting)
            continue
        ends: list[Span | None] = [*moves[1:], None]
        wanted = [(put, after[0] if after else None, after) for (_, put), after in zip(moves, ends, strict=True)]
        score["histories equal to the rows"] += wanted == [(one.start, one.end, one.change_bounds) for one in resting]
    return dict(score)


def run(folder: Path) -> dict[str, Any]:
    def read(pattern: str) -> list[Question]:
        return [one for path in sorted(folder.glob(pattern)) for one in questions(path)]

    tracks: dict[str, Any] = {}
    for path in sorted(folder.glob("assoc_info*.json")):
        tracks |= json.loads(path.read_text(encoding="utf-8"))
    rows = spans(tracks)
    with Tracker.open("sqlite://") as tracker:
        clock = time.perf_counter()
        receipt = tracker.append(movements(tracks))
        appended = time.perf_counter() - clock
        clock = time.perf_counter()
        counting, beyond = count_moves(tracker, rows, read("*movement_counting*.json"))
        stationary = find_rests(tracker, rows, read("*stationary_object*.json"), beyond)
        itinerary = check_itineraries(tracker, rows, read("*movement_itinerary*.json"))
        answered = time.perf_counter() - clock
        histories = check_histories(tracker, rows)
    sheets = (counting, stationary, itinerary)
    for sheet in sheets:
        print(f"\n{sheet.name}")
        for name, value in sheet.figures().items():
            print(f"  {name:48} {value:>8}")
        for miss in sheet.misses:
            print(f"  miss {miss}")
    print("\nhistories against rows")
    for name, count in histories.items():
        print(f"  {name:60} {count:>6}")
    number = sum(len(sheet.asked) for sheet in sheets)
    print(f"\n{receipt.appended} events in {appended:.1f} s; {number} questions in {answered:.1f} s")
    return {
        "events": receipt.appended,
        "append_s": round(appended, 2),
        "ask_s": round(answered, 2),
        "questions": {sheet.name: sheet.figures() for sheet in sheets},
        "histories": histories,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/hdepic"))
    parser.add_argument("--save", type=Path, default=Path("bench-hdepic.json"))
    given = parser.parse_args()
    if not any(given.data.glob("assoc_info*.json")):
        print(f"skipped: no HD-EPIC tracks (assoc_info*.json) in {given.data}")
        return
    given.save.write_text(json.dumps(run(given.data), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
