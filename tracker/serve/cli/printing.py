"""Printing: one JSON document for programs, plain text for people, tables on terminals only."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any


def print_json(answer: Any) -> None:
    """The answer as one JSON document: a model, a list of models or of plain values, a plain value, or None."""
    from pydantic import BaseModel

    if isinstance(answer, BaseModel):
        print(answer.model_dump_json())
    elif isinstance(answer, (str, int, float, bool, type(None))):
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print_json_array(answer)


def print_json_array(answers: Iterable[Any]) -> None:
    """One JSON array, one element a line, written as they come."""
    from pydantic import BaseModel

    before = "["
    for answer in answers:
        text = answer.model_dump_json() if isinstance(answer, BaseModel) else json.dumps(answer, ensure_ascii=False)
        print(f"{before}{text}", end="")
        before = ",\n "
    print("[]" if before == "[" else "]")


def say(line: str = "") -> None:
    """A line for people. What others wrote is only text: it cannot move the cursor or hide what stands beside it."""
    print(visible(line))


def visible(text: str) -> str:
    """The text with characters that cannot be seen written as escapes."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or unicodedata.category(one) == "Zs" else _escape(one) for one in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode()


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on a terminal; elsewhere the same cells, each row one line, its cells two spaces apart."""
    cells = [[visible(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column, overflow="fold")  # a cut-off address leads nowhere
        for row in cells:
            table.add_row(*(Text(cell) for cell in row))
        Console(file=sys.stdout).print(table)
        return
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))] if cells else []
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
