"""One message of a text: who wrote what, when, on which line."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Message(NamedTuple):
    """`number` is the line it begins on (or, in an export without lines, its place), from 1; `key` names it within
    the text. `at` is None when the text tells no time. `cut`: the rest of an overlong line was left out.
    `forwarded`: the speaker only passed on what somebody else wrote."""

    number: int
    key: str
    at: datetime | None
    speaker: str | None
    text: str
    cut: bool = False
    forwarded: bool = False


class Skipped(NamedTuple):
    """Something in an export that nobody said: a system line, a picture."""

    number: int
    why: str
