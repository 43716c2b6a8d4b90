"""A text job stores the same events however often and wherever it is stopped, and can say why."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tracker.domain.events import Event
from tracker.errors import InvalidInput
from tracker.ingest.text import job as text_job
from tracker.ingest.text.job import TextJob
from tracker.ingest.text.lines import LONGEST
from tracker.ingest.text.source import read_source

START = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)
STORY = """\
Lena put the passport in the blue folder.
Who has the tickets?
Then she went to the station. She dropped her scarf there.
I think the ticket is in the folder.
Tom took it out.
"""


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_text(STORY)
    return path


def job(path: Path, **fields: Any) -> TextJob:
    return TextJob(read_source(path=path, source="user:ana", **({"start": START, "speaker": "ana"} | fields)))


def all_events(made: TextJob) -> list[Event]:
    steps = list(made.steps(None))
    return [event for step in steps for event in (*step.events, *(one for once in step.once for one in once.events))]


def shown(events: list[Event]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(e.entity_id, e.type, e.payload.model_dump(exclude_none=True)) for e in events if e.type != "stated"]


def test_a_story_becomes_events_in_its_order(story: Path):
    """Pronouns reach over lines, each line is a second later, and the words are kept with every claim."""
    events = all_events(job(story))
    assert shown(events) == [
        ("passport", "placed", {"place": "blue_folder", "relation": "in", "by": "lena"}),
        ("lena", "moved", {"to_place": "station", "relation": "at"}),
        ("scarf", "placed", {"by": "lena"}),
        ("ticket", "removed", {"place": "folder", "by": "tom"}),
    ]
    words = {event.event_id: event for event in events if event.type == "stated"}
    for event in events:
        if event.type != "stated":
            assert event.caused_by is not None
            assert words[event.caused_by].entity_id == event.entity_id
    times = [event.occurred_at for event in events if event.type != "stated"]
    assert times == sorted(set(times))


def test_a_text_may_not_run_past_the_calendar(story: Path):
    with pytest.raises(InvalidInput, match="start: the times run past the year 9999"):
        job(story, start=datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))


def test_every_sentence_is_kept(story: Path):
    """What yields no claim is a statement of its speaker, without a claim."""
    kept = [e.payload.text for e in all_events(job(story)) if e.entity_id == "ana"]  # type: ignore[attr-defined]
    assert kept == ["Who has the tickets?"]


def test_the_report_counts_what_was_understood_and_why_not(story: Path):
    """Six sentences: a question, and five that are understood, one of them as no more than possible."""
    made = job(story)
    all_events(made)
    assert made.report.model_dump(exclude={"patterns"}) == {
        "messages": 5, "sentences": 6, "understood": 5, "claims": 5, "cut_lines": 0, "skipped": {}, "proposed": 0,
        "reasons": {"question": 1}, "notes": ("read as notes",), "dropped": {},
    }  # fmt: skip


def test_the_report_counts_lines_that_were_cut(tmp_path: Path):
    path = tmp_path / "long.txt"
    path.write_text("Tom took the lamp.\n" + "a" * (LONGEST + 1) + "\n")
    made = job(path)
    all_events(made)
    assert (made.report.messages, made.report.cut_lines) == (2, 1)


def test_explained_gives_every_sentence_its_claims_or_reason(story: Path):
    """`--explain` shows the same reading that the job stores."""
    explained = list(job(story).explained())
    assert [(e.message.number, [c.brief() for c in e.sentence.claims] or e.sentence.reason) for e in explained] == [
        (1, ["passport: placed in blue_folder by lena"]),
        (2, "question"),
        (3, ["lena: moved at station"]),
        (3, ["scarf: placed by lena"]),
        (4, ["ticket: in folder"]),
        (5, ["ticket: removed from folder by tom"]),
    ]


@pytest.mark.parametrize("stop", range(5))
def test_a_job_stopped_anywhere_goes_on_with_the_same_events(story: Path, stop: int, monkeypatch: pytest.MonkeyPatch):
    """The position holds all that later lines need: what 'she' means, and which second it is."""
    whole = all_events(job(story))
    monkeypatch.setattr(text_job, "_PER_STEP", 1)
    steps = list(job(story).steps(None))
    before, position = steps[: stop + 1], steps[stop].position
    rest = list(job(story).steps(position))
    assert [e for step in (*before, *rest) for e in step.events] == whole
    assert [*before, *rest][-1].done == 5


def test_the_job_is_named_by_content_not_by_place(story: Path, tmp_path: Path):
    """The same text elsewhere is the same job; another start, zone or style is another."""
    moved = tmp_path / "elsewhere.txt"
    moved.write_text(STORY)
    assert job(moved).name == job(story).name
    others = ({"style": "narration"}, {"tz": "Asia/Taipei"}, {"start": START.replace(hour=3)}, {"speaker": None})
    assert len({job(story).name, *(job(story, **other).name for other in others)}) == 5


def test_narration_is_by_the_speaker(tmp_path: Path):
    """'take knife' is what the wearer of the camera does, when the text is declared to be a narration."""
    path = tmp_path / "narration.txt"
    path.write_text("pick up ladle\nput ladle in drawer\n")
    assert shown(all_events(job(path))) == []
    assert shown(all_events(job(path, style="narration"))) == [
        ("ladle", "removed", {"by": "ana"}),
        ("ladle", "placed", {"place": "drawer", "relation": "in", "by": "ana"}),
    ]


def test_messages_of_one_minute_keep_their_order(tmp_path: Path):
    """Exports tell minutes: what was said in one minute still folds in the order it was said."""
    path = tmp_path / "chat.txt"
    path.write_text(
        "25/02/2026, 10:00 - Ana: I put the tape in the box.\n"
        "25/02/2026, 10:00 - Tom: yesterday I was at the dentist\n"
        "25/02/2026, 10:00 - Tom: I took the tape.\n"
        "25/02/2026, 10:00 - Ana: The tape is on the shelf.\n"
    )
    claims = [
        e
        for e in all_events(job(path, start=None))
        if (e.entity_id == "tape" and e.payload.model_dump().get("text") is None) or getattr(e.payload, "claim", None)
    ]
    assert [e.type for e in claims] == ["placed", "removed", "stated"]
    assert [e.occurred_at for e in claims] == sorted({e.occurred_at for e in claims})


def test_words_with_a_pronoun_answer_the_words_that_named_it(tmp_path: Path):
    """An answer about where she is now can show who 'she' was."""
    path = tmp_path / "story.txt"
    path.write_text("Lena went to the station.\nThen she went to the library.\n")
    named, _, back, moved = all_events(job(path))
    assert back.caused_by == named.event_id
    assert moved.caused_by == back.event_id
