"""The watch file: what each camera looks at and what to look for there (TOML).

    [model]
    name = "local-dir:../models/tiny-clip"        # or an open_clip name, with its pretrained tag

    [cameras.hall]
    start = 2026-03-02T14:00:00Z                  # of its video; stills carry their own times
    every_s = 5

    [cameras.hall.zones.drawer]
    box = [0.06, 0.42, 0.26, 0.46]                # left, top, width, height in 0..1
    place = "hall_drawer"
    relation = "in"
    empty = ["a photo of an empty drawer"]
    occluded = ["a photo of a person in front of the drawer"]
    entities.keys.prompts = ["a photo of red keys in the drawer"]

    [cameras.hall.zones.door]
    box = [0.68, 0.10, 0.22, 0.72]
    [cameras.hall.zones.door.states.front_door.openness.values]
    open = ["a photo of an open door"]
    closed = ["a photo of a closed door"]

Paths are relative to the watch file. Unknown keys are refused. `read_watch` raises InvalidInput with one line that
names the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from tracker.domain.evidence import Fraction, Region
from tracker.domain.ids import EntityId, Label
from tracker.domain.mistakes import first_mistake
from tracker.domain.payloads import LOCATION
from tracker.domain.times import UtcTime, ZoneName
from tracker.errors import InvalidInput
from tracker.ingest.media import readable

LOCAL_DIR = "local-dir:"
# Small enough for a CPU and under the MIT licence; the smaller MobileCLIP weights are licensed for research only.
DEFAULT_MODEL = ("ViT-B-32", "laion2b_s34b_b79k")


def _existing_file(path: Path, info: ValidationInfo) -> Path:
    folder = (info.context or {}).get("folder", Path())
    found: Path = folder / path
    if not found.is_file():
        raise ValueError(f"no such file: {found}")
    return found


Prompt = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Prompts = tuple[Prompt, ...]
ExampleImages = tuple[Annotated[Path, AfterValidator(_existing_file)], ...]
PositiveSeconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class WatchPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelChoice(WatchPart):
    """An open_clip model: a published name with its pretrained tag (or weights file), or `local-dir:PATH`."""

    name: Annotated[str, StringConstraints(min_length=1)] = DEFAULT_MODEL[0]
    pretrained: Annotated[str, StringConstraints(min_length=1)] | None = None
    _folder: Path = PrivateAttr(default=Path())

    def model_post_init(self, context: Any) -> None:
        self._folder = (context or {}).get("folder", Path())

    @model_validator(mode="before")
    @classmethod
    def _default_has_its_tag(cls, given: Any) -> Any:
        if isinstance(given, dict) and not given:
            return {"name": DEFAULT_MODEL[0], "pretrained": DEFAULT_MODEL[1]}
        return given

    @model_validator(mode="after")
    def _says_which_weights(self) -> Self:
        if self.name.startswith("hf-hub:"):
            raise ValueError("hf-hub: names are not supported; give an open_clip name and tag, or local-dir:PATH")
        if self.name.startswith(LOCAL_DIR) == (self.pretrained is not None):
            raise ValueError(
                "pretrained does not go with local-dir:"
                if self.pretrained
                else f"{self.name!r} needs `pretrained`, the tag of its weights"
            )
        return self

    @property
    def directory(self) -> Path | None:
        """The folder that `local-dir:` names."""
        return self._folder / self.name.removeprefix(LOCAL_DIR) if self.name.startswith(LOCAL_DIR) else None

    @property
    def weights_file(self) -> Path | None:
        """`pretrained` as a file beside the watch file, if there is such a file."""
        path = self._folder / self.pretrained if self.pretrained else None
        return path if path is not None and path.is_file() else None


class Thresholds(WatchPart):
    """When scores become events. Scores are 0..1.

    A label (present, absent, or a state's value) is taken up after `min_samples` samples for it, without one against
    it between. A sample is for `present` at `enter` and above and for `absent` at `leave` and below; for a state's
    value at `enter` and above. The view is blocked when the occlusion prompts together reach `occluded`. While
    something stays, `seen` is repeated every `refresh_s` seconds (0: never). Samples further apart than `max_gap_s`
    do not make one span; by default three sampling intervals, at least a minute."""

    enter: Fraction = 0.7
    leave: Fraction = 0.35
    occluded: Fraction = 0.5
    min_samples: Annotated[int, Field(ge=1, le=1000)] = 2
    refresh_s: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 300.0
    max_gap_s: PositiveSeconds | None = None


class EntityWatch(WatchPart):
    """An entity to look for in a zone: what it looks like there, and what the zone looks like without it.

    The zone's `empty` prompts count as negatives. Example images are compared with negative example images, never
    with words: two pictures are always more alike than a picture and a sentence."""

    prompts: Prompts = ()
    negatives: Prompts = ()
    examples: ExampleImages = ()
    negative_examples: ExampleImages = ()
    thresholds: Thresholds = Thresholds()


class StateWatch(WatchPart):
    """An attribute with several values, each with what it looks like."""

    values: dict[EntityId, Prompts] = {}
    examples: dict[EntityId, ExampleImages] = {}
    thresholds: Thresholds = Thresholds()


class Zone(WatchPart):
    """A part of the picture. `place` is the entity that things seen here are in, on or at; a zone that only shows
    states needs none. `occluded`: what it looks like when something blocks the view."""

    box: Region
    place: EntityId | None = None
    relation: Literal["in", "on", "at"] = "at"
    empty: Prompts = ()
    occluded: Prompts = ()
    entities: dict[EntityId, EntityWatch] = {}
    states: dict[EntityId, dict[EntityId, StateWatch]] = {}

    @field_validator("box", mode="after")
    @classmethod
    def _lies_in_the_picture(cls, box: Region) -> Region:
        if box.w <= 0 or box.h <= 0:
            raise ValueError("width and height must be more than 0")
        # The same tolerance as evidence: a rounding step past the edge is not a wrong box.
        if box.x + box.w > 1.000001 or box.y + box.h > 1.000001:
            raise ValueError("the box reaches outside the picture (x + w and y + h are at most 1)")
        return box


class Camera(WatchPart):
    """One camera. `every_s`: at most one sample per so many seconds. `min_change`: a zone in which no patch changed
    by this many brightness levels (of 255) since it was last looked at keeps its scores. `keyframes_only`: read only
    a video's keyframes, for long recordings. `tz`: IANA zone of still times that carry none. `visibility`: who may read
    what it reports.

    `note_empty_at_start`: when a zone is clearly empty from the first samples on, log one `not_seen`. On by default,
    since that is what stops an older "it is in the drawer" from being answered after a camera saw the drawer empty."""

    source: EntityId
    start: UtcTime | None = None
    every_s: PositiveSeconds = 1.0
    min_change: Annotated[int, Field(ge=0, le=255)] = 4
    keyframes_only: bool = False
    note_empty_at_start: bool = True
    visibility: tuple[Label, ...] = ()
    tz: ZoneName | None = None
    model: ModelChoice | None = None
    thresholds: Thresholds = Thresholds()
    zones: Annotated[dict[EntityId, Zone], Field(min_length=1)]

    def thresholds_for(self, watch: EntityWatch | StateWatch) -> Thresholds:
        """The camera's thresholds with those the entry sets itself."""
        merged = self.thresholds.model_copy(update=watch.thresholds.model_dump(exclude_unset=True))
        if merged.max_gap_s is None:
            merged = merged.model_copy(update={"max_gap_s": max(3 * self.every_s, 60.0)})
        return merged


class Watch(WatchPart):
    model: ModelChoice = Field(default_factory=lambda: ModelChoice.model_validate({}))
    cameras: Annotated[dict[EntityId, Camera], Field(min_length=1)]

    @field_validator("cameras", mode="before")
    @classmethod
    def _cameras_have_sources(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {
            name: {"source": f"camera:{name}", **camera} if isinstance(camera, dict) else camera
            for name, camera in given.items()
        }

    def camera(self, name: str | None = None) -> Camera:
        """The camera of that name, its model filled in; without a name, the only one. Raises InvalidInput."""
        names = ", ".join(self.cameras)
        if name is None:
            if len(self.cameras) > 1:
                raise InvalidInput(f"the watch file has several cameras, name one of: {names}")
            name = next(iter(self.cameras))
        if name not in self.cameras:
            raise InvalidInput(f"the watch file has no camera {name!r}; it has: {names}")
        camera = self.cameras[name]
        return camera if camera.model else camera.model_copy(update={"model": self.model})


def read_watch(path: Path) -> Watch:
    """The watch file at `path`; InvalidInput with one line naming the file and the key."""
    with readable(path):
        content = path.read_bytes()
    try:
        data = tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path.name}: not UTF-8 text at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path.name}: not TOML: {error}") from None
    try:
        watch = Watch.model_validate(data, context={"folder": path.parent})
    except ValidationError as error:
        raise InvalidInput(f"{path.name}: {first_mistake(error, 'file', Watch)}") from None
    for key, problem in _contradictions(watch):
        raise InvalidInput(f"{path.name}: {key}: {problem}")
    return watch


