"""Which format a text is in, and its messages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

from tracker.errors import InvalidInput
from tracker.ingest.text import captions, headings, jsonl, line, plain, telegram, whatsapp
from tracker.ingest.text.dates import Export, Settled, settle
from tracker.ingest.text.lines import lines
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.source import TextSource

Kind = Literal["notes", "dialogue", "captions", "jsonl", "whatsapp", "telegram", "line"]
_DATED: frozenset[Kind] = frozenset(("whatsapp", "line"))
_PLAIN: frozenset[Kind] = frozenset(("notes", "dialogue"))
_LOOKED_AT = 40
_MOST = 0.8


class Survey(NamedTuple):
    """What one look at the file tells: its format, how many messages it holds, how its dates are written, how many of
    its lines are headings that date what follows, how many lines below those begin with a time of day, and what a
    person should know of others."""

    kind: Kind
    messages: int
    dates: Settled | None
    headings: int = 0
    clocked: int = 0
    notes: tuple[str, ...] = ()


def survey(source: TextSource) -> Survey:
    """Read the whole file once, so that a wrong byte or a wrong date on its last line is told before anything is
    stored. Raises InvalidInput naming the line."""
    kind = detected(source) if source.format == "auto" else source.format
    look = Survey(kind, 0, _dates(source, kind) if kind in _DATED else None)
    if kind in _PLAIN:
        found = headings.look_for(lines(source.path, source.encoding), source)
        look = Survey(kind, 0, found.order, found.dated, found.clocked, found.notes)
    count = 0
    for part in messages(source, look):
        count += 1
        if source.start is None and isinstance(part, Message) and part.at is None:
            raise InvalidInput(
                f"{source.path}:{part.number}: tells no time; say when the text starts (--start, `start`)"
            )
    if count == 0:
        raise InvalidInput(f"{source.path}: nothing is said in it")
    return look._replace(messages=count)


def messages(source: TextSource, look: Survey) -> Iterator[Message | Skipped]:
    """The messages of the text, and what was skipped, in file order."""
    if look.kind == "telegram":
        return telegram.chat(source.path, source.zone)
    read = lines(source.path, source.encoding)
    if look.kind == "jsonl":
        return jsonl.chat(read, source.path)
    if look.kind in _DATED:
        assert look.dates is not None
        chat = whatsapp.chat if look.kind == "whatsapp" else line.chat
        return chat(read, Export(source.path, look.dates.order, source.zone))
    if look.kind == "captions":
        return captions.cues(read, source.path, source.start)
    order = look.dates.order if look.dates is not None else None
    begins = partial(headings.begins, source=source, order=order)
    return plain.dialogue(read, begins) if look.kind == "dialogue" else plain.notes(read, begins)


def detected(source: TextSource) -> Kind:
    """The format of a file by its name and its first lines. What fits no export is notes."""
    if source.path.suffix.lower() in captions.SUFFIXES:
        return "captions"
    head = [line.text for line in islice(lines(source.path, source.encoding), _LOOKED_AT) if line.text.strip()]
    if not head:
        return "notes"
    first = head[0].lstrip("\ufeff\u200e \t")
    if first.startswith("{"):
        return "jsonl" if first.rstrip().endswith("}") and '"messages"' not in first else "telegram"
    if captions.looks_like(head):
        return "captions"
    if line.looks_like(head):
        return "line"
    begin = whatsapp.headed(head[0])
    if whatsapp.almost(head[0]) or (begin is not None and _somebody_speaks(head)):
        return "whatsapp"
    named = sum(1 for text in head if plain.named(text))
    said = len(head) - sum(1 for text in head if headings.heading(text) is not None)
    return "dialogue" if named and named >= _MOST * said else "notes"


def _somebody_speaks(head: list[str]) -> bool:
    """Whether a message among the lines names who says it: dated notes name nobody."""
    return any(one is not None and one.said for one in map(whatsapp.headed, head))


def _dates(source: TextSource, kind: Kind) -> Settled:
    if source.date_order != "auto":
        return Settled(source.date_order, "it was given")
    read = (one.text for one in lines(source.path, source.encoding))
    if kind == "line":
        written = [day for day in map(line.day_of, read) if day is not None]
    else:
        written = [head.date for head in map(whatsapp.headed, read) if head is not None]
    return settle(written, source.path)
