"""The command `tracker demo`."""

from __future__ import annotations

import contextlib
import shlex
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict

import tracker
from tracker.errors import InvalidInput, TrackerError
from tracker.serve.cli.demo.stage import Check, DemoError, Stage
from tracker.serve.cli.options import KEEPING, Json
from tracker.serve.cli.printing import print_json, say

DATABASE = "home.db"
FAILED = 1
_NEEDED = ("home.jsonl", "policy.toml", "watch/home.toml", "media/hall.mp4", "models/tiny-clip/open_clip_config.json")


class Shown(BaseModel):
    """What the demo did: the commands it ran, in order, and its checks. The database `db` stays, to be asked further.
    `digest` is the state's at the end; None when the demo could not get there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    db: str
    seconds: float
    commands: tuple[str, ...]
    checks: tuple[Check, ...]
    digest: str | None

    @property
    def ok(self) -> bool:
        return self.digest is not None and all(check.holds for check in self.checks)


def register(app: typer.Typer) -> None:
    app.command("demo", rich_help_panel=KEEPING)(demo)


def demo(
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="Where to make the database. Default: a new temporary folder."),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Afterwards serve the result, to be looked at in a browser.")
    ] = False,
    as_json: Json = False,
) -> None:
    """The main job on the project's own film and recording: offline, everything real, about a minute."""
    from tracker.serve.cli.demo.scenes import perform

    fixtures = _fixtures()
    stage = Stage(_new_database(folder), fixtures, quiet=as_json)
    began, digest = time.monotonic(), None
    with contextlib.suppress(DemoError):  # the checks say why
        digest = perform(stage)
    shown = Shown(
        db=stage.url,
        seconds=round(time.monotonic() - began, 1),
        commands=tuple(stage.commands),
        checks=tuple(stage.checks),
        digest=digest,
    )
    if as_json:
        print_json(shown)
    else:
        _say_end(shown, fixtures)
    if not shown.ok:
        raise typer.Exit(FAILED)
    if serve:
        _serve(shown.db, fixtures, as_json)


def _say_end(shown: Shown, fixtures: Path) -> None:
    held = sum(check.holds for check in shown.checks)
    say()
    say(f"{held} of {len(shown.checks)} checks hold, in {shown.seconds:.0f} s.")
    say(f"The database stays: export TRACKER_DB={shown.db}")
    say(f"To look at it in a browser: tracker serve --media-root {shlex.quote(str(fixtures))}")


def _serve(db: str, fixtures: Path, as_json: bool) -> None:
    """Serve the result until interrupted."""
    from tracker.serve.cli.serving import serve_database
    from tracker.serve.http.settings import Settings

    serve_database(Settings(db=db, media=fixtures), as_json)


def _fixtures() -> Path:
    """The folder beside the package: there in a checkout and in an editable install of one."""
    folder = Path(tracker.__file__).parents[1] / "fixtures"
    for name in _NEEDED:
        if not (folder / name).is_file():
            raise TrackerError(f"the demo needs {folder / name}: clone the repository and run `make demo` there")
    return folder


def _new_database(folder: Path | None) -> Path:
    try:
        place = folder or Path(tempfile.mkdtemp(prefix="tracker-demo-"))
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"--folder: {folder}: {error.strerror or error}") from None
    database = place.resolve() / DATABASE
    if database.exists():
        raise InvalidInput(f"--folder: {database} exists already; the demo starts with a new one")
    return database