def _contradictions(watch: Watch) -> Iterator[tuple[str, str]]:
    """(key, problem) for what each part allows but the whole does not."""
    for camera_name, camera in watch.cameras.items():
        for zone_name, zone in camera.zones.items():
            key = f"cameras.{camera_name}.zones.{zone_name}"
            if not zone.entities and not zone.states:
                yield key, "nothing to look for: give it entities or states"
            if zone.entities and zone.place is None:
                yield f"{key}.place", "needed: the place that entities seen here are in, on or at"
            for entity, watched in zone.entities.items():
                yield from _entity_problems(f"{key}.entities.{entity}", entity, zone, watched)
                yield from _threshold_problems(f"{key}.entities.{entity}", camera.thresholds_for(watched))
            for entity, attributes in zone.states.items():
                for attribute, state in attributes.items():
                    yield from _state_problems(f"{key}.states.{entity}.{attribute}", attribute, state)


def _entity_problems(key: str, entity: str, zone: Zone, watched: EntityWatch) -> Iterator[tuple[str, str]]:
    if entity == zone.place:
        yield key, "the entity is the zone's own place"
    if not watched.prompts and not watched.examples:
        yield key, "needs prompts or examples: what it looks like there"
    if watched.prompts and not (watched.negatives or zone.empty):
        yield f"{key}.negatives", "needed (here or as the zone's `empty`): what the zone looks like without it"
    if bool(watched.examples) != bool(watched.negative_examples):
        yield f"{key}.negative_examples", "examples and negative_examples come together"


def _threshold_problems(key: str, thresholds: Thresholds) -> Iterator[tuple[str, str]]:
    if thresholds.leave >= thresholds.enter:
        yield f"{key}.thresholds", f"leave ({thresholds.leave}) is not below enter ({thresholds.enter})"


def _state_problems(key: str, attribute: str, state: StateWatch) -> Iterator[tuple[str, str]]:
    if attribute == LOCATION:
        yield key, "location is what entities and place are for"
    labels = list(state.values or state.examples)
    if len(labels) < 2:
        yield f"{key}.values", "needs at least two values to tell apart"
    if state.values and state.examples and set(state.values) != set(state.examples):
        yield f"{key}.examples", "needs the same values as `values`"
    for part, given in (("values", state.values), ("examples", state.examples)):
        for label, shown in given.items():
            if not shown:
                yield f"{key}.{part}.{label}", "is empty"
