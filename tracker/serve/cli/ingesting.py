"""Ingesting media: video, frames, audio. A job that was stopped goes on where it was; a finished one adds nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from tracker.errors import InvalidInput
from tracker.ingest.job import Job
from tracker.ingest.progress import progress_on
from tracker.ingest.runner import Summary, run
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.options import WRITING, Json, Tz
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session
from tracker.tracker import Tracker

SomeoneUnknown = "-"
WatchFile = Annotated[
    Path, typer.Option("--watch", metavar="FILE", help="Watch file (TOML): what each camera looks for.")
]
CameraName = Annotated[
    str | None, typer.Option("--camera", metavar="NAME", help="Which of its cameras. Needed when it has several.")
]
MediaStart = Annotated[str | None, typer.Option("--start", metavar="TIME", help="When it begins.")]
MediaRoot = Annotated[
    Path | None,
    typer.Option(
        "--media-root", metavar="FOLDER", help="Name the evidence relative to this folder. Default: file:///…"
    ),
]
ObservedAt = Annotated[
    str | None, typer.Option("--observed-at", metavar="TIME", help="When it became known. Default: now.")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Only print what each zone scores at each sample; store nothing.")
]

ingest = typer.Typer(help="Read media into events; a stopped job goes on where it was.", no_args_is_help=False)


def register(app: typer.Typer) -> None:
    for name, command in (("video", video), ("frames", frames), ("audio", audio)):
        ingest.command(name)(command)
    app.add_typer(ingest, name="ingest", rich_help_panel=WRITING)


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
    _watch(context, (pictures, looked, clock.read(observed_at, "--observed-at")), file.name, explain, as_json)


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
    given = paths[0] if len(paths) == 1 else paths
    begin, damaged = clock.read(start, "--start"), "skip" if skip_damaged else "stop"
    pictures = open_stills(given, looked, begin, interval, media_root, damaged)  # type: ignore[arg-type]
    _watch(context, (pictures, looked, clock.read(observed_at, "--observed-at")), paths[0].name, explain, as_json)
    for problem in [] if as_json else pictures.skipped:
        say(f"passed over: {problem}")


def _camera(watch: Path, name: str | None) -> Any:
    from tracker.ingest.vision.watch import read_watch

    return read_watch(watch).camera(name)


def _watch(
    context: typer.Context, job: tuple[Any, Any, datetime | None], label: str, explain: bool, as_json: bool
) -> None:
    from tracker.ingest.vision.clip import ClipEncoder
    from tracker.ingest.vision.explain import explain as explained
    from tracker.ingest.vision.job import VisionJob

    pictures, camera, observed_at = job
    encoder = ClipEncoder(camera.model)
    if explain:
        _say_lines(explained(pictures, camera, encoder), as_json)
    else:
        found = VisionJob(pictures, camera, encoder, observed_at)
        with Session.of(context).open() as tracker:
            _run(tracker, found, label, as_json)


def _say_lines(lines: Iterable[str], as_json: bool) -> None:
    if as_json:
        raise InvalidInput("--explain prints a table for people; it does not go with --json")
    for line in lines:
        say(line)


def audio(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A sound file, or a video with sound.", show_default=False)],
    start: MediaStart = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="NAME", help="Who recorded it. Default: mic: and the file's name.")
    ] = None,
    speaker: Annotated[str | None, typer.Option("--speaker", metavar="ENTITY", help="The one person heard.")] = None,
    channel_speaker: Annotated[
        list[str] | None,
        typer.Option(
            "--channel-speaker", metavar="ENTITY", help="Who each channel is, in order; - for someone unknown."
        ),
    ] = None,
    model: Annotated[
        str, typer.Option("--model", help="A faster-whisper size, folder or hub name, or packaged:tiny.en.")
    ] = "packaged:tiny.en",
    language: Annotated[
        str | None, typer.Option("--language", metavar="CODE", help="ISO 639 code. Default: what Whisper hears.")
    ] = None,
    vad: Annotated[bool, typer.Option("--vad/--no-vad", help="Leave out silence before hearing.")] = True,
    visibility: Annotated[
        list[str] | None, typer.Option("--visibility", metavar="LABEL", help="Who may read it; repeat for several.")
    ] = None,
    media_root: MediaRoot = None,
    tz: Tz = None,
    as_json: Json = False,
) -> None:
    """A recording, through faster-whisper: its sentences with word times, and what they claim.

    Without --start it is taken to have ended when the file was last changed. --tz is also the zone that spoken times
    mean ("at five")."""
    from tracker.ingest.speech.job import SpeechJob
    from tracker.ingest.speech.recording import read_recording
    from tracker.ingest.speech.whisper import Whisper

    channels = tuple(None if one == SomeoneUnknown else one for one in channel_speaker or ()) or None
    recording = read_recording(
        path=file,
        start=Clock(tz).read(start, "--start") or _ended_when_last_changed(file),
        source=source or f"mic:{file.stem}",
        speaker=speaker,
        channel_speakers=channels,
        tz=tz or "UTC",
        visibility=tuple(visibility or ()),
        media_root=media_root,
    )
    whisper = Whisper(model, language=language, vad=vad)
    with Session.of(context).open() as tracker:
        _run(tracker, SpeechJob(recording, whisper, tracker), file.name, as_json)


def _ended_when_last_changed(file: Path) -> datetime:
    """A recorder writes to its file until it ends. Said aloud, because a copied file may have lost that time."""
    from tracker.ingest.speech.audio import measure

    length = timedelta(seconds=measure(file).seconds)
    start = datetime.fromtimestamp(file.stat().st_mtime, UTC) - length
    print(f"{file.name}: no --start; by the file's last change it began at {start.isoformat()}", file=sys.stderr)
    return start


def _run(tracker: Tracker, job: Job, label: str, as_json: bool) -> None:
    done = run(job, tracker, progress_on(label))
    if as_json:
        print_json(done)
    else:
        _say_summary(done, label)


def _say_summary(done: Summary, label: str) -> None:
    again = ", going on from before" if done.resumed else ""
    there = f", {done.duplicates} there already" if done.duplicates else ""
    say(f"{label}: {done.appended} events appended{there}; {done.done:g} {done.unit} in {done.seconds:.1f} s{again}")
