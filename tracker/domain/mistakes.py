"""What is wrong with data that a model refused: one field and one problem, each fit to stand in one line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError

_NEAR = 0.7
"""Letters in common, as `difflib` counts: accpt and accept, not mood and model."""


class Mistake(NamedTuple):
    """`field` is dotted from the outside in (`cameras.hall.tz`); `problem` never repeats the value."""

    field: str
    problem: str

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}"


def first_mistake(error: ValidationError, whole: str, *models: type[BaseModel]) -> Mistake:
    """The first thing a model found wrong; `whole` names the data when no single field is to blame. `models` are what
    the data was read as: with them an unknown key is answered with the nearest known one, and a value of the wrong
    shape with the model's example (`json_schema_extra`)."""
    first = error.errors(include_url=False, include_input=False)[0]
    parts = [part for part in first["loc"] if part != "[key]"]
    field = ".".join(_shown(part) for part in parts) or whole
    around = _inside(models, parts[:-1])
    if first["type"] == "extra_forbidden" and parts:
        known = sorted({name for model in around for name in model.model_fields})
        near = get_close_matches(str(parts[-1])[:80], known, n=1, cutoff=_NEAR)
        return Mistake(field, "no such key" + (f"; did you mean {near[0]}?" if near else ""))
    if first["type"] in ("missing", "model_type", "model_attributes_type"):
        problem = "missing" if first["type"] == "missing" else "not an object"
        example = next(_examples((*_inside(models, parts), *around)), None)
        return Mistake(field, problem + (f"; one is like {json.dumps(example)}" if example else ""))
    return Mistake(field, _in_one_line(first["msg"].removeprefix("Value error, ")))


def _inside(models: Iterable[type[BaseModel]], parts: Iterable[int | str]) -> tuple[type[BaseModel], ...]:
    """The models that describe what lies at the end of the path; keys of tables and places in lists lead no deeper."""
    found = tuple(models)
    for part in parts:
        fields = [model.model_fields[str(part)] for model in found if str(part) in model.model_fields]
        deeper = tuple(one for field in fields for one in _models_in(field.annotation) if one.model_fields)
        found = deeper or tuple(model for model in found if str(part) not in model.model_fields)
    return found


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _examples(models: Iterable[type[BaseModel]]) -> Iterator[Any]:
    for model in models:
        extra = model.model_config.get("json_schema_extra")
        if isinstance(extra, dict) and "example" in extra:
            yield extra["example"]


def _in_one_line(problem: str) -> str:
    """A message may quote a character of what was given, and that may be any."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in problem)


def _shown(part: int | str) -> str:
    """A field's name as it can stand in one line: an unknown one may be anything."""
    text = str(part)
    return text if text.isprintable() and len(text) <= 60 else f"{text[:60]!r}"
