"""Tokens for the HTTP API."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict

from tracker.domain.times import from_us
from tracker.serve.access.principals import Role
from tracker.serve.access.tokens import Tokens
from tracker.serve.cli.options import SERVING, Json
from tracker.serve.cli.printing import print_json, print_table, say
from tracker.serve.cli.session import Session
from tracker.store import tokens

token = typer.Typer(help="Who may use the HTTP API, for what, and to see what.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="Whose token it is.", show_default=False)]


class Added(BaseModel):
    """A token, this once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    token: str
    name: str
    roles: tuple[str, ...]
    labels: tuple[str, ...]


class Listed(BaseModel):
    """A token that was made; `revoked_at` null while it counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    roles: tuple[str, ...]
    labels: tuple[str, ...]
    created_at: datetime
    revoked_at: datetime | None


class Looked(BaseModel):
    """Somebody looked at evidence that not everyone may read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: datetime
    name: str
    event_id: str
    what: str


def register(app: typer.Typer) -> None:
    app.add_typer(token, name="token", rich_help_panel=SERVING)


@token.command("add")
def add(
    context: typer.Context,
    name: Name,
    roles: Annotated[list[Role] | None, typer.Option("--role", help="What for [default: read]; repeatable.")] = None,
    labels: Annotated[
        list[str] | None,
        typer.Option("--label", metavar="LABEL", help="To see what bears this label, * for all; repeatable."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a token and print it, this once: only its digest is kept. From the first on, everybody needs one."""
    given, seen = tuple(sorted(set(roles or [Role.read]))), tuple(sorted(set(labels or ())))
    with Session.of(context).open() as tracker:
        made = Tokens(tracker.store).add(name, given, seen)
    if as_json:
        print_json(Added(token=made, name=name, roles=given, labels=seen))
    else:
        say(made)


@token.command("list")
def every(context: typer.Context, as_json: Json = False) -> None:
    """The tokens that were made, without the tokens themselves."""
    with Session.of(context).open_existing() as tracker:
        found = [_listed(one) for one in Tokens(tracker.store).every()]
    if as_json:
        print_json(found)
    else:
        rows = [(one.name, " ".join(one.roles), " ".join(one.labels) or "-", _state(one)) for one in found]
        print_table(("name", "roles", "labels", "state"), rows)


@token.command("revoke")
def revoke(context: typer.Context, name: Name, as_json: Json = False) -> None:
    """Let a token count no more; servers notice within a second."""
    with Session.of(context).open_existing() as tracker:
        held = Tokens(tracker.store)
        held.revoke(name)
        done = _listed(next(one for one in reversed(held.every()) if one.name == name))
    if as_json:
        print_json(done)
    else:
        say(f"{name}: revoked")


@token.command("looked")
def looked(context: typer.Context, as_json: Json = False) -> None:
    """Who looked over HTTP at evidence that not everyone may read."""
    with Session.of(context).open_existing() as tracker, tracker.store.read() as connection:
        found = [
            Looked(at=from_us(one.at), name=one.name, event_id=one.event_id, what=one.what)
            for one in tokens.lookings(connection)
        ]
    if as_json:
        print_json(found)
    else:
        print_table(
            ("at", "name", "event", "what"),
            [(one.at.isoformat(timespec="seconds"), one.name, one.event_id, one.what) for one in found],
        )


def _listed(one: tokens.Token) -> Listed:
    revoked = None if one.revoked_at is None else from_us(one.revoked_at)
    return Listed(
        name=one.name, roles=one.roles, labels=one.labels, created_at=from_us(one.created_at), revoked_at=revoked
    )


def _state(one: Listed) -> str:
    if one.revoked_at is not None:
        return f"revoked {one.revoked_at.isoformat(timespec='seconds')}"
    return f"since {one.created_at.isoformat(timespec='seconds')}"
