"""The receipts of writes that may be sent again, kept for a week. Functions run inside the caller's transaction."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from tracker.domain.answers import Receipt
from tracker.domain.times import DAY
from tracker.errors import SourceKeyConflict
from tracker.store.sql import run_sql

KEPT = 7 * DAY


class Once(NamedTuple):
    """A write that counts once however often it is sent. `key` is its sender's own; `asked` says what was sent, by
    which the same is told from another under the same key."""

    key: str
    asked: str


def kept(connection: Connection, once: Once | None) -> Receipt | None:
    """What the write was answered when it came before. SourceKeyConflict when another came under its key."""
    if once is None:
        return None
    row = run_sql(connection, "SELECT asked, receipt FROM receipts WHERE key = ?", (once.key,)).first()
    if row is None:
        return None
    if row[0] != once.asked:
        raise SourceKeyConflict("the same key came before with another request")
    return Receipt.model_validate_json(row[1])


def keep(connection: Connection, once: Once | None, receipt: Receipt, now: int) -> None:
    """Keep the receipt, and no longer those from more than a week ago."""
    if once is not None:
        run_sql(connection, "DELETE FROM receipts WHERE kept_at < ?", (now - KEPT,))
        values = (once.key, once.asked, receipt.model_dump_json(), now)
        run_sql(connection, "INSERT INTO receipts (key, asked, receipt, kept_at) VALUES (?, ?, ?, ?)", values)
