"""One message of a chat is one message, in whichever export it comes again: its key is made of when, by whom and what.

Exports of one chat overlap, and tell times to the second or to the minute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from tracker.ingest.job import digest_of
from tracker.ingest.text.message import Message, Skipped

CHAT_KINDS = frozenset(("whatsapp", "telegram", "line", "jsonl"))
"""Exports whose messages carry their own times."""
CHAT = "chat"
"""What the source keys of their messages begin with, and the names of the jobs that read them."""
FROM_CHATS = "import:chat"
"""Who reports what an export tells, unless somebody is named: one source for all exports, so that they may overlap."""


def keyed(parts: Iterable[Message | Skipped]) -> Iterator[Message | Skipped]:
    """The messages with such keys: what one person wrote twice in a minute in the same words is told apart by its
    count."""
    minute: datetime | None = None
    told: Counter[str] = Counter()
    for part in parts:
        if isinstance(part, Skipped) or part.at is None:
            yield part
            continue
        at = part.at.replace(second=0, microsecond=0)
        if at != minute:
            minute, told = at, Counter()
        facts = digest_of([at.isoformat(), (part.speaker or "").casefold(), " ".join(part.text.split())])[:24]
        told[facts] += 1
        yield part._replace(key=facts if told[facts] == 1 else f"{facts}.{told[facts]}")
