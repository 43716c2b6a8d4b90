"""What is wrong with data that a model refused: one field and one problem, each fit to stand in one line."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import ValidationError


class Mistake(NamedTuple):
    """`field` is dotted from the outside in (`cameras.hall.tz`); `problem` never repeats the value."""

    field: str
    problem: str

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}"


def first_mistake(error: ValidationError, whole: str) -> Mistake:
    """The first thing a model found wrong; `whole` names the data when no single field is to blame."""
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(_shown(part) for part in first["loc"] if part != "[key]") or whole
    return Mistake(field, first["msg"].removeprefix("Value error, "))


def _shown(part: int | str) -> str:
    """A field's name as it can stand in one line: an unknown one may be anything."""
    text = str(part)
    return text if text.isprintable() and len(text) <= 60 else f"{text[:60]!r}"
