"""The commands: what stands before a command, and the families after it, each loaded when one of its own is called."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tracker.serve.cli.printing import say
from tracker.serve.cli.session import Session

DEFAULT_DB = "sqlite:///tracker.db"

FAMILIES: dict[str, tuple[str, ...]] = {
    "writing": ("init", "add"),
    "ingest.command": ("ingest",),
    "asking": ("where", "last-seen", "state", "ask"),
    "recalling": ("recall", "context"),
    "windows": ("history", "changes", "events", "inside", "held", "count"),
    "listing": ("sources", "tail", "entity"),
    "reviewing": ("conflicts", "review"),
    "keeping": ("replay", "digest", "verify", "export", "sweep", "backup", "status"),
    "serving": ("serve",),
    "tokens": ("token",),
    "demo.command": ("demo",),
}
"""Module → the commands that its `register` adds, in the order of the help."""


class Commands(TyperGroup):
    """Every command, of which only the family that is called is imported: `tracker where` loads no ingester."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 — the signature is Typer's
        for module in FAMILIES:
            self._load(module)
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        for module, names in FAMILIES.items():
            if cmd_name in names:
                self._load(module)
        if cmd_name not in self.commands:
            self.list_commands(ctx)  # what is near a name that nothing has is looked for among all
        return super().get_command(ctx, cmd_name)

    def _load(self, module: str) -> None:
        if FAMILIES[module][0] not in self.commands:
            family = typer.Typer()
            import_module(f"tracker.serve.cli.{module}").register(family)
            self.commands.update(typer.main.get_group(family).commands)


app = typer.Typer(cls=Commands, pretty_exceptions_enable=False, no_args_is_help=True, rich_markup_mode="rich")


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

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
