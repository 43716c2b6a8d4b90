"""Looking at samples: which zones changed, how each entry scores, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tracker.ingest.vision.entries import Entry, entries_of
from tracker.ingest.vision.hysteresis import Finding, Reading, Track, advance, close
from tracker.ingest.vision.pictures import read_picture
from tracker.ingest.vision.samples import Sample
from tracker.ingest.vision.scores import Encoder, Measure, References, Vectors, measure
from tracker.ingest.vision.watch import Camera
from tracker.ingest.vision.zones import Image, change, crop, patches, patches_from_json, patches_to_json


class Observation(NamedTuple):
    """One entry at one sample. `fresh` is False when the zone had not changed and kept its scores."""

    entry: Entry
    measure: Measure
    fresh: bool
    reading: Reading
    findings: tuple[Finding, ...]


class Watcher:
    """Follows every entry of one camera. What it remembers between samples is `state()`, plain JSON data."""

    def __init__(self, camera: Camera, encoder: Encoder) -> None:
        self.entries = entries_of(camera)
        self._camera = camera
        self._encoder = encoder
        self._references: dict[str, References] = {}
        self._tracks = {entry.key: Track() for entry in self.entries}
        self._patches: dict[str, Image] = {}
        self._measures: dict[str, Measure] = {}

    def state(self) -> dict[str, Any]:
        return {
            "tracks": {key: track.to_json() for key, track in self._tracks.items()},
            "patches": {name: patches_to_json(seen) for name, seen in self._patches.items()},
            "measures": {key: [list(m.shares), m.occluded] for key, m in self._measures.items()},
        }

    def restore(self, state: dict[str, Any]) -> None:
        self._tracks = {key: Track.from_json(data) for key, data in state["tracks"].items()}
        self._patches = {name: patches_from_json(data) for name, data in state["patches"].items()}
        self._measures = {key: Measure(tuple(shares), o) for key, (shares, o) in state["measures"].items()}

    def observe(self, samples: Iterable[Sample]) -> list[Observation]:
        """What the samples show, in order of time and of the watch file. Pictures are let go one by one: only changed
        zones are kept, until a batch of them is encoded."""
        looks: list[tuple[int, dict[str, int]]] = []
        waiting: list[Image] = []
        vectors: list[Vectors] = []
        encoded = 0
        for at, image in samples:
            if image is None:
                continue
            changed = self._changed_zones(image)
            looks.append((at, {name: encoded + len(waiting) + i for i, name in enumerate(changed)}))
            waiting.extend(changed.values())
            if len(waiting) >= self._encoder.batch:
                vectors.append(self._encoder.encode_images(waiting))
                encoded, waiting = encoded + len(waiting), []
        if waiting:
            vectors.append(self._encoder.encode_images(waiting))
        rows = [row for block in vectors for row in block]
        return [self._follow(at, entry, fresh, rows) for at, fresh in looks for entry in self.entries]

    def close(self) -> list[tuple[Entry, Finding]]:
        """At the end of the pictures: what is held and was not reported yet."""
        found: list[tuple[Entry, Finding]] = []
        for entry in self.entries:
            self._tracks[entry.key], findings = close(self._tracks[entry.key])
            found.extend((entry, finding) for finding in findings)
        return found

    def _changed_zones(self, image: Image) -> dict[str, Image]:
        changed = {}
        for name, zone in self._camera.zones.items():
            pixels = crop(image, zone.box)
            seen = patches(pixels)
            # Compared with what was last encoded, not with the sample before: slow changes add up until they count.
            if change(self._patches.get(name), seen) >= self._camera.min_change:
                self._patches[name] = seen
                changed[name] = pixels
        return changed

    def _follow(self, at: int, entry: Entry, fresh: dict[str, int], rows: Sequence[Any]) -> Observation:
        row = fresh.get(entry.zone_name)
        if row is not None:
            self._measures[entry.key] = measure(rows[row], self._references_of(entry), self._encoder.scale)
        measured = self._measures[entry.key]
        reading = entry.read(at, measured)
        self._tracks[entry.key], findings = advance(self._tracks[entry.key], reading, entry.limits)
        return Observation(entry, measured, row is not None, reading, findings)

    def _references_of(self, entry: Entry) -> References:
        if entry.key not in self._references:
            encode = self._encoder
            self._references[entry.key] = References(
                tuple(encode.encode_texts(prompts) for prompts in entry.prompts),
                tuple(encode.encode_images([read_picture(path) for path in paths]) for paths in entry.examples),
                encode.encode_texts(entry.zone.occluded),
            )
        return self._references[entry.key]
