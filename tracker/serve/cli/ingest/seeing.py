"""Cameras' videos and stills, through open_clip."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.ingest.running import run_job, show
from tracker.serve.cli.options import Json, MediaRoot, MediaStart, Tz
from tracker.serve.cli.printing import print_json_array, say
from tracker.serve.cli.session import Session

WatchFile = Annotated[
    Path, typer.Option("--watch", metavar="FILE", help="Watch file (TOML): what each camera looks for.")
]
CameraName = Annotated[
    str | None, typer.Option("--camera", metavar="NAME", help="Which of its cameras. Needed when it has several.")
]
ObservedAt = Annotated[
    str | None, typer.Option("--observed-at", metavar="TIME", help="When it became known. Default: now.")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Only print what each zone scores at each sample; store nothing.")
]


class _Look(NamedTuple):
    """What to look at: a picture source, the camera's settings, when it became known, and what to call it."""

    pictures: Any
    camera: Any
    observed_at: datetime | None
    label: str


def video(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A video file.", show_default=False)],
    watch: WatchFile,
    camera: CameraName = None,
    start: MediaStart = None,
    observed_at: ObservedAt = None,
    media_root: MediaRoot = None,
    tz: Tz = None,
    explain: Explain = False,
    as_json: Json = False,
) -> None:
    """A camera's video, through open_clip: what was seen in each zone, and what no longer was."""
    from tracker.ingest.vision.sources import open_video

    clock = Clock(tz)
    looked = _camera(watch, camera)
    pictures = open_video(file, looked, clock.read(start, "--start"), media_root)
    _look(context, _Look(pictures, looked, clock.read(observed_at, "--observed-at"), file.name), explain, as_json)


def frames(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="A folder of stills, or stills.")],
    watch: WatchFile,
    camera: CameraName = None,
    start: MediaStart = None,
    interval: Annotated[
        float | None, typer.Option("--interval", metavar="SECONDS", help="With --start: from one still to the next.")
    ] = None,
    skip_damaged: Annotated[bool, typer.Option("--skip-damaged", help="Pass over stills that cannot be read.")] = False,
    observed_at: ObservedAt = None,
    media_root: MediaRoot = None,
    tz: Tz = None,
    explain: Explain = False,
    as_json: Json = False,
) -> None:
    """A camera's stills. Their times are in their names (20260302T143930Z.jpg), in EXIF, or --start and --interval."""
    from tracker.ingest.vision.sources import open_stills

    clock = Clock(tz)
    looked = _camera(watch, camera)
    pictures = open_stills(
        paths[0] if len(paths) == 1 else paths,
        looked,
        clock.read(start, "--start"),
        interval,
        media_root,
        "skip" if skip_damaged else "stop",
    )
    _look(context, _Look(pictures, looked, clock.read(observed_at, "--observed-at"), paths[0].name), explain, as_json)
    for problem in [] if as_json else pictures.skipped:
        say(f"passed over: {problem}")


def _camera(watch: Path, name: str | None) -> Any:
    from tracker.ingest.vision.watch import read_watch

    return read_watch(watch).camera(name)


def _look(context: typer.Context, look: _Look, explain: bool, as_json: bool) -> None:
    from tracker.ingest.vision.clip import ClipEncoder
    from tracker.ingest.vision.explain import explain as explained
    from tracker.ingest.vision.job import VisionJob

    encoder = ClipEncoder(look.camera.model)
    if not explain:
        job = VisionJob(look.pictures, look.camera, encoder, look.observed_at)
        show(run_job(Session.of(context), job, look.label), look.label, as_json)
    elif as_json:
        print_json_array(explained(look.pictures, look.camera, encoder))
    else:
        for line in explained(look.pictures, look.camera, encoder):
            say(line)
