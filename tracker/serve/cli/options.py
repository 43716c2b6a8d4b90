"""The options that several commands share, each named and explained once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Related(StrEnum):
    """The relations to a place, as choices on the command line."""

    inside = "in"
    on = "on"
    at = "at"
    holding = "with"
    under = "under"
    behind = "behind"
    beside = "beside"
    in_front_of = "in_front_of"
    above = "above"
    near = "near"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document: the model the Python API returns.")]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="The time asked about. Default: now.")]
KnownAt = Annotated[
    str | None, typer.Option("--known-at", metavar="TIME", help="Use only what was known by then. Default: everything.")
]
Start = Annotated[str | None, typer.Option("--start", metavar="TIME", help="From this time on.")]
End = Annotated[str | None, typer.Option("--end", metavar="TIME", help="Before this time.")]
Tz = Annotated[
    str | None,
    typer.Option("--tz", metavar="ZONE", help="Zone of times given without an offset, and to show times in."),
]
Viewer = Annotated[
    list[str] | None,
    typer.Option("--viewer", metavar="LABEL", help="Answer as for a reader with this label; repeat for several."),
]
Types = Annotated[
    list[str] | None, typer.Option("--type", metavar="TYPE", help="Only events of this type; repeat for several.")
]
MediaStart = Annotated[str | None, typer.Option("--start", metavar="TIME", help="When it begins.")]
MediaRoot = Annotated[
    Path | None,
    typer.Option(
        "--media-root", metavar="FOLDER", help="Name the evidence relative to this folder. Default: file:///…"
    ),
]
Visibility = Annotated[
    list[str] | None, typer.Option("--visibility", metavar="LABEL", help="Who may read it; repeat for several.")
]
Attribute = Annotated[str, typer.Option("--attribute", help="The attribute asked about.")]
AttributeName = Annotated[
    str, typer.Argument(metavar="ATTRIBUTE", help="For example location, openness, power.", show_default=False)
]
OnlyEntity = Annotated[str | None, typer.Option("--entity", help="Only this entity: id or registered name.")]
By = Annotated[str, typer.Option("--by", metavar="WHO", envvar="TRACKER_BY", help="Who decides.", show_default=False)]
Reason = Annotated[str | None, typer.Option("--reason", help="Why; kept with the decision.")]
EventIds = Annotated[
    list[str],
    typer.Argument(
        metavar="EVENT...",
        help="Event ids as `tracker conflicts` and `tracker events` show them, or their unmistakable beginnings.",
    ),
]
RelatedBy = Annotated[Related | None, typer.Option("--relation", help="How it is to the place or holder.")]
Entity = Annotated[str, typer.Argument(help="Id or registered name.", show_default=False)]

ASKING, WRITING, REVIEWING, KEEPING, SERVING = "Asking", "Writing", "Reviewing", "Keeping", "Serving"
