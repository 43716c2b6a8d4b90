"""Finding out, where reading went wrong for no reason that is known, whether what is stored was spoiled.

SQLite stores whatever it is given in any column, and whoever reaches the file can give it. Looking at each row before
it is used would cost every reader; so all of them are looked at when one reader failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, Table

from tracker.domain.slices import slice_from_json
from tracker.errors import StoreDamaged, ViewsDamaged
from tracker.store import codec
from tracker.store.codec import Row
from tracker.store.sql import fetch, marks
from tracker.store.tables import VIEWS, events, slices

if TYPE_CHECKING:
    from tracker.store.engine import Store

_PAGE = 2000
_JSON = ("body", "state", "visibility")


def misread(store: Store) -> StoreDamaged | None:
    """What is damaged, the log or the views; None when every row can be read."""
    try:
        with store.read() as connection:
            return _in_the_log(connection) or _in_the_views(connection)
    except StoreDamaged as error:
        return error


def _in_the_log(connection: Connection) -> StoreDamaged | None:
    try:
        for row in rows_of(connection, events):
            codec.event(codec.checked(Row._make(row)))
    except StoreDamaged as error:
        return error
    except Exception:  # were it raised, this would be asked again
        return StoreDamaged("the log is damaged; run tracker verify")
    return None


def _in_the_views(connection: Connection) -> StoreDamaged | None:
    for view in VIEWS:
        kinds = [(column.type.python_type, column.nullable) for column in view.columns]
        places = [place for place, column in enumerate(view.columns) if column.name in _JSON]
        try:
            for row in rows_of(connection, view):
                fits = all(
                    (value is None and optional) or type(value) is kind
                    for value, (kind, optional) in zip(row, kinds, strict=True)
                )
                written = [orjson.loads(row[place]) for place in places if row[place] is not None]
                if not fits or not all(isinstance(one, (dict, list)) for one in written):
                    raise ValueError
                if view is slices:
                    slice_from_json(written[0])
        except Exception:  # whatever it is: a table that is gone, text that is no text, JSON of another shape
            return ViewsDamaged()
    return None


def rows_of(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    """All rows, in the order of the primary key."""
    key = [column.name for column in table.primary_key.columns]
    # With the table's name, or SQLite takes the name of a column that is gone for words.
    named = ", ".join(f't."{name}"' for name in key)
    every = [column.name for column in table.columns]
    places = [every.index(name) for name in key]
    columns = ", ".join(f't."{name}"' for name in every)
    rows = fetch(connection, f"SELECT {columns} FROM {table.name} t ORDER BY {named} LIMIT {_PAGE}")
    while rows:
        yield from rows
        last = [rows[-1][place] for place in places]
        past = f"SELECT {columns} FROM {table.name} t WHERE ({named}) > ({marks(last)})"
        rows = fetch(connection, f"{past} ORDER BY {named} LIMIT {_PAGE}", last)
