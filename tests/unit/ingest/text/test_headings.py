"""A line that is a date tells the day of what stands below it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tracker.errors import InvalidInput
from tracker.ingest.text.job import TextJob
from tracker.ingest.text.source import read_source

START = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)


def job(tmp_path: Path, text: str, **fields: Any) -> TextJob:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    return TextJob(read_source(path=path, source="user:mia", **({"start": START, "speaker": "mia"} | fields)))


def times(made: TextJob) -> list[str]:
    return [one.message.text + " " + _at(one.sentence.claims) for one in made.explained()]


def _at(claims: Any) -> str:
    return claims[0].occurred_at.astimezone(UTC).strftime("%m-%d %H:%M:%S") if claims else "nothing"


def test_sentences_under_a_date_are_said_on_that_day(tmp_path: Path):
    """Each at the time of day of the start, a second after the one before it; what stands above is dated from it."""
    made = job(
        tmp_path,
        "The bag is in the hall.\n2026-11-29\nThe keys are in the drawer.\nThe box is on the desk.\n"
        "\n## 2026-11-30\nThe keys are in the hall.\n",
    )
    assert times(made) == [
        "The bag is in the hall. 11-20 08:00:00",
        "The keys are in the drawer. 11-29 08:00:00",
        "The box is on the desk. 11-29 08:00:01",
        "The keys are in the hall. 11-30 08:00:00",
    ]
    events = [event for step in made.steps(None) for event in step.events]
    assert [event.occurred_at.day for event in events] == [20, 29, 29, 30]
    assert made.report.skipped == {"date heading": 2}


@pytest.mark.parametrize(
    "heading",
    ["# Monday, 30 November 2026", "30.11.2026:", "**Nov 30, 2026**", "--- 2026/11/30 ---", "2026年11月30日（週一）",
     "11/30/2026"],
)  # fmt: skip
def test_a_date_may_be_written_as_people_write_them(tmp_path: Path, heading: str):
    """Whatever the strict grammar reads wholly as one day, whoever reads it when."""
    assert times(job(tmp_path, f"{heading}\nThe keys are in the hall.\n")) == [
        "The keys are in the hall. 11-30 08:00:00"
    ]


def test_the_day_is_one_of_the_zone_of_the_text(tmp_path: Path):
    """Where it is 16:00 at the start, it is 16:00 on the day of the heading, on whichever side of a clock change."""
    made = job(tmp_path, "2026-07-01\nThe keys are in the hall.\n", tz="Europe/Berlin", start=START)
    assert times(made) == ["The keys are in the hall. 07-01 07:00:00"]


def test_a_dialogue_has_headings_too(tmp_path: Path):
    """They are said by nobody and count for nothing when the format is found out."""
    made = job(
        tmp_path, "2026-11-29\nAna: I put the keys in the drawer.\n2026-11-30\nAna: I put the box in the hall.\n"
    )
    assert [one.message.speaker for one in made.explained()] == ["Ana", "Ana"]
    assert [_at(one.sentence.claims) for one in made.explained()] == ["11-29 08:00:00", "11-30 08:00:00"]


@pytest.mark.parametrize("said", ["Ana: 2026-11-30", "2026-11-30 14:00", "10", "2026", "March 2026", "12 - 14"])
def test_what_is_no_day_is_no_heading(tmp_path: Path, said: str):
    """A time, a month, a number, or a date that somebody said."""
    made = job(tmp_path, f"{said}\nAna: The keys are in the hall.\n", format="dialogue")
    assert made.report.notes == ("read as dialogue",)
    assert _at(list(made.explained())[-1].sentence.claims) == "11-20 08:00:01"


def test_a_day_that_depends_on_when_it_is_read_is_warned_of(tmp_path: Path):
    """'Monday' and '2 March' name no day for good: what follows is dated as before, and the report says so."""
    made = job(tmp_path, "# Monday\nThe keys are in the hall.\n2 March\nThe keys are in the drawer.\n")
    assert [_at(one.sentence.claims) for one in made.explained()][1::2] == ["11-20 08:00:01", "11-20 08:00:03"]
    assert made.report.notes[1] == (
        "line 1: 'Monday' is no date with a year (and 1 more line): what stands below is dated as what stands above"
    )


@pytest.mark.parametrize(
    ("heading", "why"),
    [
        ("Tuesday, 2 March 2026", "2026-03-02 is a Monday"),
        ("# 2026-11-31", "there is no 2026-11-31"),
        ("31/04/2026", "there is no 31/04/2026"),
        ("30.02.2026", "there is no 30.02.2026"),
        ("2026年13月1日", "there is no 2026年13月1日"),
        ("03/04/2026", "may be day/month or month/day"),
    ],
)
def test_a_heading_that_is_no_possible_date_is_refused(tmp_path: Path, heading: str, why: str):
    """Before anything is stored: to read on with the day before would date all that follows wrongly."""
    with pytest.raises(InvalidInput, match=why) as refused:
        job(tmp_path, f"The bag is in the hall.\n{heading}\nThe keys are in the hall.\n")
    assert "notes.txt" in str(refused.value)


def test_the_order_of_day_and_month_may_be_given(tmp_path: Path):
    """As for a chat export; and one heading of a file can decide for the others."""
    text = "03/04/2026\nThe keys are in the hall.\n"
    assert times(job(tmp_path, text, date_order="mdy")) == ["The keys are in the hall. 03-04 08:00:00"]
    assert times(job(tmp_path, text, date_order="dmy")) == ["The keys are in the hall. 04-03 08:00:00"]
    decided = job(tmp_path, text + "03/14/2026\nThe box is in the hall.\n")
    assert times(decided)[0] == "The keys are in the hall. 03-04 08:00:00"


def test_a_text_without_headings_is_the_job_that_it_was(tmp_path: Path):
    """Its name, and with it the ids of its events, is what earlier versions gave it; one with headings is another."""
    plain = job(tmp_path, "The keys are in the hall.\n")
    assert plain.name == "text:10dbd716a29baaebf28b0209"
    assert job(tmp_path, "2026-11-30\nThe keys are in the hall.\n").name != "text:8d2a6b4dd03cd2edc258ad4a"


CLOCKS = "# 2026-03-02\n14:05 The keys are in the drawer.\n7:30pm The keys are on the desk.\n# 2026-03-03\n" \
    "07:30 The box is in the hall.\nThe bag is in the hall.\n"  # fmt: skip


@pytest.mark.parametrize("start", ["2026-03-02T00:00:00", "2026-03-09T10:00:00", "2026-03-01T23:59:59"])
def test_a_time_of_day_below_a_heading_is_one_of_its_day_whatever_the_start(tmp_path: Path, start: str):
    made = job(tmp_path, CLOCKS, start=datetime.fromisoformat(start).replace(tzinfo=UTC))
    assert times(made) == [
        "The keys are in the drawer. 03-02 14:05:00",
        "The keys are on the desk. 03-02 19:30:00",
        "The box is in the hall. 03-03 07:30:00",
        "The bag is in the hall. 03-03 07:30:01",
    ]


@pytest.mark.parametrize(
    ("line", "clock"),
    [("- 14:05 – the keys are in the hall.", "14:05:00"), ("[9:05 am] The keys are in the hall.", "09:05:00"),
     ("12:30 am The keys are in the hall.", "00:30:00"), ("3pm: the keys are in the hall.", "15:00:00"),
     ("下午3點鑰匙在客廳。", "15:00:00"), ("晚上8:15 鑰匙在客廳。", "20:15:00"),
     ("14:05:09 The keys are in the hall.", "14:05:09")],
)  # fmt: skip
def test_a_time_of_day_may_be_written_as_people_write_it(tmp_path: Path, line: str, clock: str):
    [one] = job(tmp_path, f"2026-03-02\n{line}\n").explained()
    assert _at(one.sentence.claims) == f"03-02 {clock}"


@pytest.mark.parametrize(
    "line", ["12:1 odds on the keys.", "3 keys are in the hall.", "25:00 The keys are in the hall."]
)
def test_what_is_no_time_of_day_is_said_a_second_later(tmp_path: Path, line: str):
    [one] = job(tmp_path, f"2026-03-02\n{line}\n").explained()
    assert one.message.at == datetime(2026, 3, 2, 8, tzinfo=UTC)


def test_in_the_hour_that_comes_twice_the_order_of_the_lines_decides(tmp_path: Path):
    """25 October 2026, Berlin: 02:10 and 02:50 come twice, at UTC+2 and then at UTC+1."""
    text = "2026-10-25\n02:10 The keys are in the hall.\n02:50 The keys are in the bag.\n" \
        "02:20 The keys are in the drawer.\n03:05 The keys are in the box.\n"  # fmt: skip
    assert [at[-14:] for at in times(job(tmp_path, text, tz="Europe/Berlin"))] == [
        "10-25 00:10:00", "10-25 00:50:00", "10-25 01:20:00", "10-25 02:05:00",
    ]  # fmt: skip


def test_a_chat_goes_on_through_the_hour_that_comes_twice(tmp_path: Path):
    text = "25/10/2026, 02:50 - Ana: The keys are in the bag.\n25/10/2026, 02:20 - Ana: The keys are in the box.\n" \
        "25/10/2026, 02:40 - Ana: The keys are in the hall.\n"  # fmt: skip
    made = job(tmp_path, text, tz="Europe/Berlin")
    assert [_at(one.sentence.claims) for one in made.explained()] == [
        "10-25 00:50:00", "10-25 01:20:00", "10-25 01:40:00",
    ]  # fmt: skip
