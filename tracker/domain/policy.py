"""Policy: the numbers a household may set — half-lives, floors, windows, acceptance, retention."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tracker.domain.logged import Logged
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import LOCATION
from tracker.domain.times import SECOND
from tracker.errors import InvalidInput

Probability = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
LONGEST_S = 1e300
"""For as good as ever; much longer, and it is no number of microseconds any more."""
Span = Annotated[float, Field(gt=0, le=LONGEST_S, allow_inf_nan=False)]

_HALF_LIVES = {
    "phone": 30 * 60.0,
    "person": 30 * 60.0,
    "pet": 15 * 60.0,
    "vehicle": 12 * 3600.0,
    "furniture": 365 * 86400.0,
}
_MEMORY_HALF_LIVES = {"utterance": 365 * 86400.0, "note": 365 * 86400.0}
_FIXED = ("place", "room", "building", "house")


class AttributePolicy(NamedTuple):
    """Policy for one attribute of one kind of entity. Times in microseconds; `half_life` None means no decay.
    `span_ends`: by prefix of the source, the longest first, whether the end of a span withdraws what was seen."""

    half_life: int | None
    floor: float
    window: int
    span_ends: tuple[tuple[str, bool], ...] = ()

    def withdraws(self, source: str) -> bool:
        """Whether the end of a span is the source's own word that what it saw holds no longer (S13)."""
        for prefix, withdraws in self.span_ends:
            if source.startswith(prefix):
                return withdraws
        return False

    def withdrawn_at(self, event: Logged) -> int | None:
        """When the event's source withdraws what it saw: at the end of the span, if it says so by that; else None."""
        end = event.until
        if event.type != "seen" or end is None or end <= event.occurred or not self.withdraws(event.source):
            return None
        return end


class Acceptance(BaseModel):
    """Confidence from which a source's events project (`accept`) or are queued as possible (`review`), and what the end
    of a span it reports says: when it was `last_seen`, or that it holds no longer (`withdraws`: a presence sensor)."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    accept: Probability = 0.5
    review: Probability = 0.2
    span_end: Literal["last_seen", "withdraws"] = "last_seen"


class Policy(BaseModel):
    """`half_life_s`: seconds by entity kind for `location`; `default_half_life_s` for every other kind; kinds in
    `fixed_kinds` do not decay, and neither do attributes other than location unless named in `attribute_half_life_s`.
    `sources`: acceptance and `span_end` by source, the longest matching prefix wins. `retain_s`: seconds kept,
    by source prefix. `memory_half_life_s`: seconds in which what is recalled loses half its weight, by kind of memory
    (utterance, note, plan, document); 0, or none at all: it does not fade."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    half_life_s: dict[str, Span] = _HALF_LIVES
    default_half_life_s: Span = 24 * 3600.0
    fixed_kinds: tuple[str, ...] = _FIXED
    attribute_half_life_s: dict[str, Span] = {}
    floor: Probability = 0.2
    window_s: Annotated[float, Field(ge=0, le=LONGEST_S, allow_inf_nan=False)] = 2.0
    acceptance: Acceptance = Acceptance()
    sources: dict[str, Acceptance] = {}
    retain_s: dict[str, Span] = {}
    memory_half_life_s: dict[str, Annotated[float, Field(ge=0, le=LONGEST_S, allow_inf_nan=False)]] = _MEMORY_HALF_LIVES

    def of(self, kind: str | None, attribute: str) -> AttributePolicy:
        """The policy of one attribute of entities of this kind (None: not registered)."""
        seconds: float | None
        if attribute != LOCATION:
            seconds = self.attribute_half_life_s.get(attribute)
        elif kind in self.fixed_kinds:
            seconds = None
        else:
            seconds = self.half_life_s.get(kind or "", self.default_half_life_s)
        half_life = None if seconds is None else max(1, round(seconds * SECOND))
        return AttributePolicy(half_life, self.floor, round(self.window_s * SECOND), self.span_ends())

    def span_ends(self) -> tuple[tuple[str, bool], ...]:
        """By prefix of the source, the longest first: whether its spans end with `withdraws`. Empty when none does."""
        ends = {prefix: one.span_end == "withdraws" for prefix, one in self.sources.items()}
        if self.acceptance.span_end == "withdraws":
            ends.setdefault("", True)
        if not any(ends.values()):
            return ()
        return tuple(sorted(ends.items(), key=lambda end: -len(end[0])))

    def accepts(self, source: str) -> Acceptance:
        """The acceptance of a source: its longest matching prefix in `sources`, else the general one."""
        prefix = _longest(self.sources, source)
        return self.acceptance if prefix is None else self.sources[prefix]

    def kept_for(self, source: str) -> int | None:
        """Microseconds that events of a source are kept, by the longest matching prefix; None: for ever."""
        prefix = _longest(self.retain_s, source)
        return None if prefix is None else round(self.retain_s[prefix] * SECOND)


def _longest(prefixes: Iterable[str], source: str) -> str | None:
    return max((prefix for prefix in prefixes if source.startswith(prefix)), key=len, default=None)


def given_policy(policy: Policy) -> Policy:
    """The policy, looked at once more; InvalidInput naming the key when it is none."""
    if not isinstance(policy, Policy):
        raise InvalidInput(f"policy: is {type(policy).__name__}, not a Policy")
    try:
        return Policy.model_validate(policy)
    except ValidationError as error:
        raise InvalidInput(f"policy: {first_mistake(error, 'all of it', Policy)}") from None


def read_policy(path: Path) -> Policy:
    """The policy in a TOML file; InvalidInput naming file and key when it cannot be used."""
    try:
        return Policy.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        raise InvalidInput(f"{path}: {first_mistake(error, 'policy', Policy)}") from None
    except FileNotFoundError:
        raise InvalidInput(f"{path}: no such file") from None
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path}: not UTF-8 text at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path}: not TOML: {error}") from None
