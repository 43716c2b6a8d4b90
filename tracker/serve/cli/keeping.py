"""Keeping: replay, digest, verify, export, sweep."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict

from tracker.errors import InvalidInput
from tracker.ingest.progress import progress_on
from tracker.query.moments import labels
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.options import KEEPING, Json, Tz, Viewer
from tracker.serve.cli.printing import print_json, print_json_array, say
from tracker.serve.cli.session import Session
from tracker.store import reader
from tracker.store.jsonl import write_lines
from tracker.store.log import read_head
from tracker.store.reader import Filter
from tracker.tracker import Tracker

FAILED = 1
NOT_WIPED = "copies of what was erased are still in the database's files: the next write or sweep wipes them"
LONG = 200_000
"""Events from which on a replay gains from several processes: starting them takes about as long as folding 100,000."""


class Exported(BaseModel):
    """A log written to the file `output`, up to position `last_seq` (None: only what a viewer may read of it)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    output: str
    events: int
    last_seq: int | None


def register(app: typer.Typer) -> None:
    for name, command in (
        ("replay", replay),
        ("digest", digest),
        ("verify", verify),
        ("export", export),
        ("sweep", sweep),
        ("backup", backup),
        ("status", status),
    ):
        app.command(name, rich_help_panel=KEEPING)(command)


def replay(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only check; exit code 1 when the views would change.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            min=1,
            metavar="N",
            help="Fold in so many processes [default: one per core when the log is long].",
        ),
    ] = None,
    show: Annotated[int, typer.Option("--show", min=0, help="How many of the intervals that changed to print.")] = 20,
    as_json: Json = False,
) -> None:
    """Drop all views and rebuild them from the log."""
    with Session.of(context).open_existing() as tracker:
        total = _length(tracker)
        with progress_on("replay") as progress:
            progress.begin(0, total, "events")
            done = tracker.replay(
                dry_run=dry_run,
                show=show,
                tell=lambda so_far: progress.reached(so_far, total, "events"),
                workers=workers or (os.cpu_count() or 1 if total >= LONG else 1),
            )
    if as_json:
        print_json(done)
    else:
        also = f" and {done.queued} items of the review queue" if done.queued else ""
        say(f"{done.events} events folded; {done.changed} intervals{also} {'would change' if dry_run else 'changed'}")
        for old, new in done.changes:
            say(f"  - {old}")
            say(f"  + {new}")
        say(f"digest before {done.before}")
        say(f"digest after  {done.after}")
    if dry_run and done.before != done.after:
        raise typer.Exit(FAILED)


def digest(context: typer.Context, as_json: Json = False) -> None:
    """The state digest: equal digests, equal answers."""
    with Session.of(context).open_existing() as tracker:
        found = tracker.digest()
    if as_json:
        print_json(found)
    else:
        say(found)


def verify(
    context: typer.Context,
    evidence: Annotated[
        Path | None,
        typer.Option("--evidence", metavar="FOLDER", help="Also re-hash the media, looked up in this folder."),
    ] = None,
    views: Annotated[
        bool, typer.Option("--views", help="Compare all of the views with the log, not a sample where it is long.")
    ] = False,
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", metavar="SEQ:HASH", help="An earlier head, kept elsewhere; must still be there."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check the log's hash chain, and the views against the log. The exit code is 1 when something is not as it was."""
    if evidence is not None and not evidence.is_dir():
        raise InvalidInput(f"--evidence: {evidence}: no such folder")
    noted = _anchor(anchor)
    with Session.of(context).open_existing() as tracker, progress_on("verify") as progress:
        progress.begin(0, _length(tracker), "events")
        found = tracker.verify(
            evidence=evidence,
            views=views,
            anchor=noted,
            tell=lambda so_far, total: progress.reached(so_far, total, "events"),
        )
    if as_json:
        print_json(found)
    else:
        say(f"{found.checked} events checked, {'all as appended' if found.bad_seq is None else found.problem}")
        for problem in found.views:
            say(f"  {problem}")
        if evidence is not None:
            bad = len(found.evidence)
            say(f"evidence: {bad or 'no'} file{'' if bad == 1 else 's'} missing or changed")
        for problem in found.evidence:
            say(f"  {problem}")
        if not found.wiped:
            say(NOT_WIPED)
        say(f"head {found.head[0]}:{found.head[1]}")
    if not found.ok:
        raise typer.Exit(FAILED)


def _anchor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    seq, colon, hash_ = text.partition(":")
    if not colon or not seq.isdigit() or not hash_:
        raise InvalidInput(f"--anchor: {text[:60]!r} is not SEQ:HASH, as `tracker verify` prints its head")
    return int(seq), hash_


def export(
    context: typer.Context,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this new file instead of standard output."),
    ] = None,
    viewer: Viewer = None,
    as_json: Json = False,
) -> None:
    """The log as JSON Lines, in log order; `tracker add` reads it. With --json one JSON array; with --viewer what that
    reader may read."""
    wanted = Filter(viewer=labels(viewer))
    with Session.of(context).open_existing() as tracker:
        if output is None and as_json:
            print_json_array(reader.in_log_order(tracker.store, wanted))
        elif output is None:
            for line in write_lines(tracker.store, wanted):
                sys.stdout.buffer.write(line)
        else:
            done = _write(tracker, output, wanted)
            if as_json:
                print_json(done)
            else:
                say(f"{done.events} events written to {done.output}")


