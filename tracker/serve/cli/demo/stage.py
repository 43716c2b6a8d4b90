"""Where the demo plays: it runs command lines as they are printed, shows what they print, and keeps its checks."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import sys
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from tracker.errors import TrackerError
from tracker.serve.cli.printing import say
from tracker.tracker import Tracker

_MARGIN = "   "


class Check(BaseModel):
    """Something the demo claims, and whether it was so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str
    holds: bool


class DemoError(TrackerError):
    """The demo cannot go on."""


class Stage:
    """Plays on the database file `database`. `quiet`: show nothing, for a caller who wants the outcome as JSON."""

    def __init__(self, database: Path, fixtures: Path, quiet: bool) -> None:
        self.url, self.fixtures = f"sqlite:///{database}", fixtures
        self.commands: list[str] = []
        self.checks: list[Check] = []
        self._quiet = quiet

    def path(self, name: str = ".") -> str:
        """A fixture as one would type it from here."""
        near = os.path.relpath(self.fixtures / name)
        return str(self.fixtures / name) if near.startswith("..") else near

    def say(self, line: str = "") -> None:
        if not self._quiet:
            say(line)

    def tell(self, text: str) -> None:
        self.say()
        self.say(_MARGIN + text)

    def run(self, *words: str) -> None:
        """Run `tracker WORDS`. Raises DemoError when it does not end well."""
        from tracker.serve.cli.entry import INTERRUPTED, run

        command = shlex.join(("tracker", *words))
        self.commands.append(command)
        self.say(f"{_MARGIN}$ {command}")
        sys.stdout.flush()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = run(("--db", self.url, *words))
        for line in printed.getvalue().splitlines():
            self.say(_MARGIN + line)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        if code:
            self.check(f"`{command}` ends well", holds=False)
            raise DemoError

    def check(self, claim: str, *, holds: bool) -> None:
        self.checks.append(Check(claim=claim, holds=holds))
        self.say(f"{_MARGIN}{'✓' if holds else '✗ NOT SO:'} {claim}")

    def open(self) -> Tracker:
        """The same database through the Python API, for the checks."""
        return Tracker.open(self.url)
