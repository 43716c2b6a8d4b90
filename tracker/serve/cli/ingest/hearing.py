"""Recordings, through faster-whisper."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.ingest.proposer import Propose, endpoint, extractor, within_budget
from tracker.serve.cli.ingest.running import LateNames, run_job, show
from tracker.serve.cli.options import Json, MediaRoot, MediaStart, Tz, Visibility
from tracker.serve.cli.session import Session

SOMEONE_UNKNOWN = "-"


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
    visibility: Visibility = None,
    media_root: MediaRoot = None,
    tz: Tz = None,
    propose: Propose = None,
    as_json: Json = False,
) -> None:
    """A recording, through faster-whisper: its sentences with word times, and what they claim.

    Without --start it is taken to have ended when the file was last changed. --tz is also the zone that spoken times
    mean ("at five")."""
    from tracker.ingest.speech.job import SpeechJob
    from tracker.ingest.speech.recording import read_recording
    from tracker.ingest.speech.whisper import Whisper

    channels = tuple(None if one == SOMEONE_UNKNOWN else one for one in channel_speaker or ()) or None
    recording = read_recording(
        path=file,
        start=Clock(tz).read(start, "--start") or _ended_when_last_changed(file),
        source=f"mic:{file.stem}" if source is None else source,
        speaker=speaker,
        channel_speakers=channels,
        tz=tz or "UTC",
        visibility=tuple(visibility or ()),
        media_root=media_root,
    )
    whisper = Whisper(model, language=language, vad=vad)
    names = LateNames()
    session = Session.of(context)
    if propose is None:
        show(run_job(session, SpeechJob(recording, whisper, names), file.name, names), file.name, as_json)
        return
    asked = endpoint(propose)
    job = SpeechJob(recording, whisper, names, extractor(session, asked, recording.source))
    done = within_budget(partial(run_job, session, job, file.name, names), asked, file.name)
    if done is not None:
        show(done, file.name, as_json)


def _ended_when_last_changed(file: Path) -> datetime:
    """A recorder writes to its file until it ends. Said aloud, because a copied file may have lost that time."""
    from tracker.ingest.speech.audio import measure

    length = timedelta(seconds=measure(file).seconds)
    start = datetime.fromtimestamp(file.stat().st_mtime, UTC) - length
    print(f"{file.name}: no --start; by the file's last change it began at {start.isoformat()}", file=sys.stderr)
    return start
