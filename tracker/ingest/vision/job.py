"""The vision job: pictures of one camera in, `seen` and `not_seen` events out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.domain.payloads import LOCATION
from tracker.domain.times import from_us
from tracker.ingest.job import Step, digest_of
from tracker.ingest.vision.entries import ABSENT, Entry
from tracker.ingest.vision.hysteresis import Finding
from tracker.ingest.vision.samples import ChunkReader, PictureSource
from tracker.ingest.vision.scores import Encoder
from tracker.ingest.vision.watch import Camera
from tracker.ingest.vision.watcher import Watcher

SAMPLES_PER_STEP = 32


class VisionJob:
    """Watches `pictures` as `camera` says and reports what it finds.

    - A thing seen: `seen`, at the first of the samples that together were enough. Confidence is the mean share of its
      prompts over those samples.
    - While it stays: further `seen` events with `occurred_until`, every `refresh_s` and when it ends or the pictures
      do: support for the claim, and the last moment it was seen. Confidence is the mean over their samples.
    - No longer there: `not_seen` with a clear view, at the first of the samples that were enough. Confidence is the
      mean share of the negatives. A blocked view is never evidence that something is gone, and yields no event.
    - A state's value: `seen`, like a thing; the value it replaces is not denied separately.

    A share is how much better its prompts fit than their rivals do: no calibrated probability.

    `observed_at` goes onto every event; None leaves it to the log. A job stopped anywhere and resumed yields the
    events of an uninterrupted run, under the same source keys."""

    def __init__(
        self,
        pictures: PictureSource,
        camera: Camera,
        encoder: Encoder,
        observed_at: datetime | None = None,
        samples_per_step: int = SAMPLES_PER_STEP,
    ) -> None:
        self._pictures, self._camera, self._encoder = pictures, camera, encoder
        self._observed_at = observed_at
        self._samples_per_step = samples_per_step
        self._watcher = Watcher(camera, encoder)
        model = encoder.provenance
        self._digests = {entry.key: entry.digest(camera, model) for entry in self._watcher.entries}
        self.name = f"vision:{camera.source}:{digest_of([pictures.identity, *self._digests.values()])}"

    def steps(self, resume: dict[str, Any] | None) -> Iterator[Step]:
        """Raises DamagedMedia after the steps up to the damage."""
        self._watcher = Watcher(self._camera, self._encoder)
        after = None
        # Stills that turned up late, before the position, were never looked at: begin again, repeats are no-ops.
        if resume is not None and resume["mark"] == self._pictures.mark(resume["after"]):
            after = int(resume["after"])
            self._watcher.restore(resume["watcher"])
        reader = ChunkReader(self._pictures.samples(round(self._camera.every_s * 1_000_000), after))
        began = False
        while not reader.ended:
            observed = self._watcher.observe(reader.chunk(self._samples_per_step))
            if reader.at is not None and reader.at != after:
                after, began = reader.at, True
                yield self._step([(seen.entry, finding) for seen in observed for finding in seen.findings], after)
        found = self._watcher.close()
        if after is not None and (began or found):
            last = self._step(found, after)
            yield last if reader.damage or last.total is None else last._replace(done=last.total)
        if reader.damage is not None:
            raise reader.damage

    def _step(self, found: list[tuple[Entry, Finding]], after: int) -> Step:
        events = [event for entry, finding in found if (event := self._event(entry, finding)) is not None]
        position = {
            "after": after,
            "mark": self._pictures.mark(after),
            "watcher": self._watcher.state(),
        }
        done = self._pictures.done(after)
        return Step(tuple(events), position, done, self._pictures.total, self._pictures.unit)

    def _event(self, entry: Entry, finding: Finding) -> Event | None:
        absent = entry.attribute == LOCATION and finding.label == ABSENT
        if absent and finding.kind == "held":
            return None
        if absent and finding.previous is None and not self._camera.note_empty_at_start:
            return None
        lasting = finding.kind == "held" and finding.until > finding.start
        payload = {"claim": entry.claim(finding.label)}
        evidence = self._pictures.evidence(finding.start, finding.until, entry.zone.box)
        return Event(
            entity_id=entry.entity_id,
            type="not_seen" if absent else "seen",
            occurred_at=from_us(finding.start),
            occurred_until=from_us(finding.until) if lasting else None,
            observed_at=self._observed_at,
            confidence=finding.score,
            payload={**payload, "view": "clear"} if absent else payload,
            source=self._camera.source,
            source_key=self._source_key(entry, finding, absent, evidence[0]),
            model=self._model(entry),
            evidence=evidence,
            visibility=self._camera.visibility,
        )

    def _source_key(self, entry: Entry, finding: Finding, absent: bool, shown: Evidence) -> str:
        """The same for the same event, and never the same for two that differ: the evidence's uri is in it too."""
        media = hashlib.sha256(f"{shown.sha256} {shown.uri}".encode()).hexdigest()
        kind = "not_seen" if absent else "seen" if finding.kind == "entered" else "held"
        return f"vision:{media[:16]}:{self._digests[entry.key][:16]}:{kind}:{finding.start}-{finding.until}"

    def _model(self, entry: Entry) -> dict[str, Any]:
        named = ("enter", "leave", "occluded", "min_samples")
        thresholds = {name: getattr(entry.thresholds, name) for name in named}
        return {**self._encoder.provenance._asdict(), "thresholds": thresholds}
