"""A real home's binary sensors: what the tracker answers about them, against a direct reading and the labels.

    .venv/bin/python tests/bench/adl.py --data ../shared/data/uci_adl [--save bench-adl.json]

The files give local times without a zone; the home is Spanish, so they are read as Europe/Madrid (UTC+1 throughout, no
clock change within). Each row is a sensor that was on from start to end. It becomes two reports of the sensor's own
state (on at the start, off at the end) and a sighting of the resident in that room, in one of two readings:

- `spans`: somebody is in the room as long as the sensor is on. Sensors of two rooms on at once are then in conflict.
- `touches`: only motion and pressure last; a door is touched when it opens and closes, a machine when it starts.

Peer: the direct reading, the same answers worked out from the rows. Labels serve as a check of rooms and absences."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

from tracker import Tracker

ZONE = ZoneInfo("Europe/Madrid")
Reading = Literal["spans", "touches"]
Window = tuple[datetime, datetime]
# By type of sensor: the attribute it reports, its value when on and when off.
STATES = {
    "Magnetic": ("openness", "open", "closed"),
    "Electric": ("power", "on", "off"),
    "Pressure": ("pressure", "pressed", "free"),
    "PIR": ("motion", "moving", "still"),
    "Flush": ("water", "running", "still"),
}
LASTING = ("PIR", "Pressure")
# Where each activity is mostly done. Only some of it has to happen there for the check.
ROOMS = {
    "Sleeping": "bedroom",
    "Toileting": "bathroom",
    "Showering": "bathroom",
    "Grooming": "bathroom",
    "Breakfast": "kitchen",
    "Lunch": "kitchen",
    "Dinner": "kitchen",
    "Snack": "kitchen",
    "Spare_Time/TV": "living",
}
AWAY, WHO, DOOR, FRIDGE, HALL = "Leaving", "resident", "maindoor", "fridge", "entrance"


class Row(NamedTuple):
    """A sensor that was on over `[start, end]`."""

    line: int
    start: datetime
    end: datetime
    sensor: str
    kind: str
    room: str


class Label(NamedTuple):
    start: datetime
    end: datetime
    activity: str


def table(path: Path) -> Iterator[tuple[int, datetime, datetime, list[str]]]:
    """The file's rows; one that ends before it starts is left out with a line that says so."""
    for number, line in enumerate(path.read_text(encoding="latin-1").splitlines(), 1):
        cells = line.split()
        if number <= 2 or not cells:
            continue
        start, end = (datetime.fromisoformat(f"{cells[i]} {cells[i + 1]}").replace(tzinfo=ZONE) for i in (0, 2))
        if end < start:
            print(f"left out: {path.name}:{number}: ends before it starts")
        else:
            yield number, start, end, cells[4:]


def sensor_rows(path: Path) -> list[Row]:
    return [Row(n, start, end, s.lower(), kind, room.lower()) for n, start, end, (s, kind, room) in table(path)]


def sightings(row: Row, reading: Reading) -> list[Window]:
    """When the row shows that somebody is in its room."""
    if reading == "spans" or row.kind in LASTING:
        return [(row.start, row.end)]
    ends = (row.start, row.end) if row.kind == "Magnetic" else (row.start,)
    return [(each, each) for each in ends]


def reports(rows: Sequence[Row], reading: Reading) -> Iterator[dict[str, Any]]:
    """The events. A sensor on for less than the clock's second reports no state: on and off at once say nothing."""
    for room in sorted({row.room for row in rows}):
        yield registered(room, "room", "home", rows[0].start)
    yield registered(WHO, "person", None, rows[0].start)
    for row in rows:
        attribute, on, off = STATES[row.kind]
        for at, value in ((row.start, on), (row.end, off)) if row.start < row.end else ():
            yield seen(row, row.sensor, {"attribute": attribute, "value": value}, (at, at), value)
        for number, span in enumerate(sightings(row, reading)):
            yield seen(row, WHO, {"value": row.room, "relation": "in"}, span, f"who-{number}")


