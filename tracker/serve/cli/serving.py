"""Serving: web pages and the HTTP API."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict

from tracker.errors import InvalidInput, MissingExtra
from tracker.serve.cli.options import SERVING, Json
from tracker.serve.cli.printing import print_json, say
from tracker.serve.cli.session import Session
from tracker.serve.http.settings import LOOPBACK, PORT, RATE, Settings


class Serving(BaseModel):
    """The address that the server listens on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str


def register(app: typer.Typer) -> None:
    app.command("serve", rich_help_panel=SERVING)(serve)


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes a free one.")] = PORT,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, metavar="N", help="So many processes; more than 1 on PostgreSQL.")
    ] = 1,
    media: Annotated[
        Path | None,
        typer.Option(
            "--media-root",
            metavar="FOLDER",
            help="Serve evidence from this folder [default: the one it is started in].",
        ),
    ] = None,
    hosts: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A name by which it may be called; repeat for several."),
    ] = None,
    rate: Annotated[
        int, typer.Option("--rate", min=1, metavar="N", help="So many requests a second from one token, on average.")
    ] = RATE,
    as_json: Json = False,
) -> None:
    """Web pages and the HTTP API, until interrupted; /docs tells the routes."""
    session = Session.of(context)
    if media is not None and not media.is_dir():
        raise InvalidInput(f"--media-root: {media} is not a folder")
    with session.open():
        pass  # the policy that is given counts from now on
    settings = Settings(
        db=session.db, host=host, port=port, workers=workers, media=media, hosts=tuple(hosts or ()), rate=rate
    )
    serve_database(settings, as_json)


def serve_database(settings: Settings, as_json: bool) -> None:
    """Serve until interrupted. Raises MissingExtra, and what `running.run` does."""
    try:
        from tracker.serve.http import running
    except ModuleNotFoundError as error:
        raise MissingExtra(f"tracker serve ({error.name} is not installed)", "serve") from None
    running.run(settings, partial(_say_address, as_json))


def _say_address(as_json: bool, url: str) -> None:
    if as_json:
        print_json(Serving(url=url))
    else:
        say(f"listening on {url} — open it in a browser; {url}/docs tells the routes; Ctrl-C ends it")
    sys.stdout.flush()
