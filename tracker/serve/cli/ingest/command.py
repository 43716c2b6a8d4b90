"""The group `tracker ingest`."""

from __future__ import annotations

import typer

from tracker.serve.cli.ingest.hearing import audio
from tracker.serve.cli.ingest.reading import text
from tracker.serve.cli.ingest.seeing import frames, video
from tracker.serve.cli.options import WRITING

ingest = typer.Typer(help="Read media into events; a stopped job goes on where it was.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    for name, command in (("video", video), ("frames", frames), ("audio", audio), ("text", text)):
        ingest.command(name)(command)
    app.add_typer(ingest, name="ingest", rich_help_panel=WRITING)