def registered(name: str, kind: str, within: str | None, at: datetime) -> dict[str, Any]:
    payload = {"kind": kind} | ({"within": within} if within else {})
    return {
        "entity_id": name,
        "type": "registered",
        "occurred_at": at,
        "confidence": 1.0,
        "payload": payload,
        "source": "user:owner",
        "source_key": f"register-{name}",
    }


def seen(row: Row, entity: str, claim: dict[str, str], span: Window, key: str) -> dict[str, Any]:
    return {
        "entity_id": entity,
        "type": "seen",
        "occurred_at": span[0],
        "occurred_until": span[1],
        "confidence": 1.0,
        "payload": {"claim": claim},
        "source": f"sensor:{row.sensor}",
        "source_key": f"{row.line}-{key}",
    }


# Questions, from the tracker


def last_open(tracker: Tracker, at: datetime) -> tuple[datetime, datetime | None] | None:
    """When the fridge was last open before `at`: from, and until (None: still open then)."""
    open_ = [one for one in tracker.history(FRIDGE, "openness", end=at) if one.value == "open"]
    if not open_:
        return None
    newest = open_[-1]
    return newest.start, newest.end if newest.end is not None and newest.end <= at else None


def presence(tracker: Tracker, room: str, start: datetime, end: datetime) -> str:
    """Was somebody in the room in `[start, end)`? "maybe": only between the last sighting in one room and the first in
    the next, one of which is this. "disputed": only while sensors disagreed."""
    found = set()
    stays = tracker.history(WHO, start=start, end=end)
    last = stays[-1].end if stays else None
    then = tracker.history(WHO, start=last, end=last + timedelta(seconds=1)) if last is not None else []
    for one, after in zip(stays, [*stays[1:], *then[:1], None], strict=False):
        left = one.change_bounds[0] if one.change_bounds else one.end
        if one.status == "conflict" and any(side.value == room for side in one.candidates):
            found.add("disputed")
        elif one.value == room:
            found.add("yes" if left is None or left >= start else "maybe")
        elif after is not None and after.value == room and one.change_bounds and one.change_bounds[0] < end:
            found.add("maybe")
    return next((each for each in ("yes", "disputed", "maybe") if each in found), "no")


def absences(tracker: Tracker, start: datetime, end: datetime) -> list[Window]:
    """When nobody was home: from the first opening of the door to its last closing, while it was all that moved."""
    found = []
    for one in tracker.history(WHO, start=start, end=end):
        if one.value == HALL:
            doors = tracker.history(DOOR, "openness", start=one.start, end=one.end or end)
            open_ = [each for each in doors if each.value == "open" and one.start <= each.start]
            if len(open_) > 1:
                found.append((open_[0].start, open_[-1].end or end))
    return found


# The same, from the rows


def rows_last_open(rows: Sequence[Row], at: datetime) -> tuple[datetime, datetime | None] | None:
    newest = max((row for row in rows if row.sensor == FRIDGE and row.start < at), default=None)
    return None if newest is None else (newest.start, newest.end if newest.end <= at else None)


def rows_last_rooms(rows: Sequence[Row], at: datetime, reading: Reading) -> tuple[datetime, set[str]]:
    spans = [(min(b, at), row.room) for row in rows for a, b in sightings(row, reading) if a <= at]
    newest = max(seen_at for seen_at, _ in spans)
    return newest, {room for seen_at, room in spans if seen_at == newest}


def rows_disputes(rows: Sequence[Row], reading: Reading) -> tuple[int, float, int]:
    """How many pairs of sightings in two rooms overlap, for how many minutes in all, and how many more come within two
    seconds of each other."""
    spans = sorted((a, b, row.room) for row in rows for a, b in sightings(row, reading))
    pairs = [(one, two) for i, one in enumerate(spans) for two in spans[i + 1 : i + 40] if one[2] != two[2]]
    overlaps = [min(one[1], two[1]) - two[0] for one, two in pairs if two[0] < one[1]]
    minutes = round(sum(overlaps, timedelta()).total_seconds() / 60, 1)
    near = sum(one[1] <= two[0] < one[1] + timedelta(seconds=2) for one, two in pairs)
    return len(overlaps), minutes, near


