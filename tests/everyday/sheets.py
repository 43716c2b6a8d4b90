"""The sheets beside this file: what people say and ask on an ordinary day, and what is right to make of it.

`english_statements.toml` tells how a sheet of statements is written; the head of a sheet says who speaks (`by`), when
(`at`) and where (`tz`). A sheet of questions has `told` (messages, a minute apart, from `at` on), `ask` (an hour after
`at`) and `values` (those of the reply, in any order, ids in small letters; times as the local day or minute they begin
with)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from tracker import Tracker
from tracker.ingest.sentences import CandidateClaim, extract
from tracker.ingest.sentences.reading import POSSIBLE

FOLDER = Path(__file__).parent
_ONE_PLACE = frozenset(("in", "on", "at", "with"))
_ENDING = re.compile(r"\s+(?:(by|from|since|until|due)) (\S+(?: \d\d:\d\d)?)$")
_MINUTE = timedelta(minutes=1)


class Head(NamedTuple):
    """Who speaks, when, and in which time zone."""

    by: str
    at: datetime
    tz: str


@dataclass(frozen=True)
class Message:
    """A line of a sheet. `number` counts within its kind from 1: odd ones are for working on."""

    kind: str
    number: int
    head: Head
    given: dict[str, Any]

    @property
    def kept_aside(self) -> bool:
        return self.number % 2 == 0


class Verdict(NamedTuple):
    """How a message fared: what should have been made and was not, and what was made and is wrong."""

    made: int
    missing: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def understood(self) -> bool:
        return not self.missing and not self.wrong


def sheet(name: str) -> Iterator[Message]:
    """The messages of `<name>.toml`, kind by kind."""
    read = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    head = Head(read.pop("by"), read.pop("at"), read.pop("tz"))
    for kind, messages in read.items():
        for number, given in enumerate(messages, 1):
            yield Message(kind, number, head, given)


def judged(message: Message) -> Verdict:
    """A statement is read on its own, a question asked of a tracker of its own."""
    return _asked(message) if "ask" in message.given else _told(message)


def _told(message: Message) -> Verdict:
    head = message.head
    claims = extract(message.given["said"], at=head.at.astimezone(UTC), tz=head.tz, speaker=head.by).claims
    # What is hedged waits for a person: nothing is claimed by it.
    made = [_made(claim, head) for claim in claims if not claim.alternatives and claim.confidence > POSSIBLE]
    wanted = [_wanted(line) for line in message.given["claims"]]
    allowed = [_wanted(line) for line in message.given.get("also", ())]
    missing = [str(line) for line in wanted if not any(line.is_met_by(one) for one in made)]
    if allowed and missing and any(line.is_met_by(one) for line in allowed for one in made):
        # What may be said besides may also be said instead: 'until Friday' ends on Friday's first or last instant.
        missing = [line for line in missing if line.partition(":")[0] not in {one.thing for one in made}]
    wrong = [str(one) for one in made if not any(line.is_met_by(one) for line in (*wanted, *allowed))]
    return Verdict(len(made), tuple(missing), tuple(wrong))


def _asked(message: Message) -> Verdict:
    head, given = message.head, message.given
    with Tracker.open("sqlite://") as tracker:
        for entity, names in given.get("names", {}).items():
            registered = {"kind": "thing", "names": [entity, *names]}
            event = {"entity_id": entity, "type": "registered", "payload": registered, "source": f"user:{head.by}"}
            tracker.append([event | {"occurred_at": head.at, "observed_at": head.at}])
        for number, words in enumerate(given["told"]):
            tracker.note(words, at=head.at + number * _MINUTE, tz=head.tz, speaker=head.by)
        reply = tracker.ask(given["ask"], at=head.at + 60 * _MINUTE, tz=head.tz)
    values = [_plain(value, head.tz) for value in reply.values]
    wanted = [str(value) for value in given["values"]]
    missing = [value for value in wanted if not any(one.startswith(value) for one in values)]
    wrong = [value for value in values if not any(value.startswith(one) for one in wanted)]
    return Verdict(len(values), tuple(missing), tuple(wrong))


def _plain(value: object, tz: str) -> str:
    return _local(value, tz) if isinstance(value, datetime) else str(value).lower()


def _local(when: datetime, tz: str) -> str:
    return when.astimezone(ZoneInfo(tz)).strftime("%Y-%m-%d %H:%M")


class Line(NamedTuple):
    """`thing: where or how` and its endings; of times the beginning, '' where the sheet does not care."""

    thing: str
    what: str
    by: str = ""
    source: str = ""
    since: str = ""
    until: str = ""
    due: str = ""

    def __str__(self) -> str:
        named = {"by": self.by, "from": self.source, "since": self.since, "until": self.until, "due": self.due}
        return f"{self.thing}: {self.what}" + "".join(f" {word} {value}" for word, value in named.items() if value)

    def is_met_by(self, made: Line) -> bool:
        """Whether a claim as made is this one as wanted."""
        return (
            (self.thing, self.by, _place(self.what)) == (made.thing, made.by, _place(made.what))
            and bool(self.until) == bool(made.until)
            and all(found.startswith(wished) for found, wished in zip(made[4:], self[4:], strict=True))
            and self.source in ("", made.source)
        )


def _place(what: str) -> str:
    """The words of a claim with in, on, at and with as one."""
    negated, _, rest = what.rpartition("not ") if what.startswith("not ") else ("", "", what)
    relation, space, value = rest.partition(" ")
    plain = f"at {value}" if space and relation in _ONE_PLACE else rest
    return f"not {plain}" if what != rest else f"{negated}{plain}"


def _wanted(line: str) -> Line:
    thing, _, rest = line.partition(": ")
    endings: dict[str, str] = {}
    while match := _ENDING.search(rest):
        endings[match[1]] = match[2]
        rest = rest[: match.start()]
    endings["source"] = endings.pop("from", "")
    return Line(thing, rest, **endings)


def _made(claim: CandidateClaim, head: Head) -> Line:
    payload = claim.payload
    since = _local(claim.occurred_at, head.tz)
    by, source = payload.get("by", ""), payload.get("from_place", "")
    if claim.type in ("planned", "completed", "cancelled"):
        due = payload.get("due_at")
        return Line(claim.entity, claim.type, due=_local(due, head.tz) if due else "")
    if told := payload.get("claim"):
        until = _local(told["until"], head.tz) if told.get("until") else ""
        attribute = told.get("attribute", "location")
        said = (
            f"{told.get('relation') or 'at'} {told['value']}"
            if attribute == "location"
            else f"{attribute} {told['value']}"
        )
        denied = "not " if claim.type == "not_seen" else ""
        return Line(claim.entity, denied + said, since=since, until=until)
    if claim.type == "removed":
        held = f"with {by}" if by else "nowhere known"
        return Line(claim.entity, held, by=by, source=payload.get("place", ""), since=since)
    target = payload.get("to_place") or (payload.get("place") if claim.type == "placed" else None)
    if target is None and claim.type == "placed":
        return Line(claim.entity, "put down", by=by, since=since)
    where = f"{payload.get('relation') or 'at'} {target}" if target else "nowhere known"
    return Line(claim.entity, where, by=by, source=source, since=since)
