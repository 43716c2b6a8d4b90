"""Writing: init, add."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from pydantic import BaseModel, ConfigDict

from tracker.domain.answers import Receipt, Rejected
from tracker.domain.events import Sent
from tracker.errors import InvalidEvent, InvalidInput
from tracker.ingest.progress import Progress, progress_on
from tracker.serve.cli.options import WRITING, Json
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session
from tracker.store.jsonl import read_lines
from tracker.store.schema import schema_version

STDIN = Path("-")


class OnError(StrEnum):
    stop = "raise"
    skip = "skip"


class Initialised(BaseModel):
    """`db`: the URL without its password. `schema_version`: the newest schema, which the database now has. `created`:
    there was no tracker in it before."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    db: str
    schema_version: str
    created: bool


def register(app: typer.Typer) -> None:
    app.command("init", rich_help_panel=WRITING)(init)
    app.command("add", rich_help_panel=WRITING)(add)


def init(context: typer.Context, as_json: Json = False) -> None:
    """Make the database, or bring an older one up to date. Other commands that write do so by themselves."""
    session = Session.of(context)
    created = not session.exists()
    with session.open() as tracker, tracker.store.read() as connection:
        version = schema_version(connection) or ""
    done = Initialised(db=session.name, schema_version=version, created=created)
    if as_json:
        print_json(done)
    else:
        say(f"{done.db}: {'made' if created else 'ready'}, schema {done.schema_version}")


def add(
    context: typer.Context,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="JSON Lines, one event a line; - is standard input.")
    ],
    on_error: Annotated[
        OnError,
        typer.Option("--on-error", help="What one bad event does: stop everything, or be reported and left out."),
    ] = OnError.stop,
    as_json: Json = False,
) -> None:
    """Append events from files: all of them, or with --on-error skip all good ones. Sending again changes nothing."""
    with ExitStack() as opened:
        streams = [(str(path), _open(path, opened)) for path in files]
        lines = _Lines(streams, on_error, opened.enter_context(progress_on("add")))
        with Session.of(context).open() as tracker:
            try:
                receipt = tracker.append(iter(lines), on_error.value)
            except InvalidEvent as error:
                raise InvalidEvent(error.field, error.problem, lines.place_of(error.where)) from None
    if as_json:
        print_json(receipt.model_copy(update={"rejected": tuple(map(lines.placed, receipt.rejected))}))
    else:
        _say_receipt(receipt, lines)


def _open(path: Path, opened: ExitStack) -> BinaryIO:
    if path == STDIN:
        return sys.stdin.buffer
    try:
        if path.is_dir():
            raise InvalidInput(f"{path}: is a folder, not a file of events")
        return opened.enter_context(path.open("rb"))
    except OSError as error:
        raise InvalidInput(f"{path}: {error.strerror or error}") from None


class _Lines:
    """The events of several files one after another, remembering which line each stood on."""

    def __init__(self, streams: list[tuple[str, BinaryIO]], on_error: OnError, progress: Progress) -> None:
        self._streams, self._on_error, self._progress = streams, on_error, progress
        self._places: list[tuple[str, int]] = []

    def __iter__(self) -> Iterator[Sent]:
        self._progress.begin(0, None, "events")
        for name, stream in self._streams:
            for number, row in read_lines(stream, name, self._on_error.value):
                self._places.append((name, number))
                yield row
                self._progress.reached(len(self._places), None, "events")

    def place(self, index: int) -> str:
        name, number = self._places[index]
        return f"{name}: line {number}"

    def placed(self, one: Rejected) -> Rejected:
        """The rejected row with the line that it stood on."""
        return one.model_copy(update={"problem": f"{one.problem} ({self.place(one.index)})"})

    def place_of(self, where: str) -> str:
        """The line of what the log calls `event 3`."""
        index = where.removeprefix("event ")
        return self.place(int(index)) if index.isdigit() else where


def _say_receipt(receipt: Receipt, lines: _Lines) -> None:
    for one in receipt.rejected:
        say(f"left out: {lines.place(one.index)}: {one.field}: {one.problem}")
    rejected = f", {len(receipt.rejected)} left out" if receipt.rejected else ""
    say(f"{receipt.appended} appended, {receipt.duplicates} there already{rejected}; the log is at {receipt.last_seq}")