def _write(tracker: Tracker, output: Path, wanted: Filter) -> Exported:
    """A new file appears whole or not at all."""
    if output.exists():
        raise InvalidInput(f"{output}: exists already")
    unfinished = output.with_name(f"{output.name}.part")
    # How much there is that a viewer may not read is not for the viewer to know.
    total, written = _length(tracker) if wanted.viewer is None else None, 0
    try:
        with unfinished.open("wb") as file, progress_on(f"export {output.name}") as progress:
            progress.begin(0, total, "events")
            for line in write_lines(tracker.store, wanted):
                file.write(line)
                written += 1
                progress.reached(written, total, "events")
        unfinished.rename(output)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return Exported(output=str(output), events=written, last_seq=written if wanted.viewer is None else None)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new SQLite file.", show_default=False)],
    as_json: Json = False,
) -> None:
    """Copy the whole database, as it stands now, to a new SQLite file while others go on writing."""
    with Session.of(context).open_existing() as tracker:
        done = tracker.backup(file)
    if as_json:
        print_json(done)
    else:
        say(f"{done.events} events copied to {done.output} ({_in_words(done.size)})")
        say(f"head {done.head[0]}:{done.head[1]}")


def status(context: typer.Context, viewer: Viewer = None, tz: Tz = None, as_json: Json = False) -> None:
    """What is in here: how much of what, when something was last heard, what waits for a person."""
    clock = Clock(tz)
    with Session.of(context).open_existing() as tracker:
        found = tracker.status(viewer=viewer)
        name = tracker.store.name
    if as_json:
        print_json(found)
        return
    say(name + ("" if found.size is None else f" ({_in_words(found.size)})"))
    say(f"  {found.events} events, {found.entities} entities, {found.sources} sources")
    say(f"  last heard {'never' if found.last_heard is None else clock.show(found.last_heard)}")
    say(f"  {found.open_conflicts} open conflicts, {found.waiting} more waiting for a person")
    if found.lapsed_undecided:
        say(f"  {found.lapsed_undecided} conflicts lapsed before anybody decided")
    say(f"  tracker {found.version}, schema {found.schema_version}")


def _in_words(size: int) -> str:
    """Bytes in the unit in which people read them."""
    for unit, power in (("GB", 3), ("MB", 2), ("kB", 1)):
        if size >= 1000**power:
            return f"{size / 1000**power:.1f} {unit}"
    return f"{size} bytes"


def _length(tracker: Tracker) -> int:
    with tracker.store.read() as connection:
        return read_head(connection).seq


def sweep(context: typer.Context, as_json: Json = False) -> None:
    """Forget what was kept long enough: by the events' own retain_until, and by the policy's retain_s."""
    with Session.of(context).open_existing() as tracker, progress_on("sweep") as progress:
        progress.begin(0, None, "events")
        done = tracker.sweep(tell=lambda so_far: progress.reached(so_far, None, "events"))
    if as_json:
        print_json(done)
    else:
        say(f"{done.expired} events expired" + ("" if done.wiped else f"; {NOT_WIPED}"))