# Judging


def steps(rows: Sequence[Row], minutes: int) -> list[datetime]:
    first, step = rows[0].start, timedelta(minutes=minutes)
    return [first + step * n for n in range(1, (rows[-1].end - first) // step + 1)]


def judge_fridge(tracker: Tracker, rows: Sequence[Row]) -> dict[str, int]:
    score: Counter[str] = Counter()
    for at in steps(rows, 30):
        score["asked"] += 1
        told, direct = last_open(tracker, at), rows_last_open(rows, at)
        score["as the rows say"] += told == direct
        now = tracker.state(FRIDGE, "openness", at)
        is_open = direct is not None and direct[1] is None
        score["open or closed as the rows say"] += now.value == (
            None if direct is None else "open" if is_open else "closed"
        )
    return dict(score)


def judge_kitchen(tracker: Tracker, rows: Sequence[Row], reading: Reading) -> dict[str, int]:
    """Quarter hours: the answer beside whether a kitchen sensor was on in it. A "yes" without one is right when the
    sightings before and after are both of the kitchen: nobody went anywhere else."""
    spans = sorted((a, b, row.room) for row in rows for a, b in sightings(row, reading))
    score: Counter[str] = Counter()
    for start, end in pairwise(steps(rows, 15)):
        on = any(room == "kitchen" and a < end and (b > start or a == b >= start) for a, b, room in spans)
        told = presence(tracker, "kitchen", start, end)
        held = tracker.held(WHO, "location", "kitchen", start, end, "overlaps")
        score["asked"] += 1
        before = next((room for a, _, room in reversed(spans) if a < start), None)
        after = next((room for a, _, room in spans if a >= end), None)
        around = " (kitchen before and after)" if not on and before == after == "kitchen" else ""
        score[f"sensor {'on' if on else 'off'}{around}: {told}"] += 1
        score["held(overlaps) unlike history"] += told == ("no" if held else "yes")
    return dict(sorted(score.items()))


def judge_last_room(tracker: Tracker, rows: Sequence[Row], reading: Reading, misses: list[str]) -> dict[str, int]:
    score: Counter[str] = Counter()
    for at in steps(rows, 15):
        told, (newest, rooms) = tracker.last_seen(WHO, at), rows_last_rooms(rows, at, reading)
        score["asked"] += 1
        right = told is not None and told.at == newest and told.place in rooms
        score["as the rows say"] += right
        if not right:
            said = f"{told.place} {told.at.astimezone(ZONE):%d %H:%M:%S}" if told else "nothing"
            misses.append(f"last room at {at:%d %H:%M:%S}: {said}; rows {'/'.join(rooms)} {newest:%d %H:%M:%S}")
    return dict(score)


def judge_labels(tracker: Tracker, labels: Sequence[Label], rows: Sequence[Row], misses: list[str]) -> dict[str, int]:
    """Each labelled activity has to find the resident in its room at some time in it, each absence nobody home."""
    score: Counter[str] = Counter()
    first, last = labels[0].start, max(one.end for one in labels)
    gone = absences(tracker, first, last)
    score["absences told"] = len(gone)
    for one in labels:
        if one.activity == AWAY:
            score["labelled absences"] += 1
            best = min(gone, key=lambda span: abs(span[0] - one.start) + abs(span[1] - one.end), default=None)
            close = best is not None and max(abs(best[0] - one.start), abs(best[1] - one.end)) <= timedelta(minutes=1)
            score["labelled absences told, both ends within a minute"] += close
            if not close:
                nearest = (
                    f"{best[0].astimezone(ZONE):%d %H:%M:%S}–{best[1].astimezone(ZONE):%d %H:%M:%S}" if best else ""
                )
                misses.append(f"absence {one.start:%d %H:%M:%S}–{one.end:%d %H:%M:%S}: nearest told {nearest}")
            continue
        room = ROOMS[one.activity]
        score["labelled activities"] += 1
        answer = presence(tracker, room, one.start, one.end)
        score[f"room of the activity: {answer}"] += 1
        if answer == "no":
            said = ", ".join(str(each.value) for each in tracker.history(WHO, start=one.start, end=one.end))
            on = [row.sensor for row in rows if row.room == room and row.start < one.end and row.end > one.start]
            why = f"{'/'.join(on) or 'no sensor'} of the {room} was on"
            misses.append(f"{one.activity} {one.start:%d %H:%M:%S}–{one.end:%H:%M:%S}: history {said}; {why}")
    return dict(score)


def judge_disputes(tracker: Tracker, rows: Sequence[Row], reading: Reading) -> dict[str, Any]:
    found = tracker.conflicts(status=None, entity=WHO)
    stretches = [one for one in tracker.history(WHO) if one.status == "conflict"]
    lasted = sum(((one.end or rows[-1].end) - one.start for one in stretches), timedelta())
    overlapping, minutes, near = rows_disputes(rows, reading)
    for one in found:
        sides = " | ".join(f"{side.value} ({side.source})" for side in one.candidates)
        until = f"{one.end.astimezone(ZONE):%H:%M:%S}" if one.end else "open"
        print(f"  conflict {one.start.astimezone(ZONE):%d %H:%M:%S}–{until} {one.status}: {sides}")
    return {
        "conflicts of the resident": len(found),
        "minutes in conflict": round(lasted.total_seconds() / 60, 1),
        "pairs of rooms that overlap in the rows": overlapping,
        "minutes in which they overlap": minutes,
        "pairs of rooms within two seconds in the rows": near,
        "conflicts of the sensors": len(tracker.conflicts(status=None)) - len(found),
    }


def run(folder: Path) -> dict[str, Any]:
    rows = sensor_rows(folder / "OrdonezA_Sensors.txt")
    labels = [Label(start, end, cells[0]) for _, start, end, cells in table(folder / "OrdonezA_ADLs.txt")]
    result: dict[str, Any] = {"rows": len(rows), "labels": len(labels), "zone": ZONE.key}
    readings: tuple[Reading, ...] = ("spans", "touches")
    for reading in readings:
        print(f"\n{reading}")
        misses: list[str] = []
        with Tracker.open("sqlite://") as tracker:
            clock = time.perf_counter()
            events = tracker.append(reports(rows, reading)).appended
            appended = time.perf_counter() - clock
            clock = time.perf_counter()
            figures: dict[str, Any] = {
                "conflicts": judge_disputes(tracker, rows, reading),
                "when was the fridge last open": judge_fridge(tracker, rows),
                "was somebody in the kitchen": judge_kitchen(tracker, rows, reading),
                "last room": judge_last_room(tracker, rows, reading, misses),
                "labels": judge_labels(tracker, labels, rows, misses),
            }
            figures |= {
                "events": events,
                "append_s": round(appended, 2),
                "ask_s": round(time.perf_counter() - clock, 2),
            }
        result[reading] = figures
        for name, each in figures.items():
            print(f"  {name}: {each}" if not isinstance(each, dict) else f"  {name}")
            for label, number in each.items() if isinstance(each, dict) else ():
                print(f"    {label:56} {number:>6}")
        for miss in misses:
            print(f"  miss {miss}")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/uci_adl"))
    parser.add_argument("--save", type=Path, default=Path("bench-adl.json"))
    given = parser.parse_args()
    if not (given.data / "OrdonezA_Sensors.txt").is_file():
        print(f"skipped: no sensors of UCI ADL (OrdonezA_Sensors.txt) in {given.data}")
        return
    given.save.write_text(json.dumps(run(given.data), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
