"""The plan of a question: what is asked, of whom, about when. It is data: it can be kept, sent and run again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import LOCATION
from tracker.domain.sides import Relation
from tracker.domain.times import UtcTime, ZoneName, to_us
from tracker.errors import InvalidInput
from tracker.language.sides import Side

Language = Literal["en", "zh-Hant", "zh-Hans"]
Intent = Literal[
    "where",
    "last_seen",
    "where_next_to",
    "visits",
    "is_at",
    "who_has",
    "carrying",
    "given",
    "did",
    "when_moved",
    "when_became",
    "is_so",
    "state",
    "which_so",
    "how_often",
    "how_long",
    "inside",
    "in_stock",
    "changes",
    "planned",
    "plan",
]
"""`where` now or at a time; `last_seen` the last observation; `where_next_to` before or after another place; `visits`
everywhere during a window; `is_at` (still) in a place or with somebody; `did` whether,
when or where to somebody took or put it; `when_moved` and `when_became` when it changed;
`is_so` (still) in a state; `which_so` which of a kind are; `in_stock` how much there is;
`planned` what is to come; `plan` one planned thing."""
Asks = Literal[
    "which", "count", "count_and_which", "whether", "whether_all", "whether_who", "when", "where", "who", "how_long"
]
Order = Literal["before", "after"]


class Plan(BaseModel):
    """One question, understood. Entities, places and holders are ids; times are aware UTC.

    `at` is the instant asked about; `window` `[start, end)` when a span was asked about instead (a missing start means
    from the beginning). `now` is the asker's moment. `asks` says which part of the answer was wanted; `kind` the word
    for the things asked about; `side` which side of the place, where `relation` is 'at'; `said` how ids were called in
    the question; `reading` how a doubtful time was read; `also` what was asked in the
    same breath. A plan holds no viewer: who runs it, sees."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    intent: Intent
    entities: tuple[str, ...] = ()
    attribute: str = LOCATION
    value: str | None = None
    kind: str | None = None
    place: str | None = None
    relation: Relation | None = None
    side: Side | None = None
    holder: str | None = None
    receiver: str | None = None
    order: Order | None = None
    asks: Asks | None = None
    still: bool = False
    throughout: bool = False
    at: UtcTime
    window: tuple[UtcTime | None, UtcTime] | None = None
    known_at: UtcTime | None = None
    now: UtcTime
    tz: ZoneName = "UTC"
    language: Language = "en"
    said: Mapping[str, str] = {}
    reading: str | None = None
    also: tuple[Plan, ...] = ()

    @property
    def at_us(self) -> int:
        return to_us(self.at)

    @property
    def now_us(self) -> int:
        return to_us(self.now)

    @property
    def window_us(self) -> tuple[int, int] | None:
        """The window in microseconds; its start is 0001-01-01 when it has none."""
        if self.window is None:
            return None
        start, end = self.window
        return (-(1 << 61) if start is None else to_us(start)), to_us(end)

    @property
    def upto_us(self) -> int:
        """The last instant that the question reaches: the end of its window, else the instant asked about."""
        return self.at_us if self.window is None else to_us(self.window[1]) - 1

    @property
    def entity(self) -> str:
        return self.entities[0]


def read_plan(given: Plan | Mapping[str, Any]) -> Plan:
    """The plan that JSON data describes; InvalidInput naming the first wrong field."""
    try:
        return Plan.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(f"plan: {first_mistake(error, 'all of it', Plan)}") from None
