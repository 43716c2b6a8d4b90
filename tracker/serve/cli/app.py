"""The commands, gathered: what stands before a command, and the families after it."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from tracker.serve.cli import asking, keeping, reviewing, windows, writing
from tracker.serve.cli.demo import command as demo
from tracker.serve.cli.ingest import command as ingest
from tracker.serve.cli.printing import say
from tracker.serve.cli.session import Session

DEFAULT_DB = "sqlite:///tracker.db"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True, rich_markup_mode="rich")


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"tracker {version('tracker')}")
        raise typer.Exit


@app.callback()
def before(
    context: typer.Context,
    db: Annotated[
        str, typer.Option("--db", envvar="TRACKER_DB", metavar="URL", help="sqlite:///FILE or postgresql+psycopg://…")
    ] = DEFAULT_DB,
    policy: Annotated[
        Path | None,
        typer.Option("--policy", metavar="FILE", help="Policy (TOML) to use from now on; it is kept in the database."),
    ] = None,
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Where is it now, where was it last seen, when did that change.

    Times are ISO 8601 with an offset (2026-03-02T14:10:00Z), or without one together with --tz.
    Exit codes: 0 done, 1 the answer is "no" or checks failed, 2 wrong usage or bad input."""
    context.obj = Session(db, policy)


writing.register(app)
ingest.register(app)
asking.register(app)
windows.register(app)
reviewing.register(app)
keeping.register(app)
demo.register(app)
