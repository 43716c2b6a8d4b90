"""Written words: notes, dialogues, chat exports."""

from __future__ import annotations

from contextlib import nullcontext
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import TypeAdapter

from tracker.ingest.runner import Summary
from tracker.serve.cli.clocks import Clock
from tracker.serve.cli.ingest.proposer import Propose, endpoint, extractor, within_budget
from tracker.serve.cli.ingest.running import LateNames, run_job, show
from tracker.serve.cli.options import Json, MediaRoot, MediaStart, Tz, Visibility
from tracker.serve.cli.printing import print_json, print_json_array, say
from tracker.serve.cli.session import Session

if TYPE_CHECKING:
    from tracker.ingest.text.job import Explained, TextJob
    from tracker.ingest.text.report import Report


class Format(StrEnum):
    auto = "auto"
    notes = "notes"
    dialogue = "dialogue"
    jsonl = "jsonl"
    whatsapp = "whatsapp"
    captions = "captions"
    telegram = "telegram"
    line = "line"


class Style(StrEnum):
    prose = "prose"
    narration = "narration"


class DateOrder(StrEnum):
    auto = "auto"
    day_first = "dmy"
    month_first = "mdy"
    year_first = "ymd"


class TextSummary(Summary):
    """`report`: what became of the sentences, over all runs of the job."""

    report: dict[str, Any]


def text(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Notes, a dialogue or a chat export.", show_default=False)],
    start: MediaStart = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="NAME",
            help="Who reports it. Default: import:chat for chats, else import: and the file's name.",
        ),
    ] = None,
    speaker: Annotated[
        str | None, typer.Option("--speaker", metavar="ENTITY", help="Who wrote what names nobody.")
    ] = None,
    format_: Annotated[Format, typer.Option("--format", help="What kind of text it is.")] = Format.auto,
    style: Annotated[
        Style, typer.Option("--style", help="Narration: bare verbs and the present tense tell what the writer does.")
    ] = Style.prose,
    date_order: Annotated[
        DateOrder, typer.Option("--date-order", help="What 03/04/2026 means, when the file does not show it.")
    ] = DateOrder.auto,
    encoding: Annotated[str, typer.Option("--encoding", help="The file's character encoding.")] = "utf-8",
    visibility: Visibility = None,
    media_root: MediaRoot = None,
    tz: Tz = None,
    propose: Propose = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Only print what each sentence claims, or why nothing; store nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """What people wrote: sentences kept as text, and what they claim.

    --start is when a text without times was written; under a heading that is a date (2026-11-30, # Monday, 2 March
    2026) its lines are said on that day, at the time of day of --start. --tz is the zone of its times and time
    words."""
    from tracker.ingest.text.job import TextJob
    from tracker.ingest.text.source import read_source

    given = read_source(
        path=file,
        start=Clock(tz).read(start, "--start"),
        source=source,
        speaker=speaker,
        format=format_.value,
        style=style.value,
        date_order=date_order.value,
        encoding=encoding,
        visibility=tuple(visibility or ()),
        media_root=media_root,
        tz=tz or "UTC",
    )
    session, names = Session.of(context), LateNames()
    asked = endpoint(propose) if propose is not None else None
    job = TextJob(given, names)
    if explain:
        _say_explained(session, job, names, as_json)
        return
    done = run_job(session, job, file.name, names)
    if asked is not None:
        # What the patterns read is stored by now, whatever becomes of the asking.
        proposing = TextJob(given, names, extractor(session, asked, job.reported_by))
        more = within_budget(partial(run_job, session, proposing, file.name, names), asked, file.name)
        done = done if more is None else done.and_then(more)
        job = proposing
    if as_json:
        print_json(TextSummary(**done.model_dump(), report=job.report.model_dump()))
    else:
        show(done, file.name, as_json)
        _say_report(job.report)


def _say_report(report: Report) -> None:
    say(f"  {report.claims} claims in {report.understood} of {report.sentences} sentences; the rest is kept as text")
    if report.proposed or report.dropped:
        refused = ", ".join(
            f"{number} {why}" for why, number in sorted(report.dropped.items(), key=lambda one: -one[1])
        )
        say(f"  {report.proposed} claims proposed: `tracker conflicts`" + (f"; refused: {refused}" if refused else ""))
    for counted in (report.reasons, report.skipped):
        if counted:
            say("  " + ", ".join(f"{number} {why}" for why, number in sorted(counted.items(), key=lambda one: -one[1])))
    for note in report.notes:
        say(f"  {note}")


def _say_explained(session: Session, job: TextJob, names: LateNames, as_json: bool) -> None:
    with session.open_existing() if session.exists() else nullcontext() as tracker:
        if tracker is not None:
            names.come_from(tracker)
        if as_json:
            print_json_array(_plain(one) for one in job.explained())
            return
        for one in job.explained():
            _say_sentence(one)


def _say_sentence(one: Explained) -> None:
    from tracker.ingest.sentences.claims import REASONS

    speaker = f"{one.message.speaker}: " if one.message.speaker else ""
    say(f"{one.message.number}: {speaker}{one.sentence.text}")
    for claim in one.sentence.claims:
        say(f"    {claim.brief()}  [{claim.pattern}, {claim.confidence:.2f}] {claim.occurred_at.isoformat()}")
    for unread in one.sentence.unread:
        say(f"    nothing: {REASONS.get(unread.reason, unread.reason)}")


def _plain(one: Explained) -> dict[str, Any]:
    message, sentence = one
    read: dict[str, Any] = TypeAdapter(type(sentence)).dump_python(sentence, mode="json")
    return {"line": message.number, "speaker": message.speaker, **read}
