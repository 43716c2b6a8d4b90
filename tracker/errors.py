"""One tree of errors. The class docstring is the default message; every message is one line."""

from __future__ import annotations

import inspect
import re

_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


class TrackerError(Exception):
    """The tracker could not do what was asked."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or inspect.getdoc(type(self)) or type(self).__name__)


def first_line(error: BaseException) -> str:
    """What another library's error says, as far as it can stand inside one of our lines."""
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]


def code_of(error: type[TrackerError]) -> str:
    """The name of an error for programs: InvalidEvent is `invalid_event`."""
    return _WORDS.sub("_", error.__name__).lower()


class InvalidInput(TrackerError):
    """The input is not valid."""


class InvalidEvent(InvalidInput):
    """The event is not valid."""

    def __init__(self, field: str, problem: str, where: str = "") -> None:
        self.field, self.problem, self.where = field, problem, where
        super().__init__(f"{where + ': ' if where else ''}{field}: {problem}")


class SourceKeyConflict(InvalidInput):
    """The same source key was sent again with different content."""


class AmbiguousName(InvalidInput):
    """The name belongs to several entities."""


class UnknownReference(InvalidInput):
    """The event or conflict referred to does not exist."""


class Outdated(TrackerError):
    """What was to be decided has changed since it was looked at; look again."""


class StoreError(TrackerError):
    """The database could not be used."""


class SequenceMoved(StoreError):
    """The log has grown past the expected position; read it again and retry."""


class StoreBusy(StoreError):
    """Another process holds the database; try again."""


class StoreReadOnly(StoreError):
    """The database cannot be written."""


class StoreFull(StoreError):
    """The disk is full; nothing was written."""


class StoreDamaged(StoreError):
    """The database is damaged."""


class ViewsDamaged(StoreDamaged):
    """The views are damaged; tracker replay makes them anew from the log."""


class NotADatabase(StoreDamaged):
    """The file is not a tracker database."""


class StoreGone(StoreError):
    """The database went away; a batch that was under way is stored wholly or not at all: send it again."""


class AppendOnly(StoreError):
    """The log is append-only: events are never changed or removed."""


class SchemaMismatch(StoreError):
    """The database has another schema version."""


class MissingExtra(TrackerError):
    """An optional part is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: pip install 'tracker[{extra}]'")


class Unauthorized(TrackerError):
    """The server wants a token, or another one."""


class Forbidden(TrackerError):
    """The token may not do this."""


class ModelMissing(TrackerError):
    """The model is not on this machine."""


class StaleViews(StoreError):
    """The views were made by other rules; run tracker replay."""
