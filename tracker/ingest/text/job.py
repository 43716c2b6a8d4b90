"""The text job: one file of words → events about what they say, message by message."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from tracker.domain.evidence import Evidence
from tracker.ingest.job import Once, Step, check_span, digest_of
from tracker.ingest.media import read_media
from tracker.ingest.sentences.claims import Extraction, SentenceReading
from tracker.ingest.sentences.conversation import Heard, conversation_events
from tracker.ingest.sentences.discourse import Discourse
from tracker.ingest.sentences.events import PROPOSED, Utterance, first_keys
from tracker.ingest.sentences.extract import Extractor, extract
from tracker.ingest.sentences.proposing import Proposing
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.reader import messages, survey
from tracker.ingest.text.repeats import CHAT, CHAT_KINDS, FROM_CHATS, keyed
from tracker.ingest.text.report import Report
from tracker.ingest.text.source import TextSource
from tracker.link.mentions import Names, NothingRegistered, entity_ids, slug

_PER_STEP = 200
"""Messages whose events are stored in one transaction."""
_QUOTED = 2_000
"""Characters of a message that its evidence quotes."""
VERSION = 1
"""Counts up when the same text would yield other events, so that a finished job is not taken for the new one."""


class Explained(NamedTuple):
    """One sentence of a text with its message, for `--explain`."""

    message: Message
    sentence: SentenceReading


class _Place(NamedTuple):
    """How far a job is: parts of the file behind it, what the conversation has mentioned, and the counts so far."""

    done: int
    untimed: int
    heard: Heard
    report: Report

    def to_json(self) -> dict[str, Any]:
        return {
            "done": self.done,
            "untimed": self.untimed,
            "heard": self.heard.to_json(),
            "report": self.report.model_dump(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> _Place:
        heard, report = Heard.from_json(data["heard"]), Report.model_validate(data["report"])
        return cls(data["done"], data["untimed"], heard, report)


class TextJob:
    """Reads a text and what its sentences claim. `names` says which registered entities a phrase may mean.

    Making the job reads the whole file once: what cannot be decoded, dated or parsed is refused (InvalidInput naming
    the line) before anything is stored. The job's name covers the file's bytes and the facts given about it, not
    where it lies. With `Proposing` as the extractor it also names the language model, whose proposals are added to the
    events that the job without it stores; those are not repeated. `reported_by` is its events' source, `report` counts
    what the last run reached, earlier runs included."""

    def __init__(self, source: TextSource, names: Names | None = None, extractor: Extractor = extract) -> None:
        self._source, self._names, self._extract = source, names or NothingRegistered(), extractor
        self._media = read_media(source.path, source.media_root)
        self._look = survey(source)
        if source.start is not None:
            check_span(source.start, self._look.messages, f"{source.path}: start")
        self._media_type = "application/json" if self._look.kind in ("jsonl", "telegram") else "text/plain"
        self._is_chat = self._look.kind in CHAT_KINDS
        self._key = f"{CHAT if self._is_chat else 'text'}:{self._fingerprint()}"
        self._timed_key = CHAT if self._is_chat else self._key
        self.reported_by = source.source or (FROM_CHATS if self._is_chat else f"import:{source.path.stem}")
        self.name = f"{self._key}+{extractor.model}" if isinstance(extractor, Proposing) else self._key
        self.report = Report(notes=self._notes())

    def steps(self, resume: dict[str, Any] | None) -> Iterator[Step]:
        at = _Place.from_json(resume) if resume is not None else _Place(0, 0, Heard(), self.report)
        self.report = at.report
        said: list[Once] = []
        begun = at.done
        for number, part in enumerate(self._messages()):
            if number < begun:
                continue
            at, made = self._read(part, at)
            said += made
            if at.done % _PER_STEP == 0:
                yield self._step(at, said)
                said = []
        if said or at.done % _PER_STEP:
            yield self._step(at, said)

    def explained(self) -> Iterator[Explained]:
        """Every sentence of the text with its claims, or why it has none; nothing is stored."""
        at = _Place(0, 0, Heard(), self.report)
        for part in self._messages():
            if isinstance(part, Skipped):
                continue
            speaker = self._speaker(part)
            extraction = self._extraction(part, self._moment(part, at.untimed), speaker, at.heard.discourse)
            at = at._replace(untimed=at.untimed + (part.at is None), heard=Heard(extraction.context))
            yield from (Explained(part, sentence) for sentence in extraction.sentences)

    def _messages(self) -> Iterator[Message | Skipped]:
        parts = messages(self._source, self._look)
        return keyed(parts) if self._is_chat else parts

    def _step(self, at: _Place, said: list[Once]) -> Step:
        self.report = at.report
        step = Step((), at.to_json(), at.done, self._look.messages, "messages", tuple(said))
        return step if self._is_chat else step._replace(events=tuple(e for one in said for e in one.events), once=())

    def _read(self, part: Message | Skipped, at: _Place) -> tuple[_Place, list[Once]]:
        if isinstance(part, Skipped):
            return at._replace(done=at.done + 1, report=at.report.with_skipped(part.why)), []
        moment, speaker = self._moment(part, at.untimed), self._speaker(part)
        extraction = self._extraction(part, moment, speaker, at.heard.discourse)
        said = Utterance(
            source=self.reported_by,
            key=f"{self._key if part.at is None else self._timed_key}/{part.key}",
            at=moment,
            speaker=speaker,
            evidence=(self._evidence(part),),
            visibility=self._source.visibility,
        )
        report = at.report.with_message(extraction.sentences, cut=part.cut)
        events, heard = conversation_events(extraction, said, at.heard)
        proposed = [event for event in events if (event.source_key or "").count(f"/{PROPOSED}")]
        told = tuple(event for event in events if event not in proposed)
        # What a model proposes may come to words that are there already.
        once = [Once(first_keys(said.key), told), *(Once((str(one.source_key),), (one,)) for one in proposed)]
        return _Place(at.done + 1, at.untimed + (part.at is None), heard, report), once

    def _extraction(self, part: Message, moment: datetime, speaker: str | None, discourse: Discourse) -> Extraction:
        source = self._source
        read = self._extract(
            part.text,
            at=moment,
            tz=source.tz,
            speaker=speaker,
            context=discourse,
            names=self._names,
            style=source.style,
        )
        return read.as_reported() if part.forwarded else read

    def _moment(self, part: Message, untimed: int) -> datetime:
        if part.at is not None:
            return part.at
        start = self._source.start
        assert start is not None, "the survey refuses a text without times and without a start"
        return start + timedelta(seconds=untimed)

    def _speaker(self, part: Message) -> str | None:
        if part.speaker is None:
            return self._source.speaker
        found = entity_ids(part.speaker, self._names)
        return found[0] if len(found) == 1 else slug(part.speaker) or self._source.speaker

    def _evidence(self, part: Message) -> Evidence:
        quoted = part.text[:_QUOTED].replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
        media = self._media
        return Evidence(uri=media.uri, media_type=self._media_type, sha256=media.sha256, text=quoted)

    def _notes(self) -> tuple[str, ...]:
        dates = self._look.dates
        kind = f"read as {self._look.kind}"
        order = () if dates is None else (f"dates are {dates.order}: {dates.because}",)
        return (kind, *order, *self._look.notes)

    def _fingerprint(self) -> str:
        given = self._source.model_dump(mode="json", exclude={"path", "media_root"})
        start = self._source.start
        given["start"] = None if start is None else start.astimezone(UTC).isoformat()
        facts = {"sha256": self._media.sha256, "version": VERSION, **given}
        if self._look.headings:
            # Read otherwise than before there were any; a text without them is not.
            facts["headings"] = "dates and clocks" if self._look.clocked else "dates"
        return digest_of(facts)[:24]
