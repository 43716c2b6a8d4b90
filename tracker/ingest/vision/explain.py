"""What every entry scored at every sample, as a table: for finding prompts and thresholds that work."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.domain.times import from_us
from tracker.ingest.vision.hysteresis import Finding
from tracker.ingest.vision.samples import ChunkReader, PictureSource
from tracker.ingest.vision.scores import Encoder
from tracker.ingest.vision.watch import Camera
from tracker.ingest.vision.watcher import Observation, Watcher

_AT_ONCE = 32


def explain(pictures: PictureSource, camera: Camera, encoder: Encoder) -> Iterator[str]:
    """The table's lines: time (UTC), entry, score per label, how far the view looks blocked, what the sample says, and
    what followed from it. `=` marks a zone that had not changed, so its scores are those of an earlier sample.

    Nothing is stored. Raises DamagedMedia where the pictures end badly."""
    watcher = Watcher(camera, encoder)
    width = max(len(entry.key) for entry in watcher.entries)
    yield f"{'time (UTC)':<23}  {'entry':<{width}}    scores"
    reader = ChunkReader(pictures.samples(round(camera.every_s * 1_000_000), None))
    while not reader.ended:
        for seen in watcher.observe(reader.chunk(_AT_ONCE)):
            yield _line(seen, width)
    for entry, finding in watcher.close():
        yield f"{'end':<23}  {entry.key:<{width}}    {_follows(finding)}"
    if reader.damage is not None:
        raise reader.damage


def _line(seen: Observation, width: int) -> str:
    time = f"{from_us(seen.reading.at):%Y-%m-%d %H:%M:%S.%f}"[:23]
    scores = "  ".join(
        f"{label} {share / 1000:.3f}" for label, share in zip(seen.entry.labels, seen.measure.shares, strict=True)
    )
    if seen.entry.zone.occluded:
        scores += f"  blocked {seen.measure.occluded / 1000:.3f}"
    says = "view blocked" if not seen.reading.clear else seen.reading.label or "undecided"
    follows = "; ".join(_follows(finding) for finding in seen.findings)
    mark = " " if seen.fresh else "="
    return f"{time}  {seen.entry.key:<{width}}  {mark} {scores}  -> {says}{f'  ** {follows}' if follows else ''}"


def _follows(finding: Finding) -> str:
    start, until = (f"{from_us(at):%H:%M:%S}" for at in (finding.start, finding.until))
    verb = "is" if finding.kind == "entered" else "stayed"
    return f"{verb} {finding.label} from {start} (to {until}, {finding.score:.3f})"
