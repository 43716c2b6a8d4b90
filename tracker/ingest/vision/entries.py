"""Watch entries: one question about one zone ("are the keys in the drawer?", "is the door open?")."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.ingest.job import digest_of
from tracker.ingest.media import file_sha256
from tracker.ingest.vision.hysteresis import Limits, Reading
from tracker.ingest.vision.scores import Measure, Provenance
from tracker.ingest.vision.watch import Camera, EntityWatch, StateWatch, Thresholds, Zone

PRESENT, ABSENT = "present", "absent"


class Entry(NamedTuple):
    """`labels` are the possible answers (PRESENT and ABSENT, or a state's values); `prompts` and `examples` show what
    each looks like, in the same order; either may be empty throughout."""

    key: str
    zone_name: str
    zone: Zone
    entity_id: str
    attribute: str
    labels: tuple[str, ...]
    prompts: tuple[tuple[str, ...], ...]
    examples: tuple[tuple[Path, ...], ...]
    thresholds: Thresholds

    @property
    def limits(self) -> Limits:
        settings = self.thresholds
        return Limits(
            settings.min_samples, round(settings.refresh_s * 1_000_000), round((settings.max_gap_s or 0) * 1_000_000)
        )

    def read(self, at: int, measure: Measure) -> Reading:
        """What the scores of the sample at `at` (microseconds since the epoch) say."""
        settings = self.thresholds
        if self.zone.occluded and measure.occluded >= round(settings.occluded * 1000):
            return Reading(at, None, measure.occluded, clear=False)
        enter = round(settings.enter * 1000)
        if self.attribute == LOCATION:
            present = measure.shares[0]
            if present >= enter:
                return Reading(at, PRESENT, present)
            return Reading(at, ABSENT if present <= round(settings.leave * 1000) else None, 1000 - present)
        best = max(range(len(self.labels)), key=lambda i: measure.shares[i])
        score = measure.shares[best]
        return Reading(at, self.labels[best] if score >= enter else None, score)

    def claim(self, label: str) -> dict[str, Any]:
        """The claim that an event about `label` makes (ABSENT and PRESENT make the same one)."""
        if self.attribute == LOCATION:
            return {"attribute": LOCATION, "value": self.zone.place, "relation": self.zone.relation}
        return {"attribute": self.attribute, "value": label}

    def digest(self, camera: Camera, model: Provenance) -> str:
        """SHA-256 of everything that decides this entry's events besides the media. Other entries are not in it: an
        entry added to the watch file leaves the events of the rest what they were."""
        settings = {
            "source": camera.source,
            "visibility": camera.visibility,
            "every_s": camera.every_s,
            "min_change": camera.min_change,
            "keyframes_only": camera.keyframes_only,
            "note_empty_at_start": camera.note_empty_at_start,
            "zone": [self.zone_name, list(self.zone.box), self.zone.place, self.zone.relation],
            "entity": [self.entity_id, self.attribute],
            "labels": self.labels,
            "prompts": self.prompts,
            "occluded": self.zone.occluded,
            "examples": [[file_sha256(path) for path in paths] for paths in self.examples],
            "thresholds": self.thresholds.model_dump(),
            "model": model,
        }
        return digest_of(settings)


def entries_of(camera: Camera) -> tuple[Entry, ...]:
    """Every question the camera is to answer, in the order of the watch file."""
    entries = []
    for name, zone in camera.zones.items():
        for entity, watched in zone.entities.items():
            entries.append(_entity_entry(camera, name, zone, entity, watched))
        for entity, attributes in zone.states.items():
            for attribute, state in attributes.items():
                entries.append(_state_entry(camera, name, zone, entity, attribute, state))
    return tuple(entries)


def _entity_entry(camera: Camera, name: str, zone: Zone, entity: str, watched: EntityWatch) -> Entry:
    negatives = (*watched.negatives, *zone.empty) if watched.prompts else ()
    return Entry(
        f"{name}/{entity}", name, zone, entity, LOCATION, (PRESENT, ABSENT), (watched.prompts, negatives),
        (watched.examples, watched.negative_examples), camera.thresholds_for(watched),
    )  # fmt: skip


def _state_entry(camera: Camera, name: str, zone: Zone, entity: str, attribute: str, state: StateWatch) -> Entry:
    labels = tuple(state.values or state.examples)
    return Entry(
        f"{name}/{entity}.{attribute}", name, zone, entity, attribute, labels,
        tuple(state.values.get(label, ()) for label in labels),
        tuple(state.examples.get(label, ()) for label in labels), camera.thresholds_for(state),
    )  # fmt: skip
