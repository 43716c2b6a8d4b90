"""Reading a scenario file (the format is told in `fixtures/scenarios/README.md` of the repository)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from tracker.domain.events import Event
from tracker.domain.ids import conflict_id_for
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.domain.times import aware, to_us
from tracker.errors import InvalidInput, TrackerError, first_line

CLAIMING = ("seen", "not_seen", "stated", "system_action", "confirmed", "denied", "corrected")
DECIDING = ("accepted", "rejected", "redacted", "split")
_ENVELOPE = ("id", "at", "through", "arrives", "source", "entity", "type", "confidence", "caused_by")
_TIMES = ("at", "known_at", "since", "until", "start", "end", "seen_at")
_ROW = re.compile(r"(?P<start>\S+)(?: to (?P<end>\S+)| (?P<open>on))?: (?P<what>.*)")


@dataclass(frozen=True)
class Row:
    """A line of an expected history or list of conflicts. `end` None: open, or (conflicts) not said."""

    start: datetime
    end: datetime | None
    what: str
    bounds: tuple[datetime, datetime] | None


class Scenario:
    """`events` in the order of the file; `questions` with their times read; `policy`, where the file has one."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self._file: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        self.title: str = self._file["title"]
        self.story: str = self._file["story"]
        self.covers: list[str] = self._file["covers"]
        self.policy = Policy.model_validate(self._file.get("policy", {}))
        self._zone = ZoneInfo(self._file.get("zone", "UTC"))
        self._date = date.fromisoformat(self._file.get("date", "2026-03-02"))
        self._ids: dict[str, UUID] = {}
        self.events = [self._event(number, given) for number, given in enumerate(self._file["events"], 1)]
        self.questions = [self._question(given) for given in self._file["expect"]]

    def moment(self, text: str) -> datetime:
        """`14:02`, `14:02:30.5`, `2026-03-03 14:02` in the file's zone, or an ISO time with an offset."""
        if re.search(r"(Z|[+-]\d\d:\d\d)$", text):
            return aware(text)
        day, _, clock = text.rpartition(" ")
        local = datetime.combine(date.fromisoformat(day) if day else self._date, time.fromisoformat(clock))
        if local.replace(tzinfo=self._zone).utcoffset() != local.replace(tzinfo=self._zone, fold=1).utcoffset():
            raise ValueError(f"{self.name}: {text} comes twice, or never, in {self._zone}: give it an offset")
        return local.replace(tzinfo=self._zone).astimezone(UTC)

    @property
    def last_moment(self) -> datetime:
        """When the newest event was learned, or the newest question asked about: the `now` of the scenario."""
        asked: list[datetime] = [question["at"] for question in self.questions if "at" in question]
        learned = [event.observed_at for event in self.events if event.observed_at]
        return max([*learned, *asked])

    def clock(self) -> int:
        """For a tracker: it is `last_moment`, in microseconds since the epoch (UTC)."""
        return to_us(self.last_moment)

    def _event(self, number: int, given: Mapping[str, Any]) -> Event:
        event_id = UUID(int=number)
        if "id" in given:
            self._ids[given["id"]] = event_id
        fields: dict[str, Any] = {
            "event_id": event_id,
            "entity_id": given["entity"],
            "type": given["type"],
            "source": given["source"],
            "occurred_at": self.moment(given["at"]),
            "observed_at": self.moment(given.get("arrives") or given.get("through") or given["at"]),
            "payload": self._payload(given),
        }
        if "through" in given:
            fields["occurred_until"] = self.moment(given["through"])
        if "caused_by" in given:
            fields["caused_by"] = self._ids[given["caused_by"]]
        return Event.model_validate(fields | {key: given[key] for key in ("confidence",) if key in given})

    def _payload(self, given: Mapping[str, Any]) -> dict[str, Any]:
        rest = {key: value for key, value in given.items() if key not in _ENVELOPE}
        if given["type"] in DECIDING:
            rest["event_ids"] = [self._ids[name] for name in rest.pop("events")]
        if given["type"] == "resolved":
            first, second = (str(self._ids[name]) for name in rest.pop("conflict"))
            attribute = rest.pop("attribute", LOCATION)
            rest["conflict_id"] = conflict_id_for(given["entity"], attribute, [first, second])
            for side in ("keep", "drop"):
                rest[side] = [self._ids[name] for name in rest.get(side, [])]
        for key in ("due_at", "due_until", "until"):
            if key in rest:
                rest[key] = self.moment(rest[key])
        if given["type"] in CLAIMING:
            self._gather_claim(given, rest)
        return rest

    def _gather_claim(self, given: Mapping[str, Any], rest: dict[str, Any]) -> None:
        value = rest.pop("place", None) or rest.pop("value", None)
        claim = {key: rest.pop(key) for key in ("attribute", "relation", "until") if key in rest}
        if value is not None:
            rest["claim"] = {"value": value, **claim}
        if given["type"] == "stated":
            rest.setdefault("text", f"{given['entity']}: {value}")
        if given["type"] == "system_action":
            rest.setdefault("action", "report")

    def _question(self, given: Mapping[str, Any]) -> dict[str, Any]:
        question: dict[str, Any] = dict(given)
        question |= {key: self.moment(given[key]) for key in _TIMES if key in given}
        if "rows" in question:
            question["rows"] = [self._row(text) for text in question["rows"]]
        if "faded" in question:
            spans = [re.split(r" to | on$", text) for text in question["faded"]]
            question["faded"] = [(self.moment(start), self.moment(end) if end else None) for start, end in spans]
        if "change_bounds" in question:
            question["change_bounds"] = tuple(self.moment(text) for text in question["change_bounds"])
        return question

    def _row(self, text: str) -> Row:
        match = _ROW.fullmatch(text)
        if match is None:
            raise ValueError(f"{self.name}: cannot read the row {text!r}")
        what, _, change = match["what"].partition("; ")
        bounds = None
        if change.startswith("changed between "):
            low, high = change.removeprefix("changed between ").split(" and ")
            bounds = (self.moment(low), self.moment(high))
        elif change not in ("", "change exact"):
            raise ValueError(f"{self.name}: cannot read {change!r}")
        end = self.moment(match["end"]) if match["end"] else None
        return Row(self.moment(match["start"]), end, what, bounds)


def read_scenarios(folder: str | Path) -> list[Scenario]:
    """The scenarios of a folder's TOML files, by name. Raises InvalidInput naming the file that cannot be read as one,
    or the folder that has none."""
    paths = sorted(Path(folder).glob("*.toml"))
    if not paths:
        raise InvalidInput(f"{folder}: no scenario (*.toml) there")
    return [_read(path) for path in paths]


def _read(path: Path) -> Scenario:
    try:
        return Scenario(path)
    except KeyError as error:
        raise InvalidInput(f"{path}: {error.args[0]!r} is missing, or names no event before it") from None
    except (TrackerError, ValueError, OSError) as error:
        raise InvalidInput(f"{path}: {first_line(error)}") from None
