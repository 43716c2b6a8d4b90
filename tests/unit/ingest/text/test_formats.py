"""Every text format gives the same kind of messages, and says what it will not guess."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tracker.errors import InvalidInput
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.reader import messages, survey
from tracker.ingest.text.source import TextSource, read_source

START = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def write(folder: Path, content: str | bytes, name: str = "text.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def source(path: Path, **fields: object) -> TextSource:
    return read_source(path=path, source="import:test", **({"start": START} | fields))


def read(folder: Path, content: str | bytes, **fields: object) -> tuple[str, list[Message | Skipped]]:
    given = source(write(folder, content), **fields)
    look = survey(given)
    return look.kind, list(messages(given, look))


def said(parts: list[Message | Skipped]) -> list[tuple[str | None, str]]:
    return [(part.speaker, part.text) for part in parts if isinstance(part, Message)]


def test_notes_are_lines(tmp_path: Path):
    """Empty lines say nothing; the rest is kept as written."""
    kind, parts = read(tmp_path, "I put the tape in the box.\n\n  The lamp is on. \n")
    assert kind == "notes"
    assert said(parts) == [(None, "I put the tape in the box."), (None, "  The lamp is on. ")]


def test_a_dialogue_names_its_speakers(tmp_path: Path):
    """'Name: text' on most lines makes a dialogue; a line without a name goes on; a web address is no name."""
    kind, parts = read(
        tmp_path, "Ana: I took the tape.\nAnd the glue.\n小美：我在家。\nTom: https://example.org/x\nTom: ok\n"
    )
    assert kind == "dialogue"
    assert said(parts)[:3] == [("Ana", "I took the tape."), ("Ana", "And the glue."), ("小美", "我在家。")]


def test_json_lines_carry_their_own_time(tmp_path: Path):
    """Times come with an offset and are kept in UTC."""
    row = {"time": "2026-03-02T15:00:00+01:00", "speaker": "Ana", "text": "I put the tape in the box."}
    kind, parts = read(tmp_path, json.dumps(row) + "\n")
    assert kind == "jsonl"
    assert isinstance(parts[0], Message)
    assert parts[0].at == datetime(2026, 3, 2, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ('{"text": 3}', "text: not a string"),
        ('{"speaker": "Ana"}', "text: missing"),
        ('{"text": "hi", "time": "2026-03-02T15:00:00"}', "time: the time has no zone"),
        ('{"text": "hi", "time": 3}', "time: not a time"),
        ("[1]", "not a JSON object"),
        ('{"text": ', "not JSON"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, row: str, problem: str):
    """One line says which file, which line, which field."""
    with pytest.raises(InvalidInput, match=f"text.txt:2: .*{problem}") as raised:
        read(tmp_path, '{"text": "fine"}\n' + row + "\n", format="jsonl")
    assert "\n" not in str(raised.value)


WHATSAPP = {
    "android, day first": "31/12/2025, 21:41 - Ana: I put the tape in the box.\n",
    "android, month first": "12/31/25, 9:41 PM - Ana: I put the tape in the box.\n",
    "android, narrow space": "12/31/25, 9:41\u202fPM - Ana: I put the tape in the box.\n",
    "iphone": "[31/12/2025, 21:41:00] Ana: I put the tape in the box.\n",
    "iphone, marked": "\u200e[31.12.25, 21:41:00] Ana: I put the tape in the box.\n",
    "german": "31.12.25, 21:41 - Ana: I put the tape in the box.\n",
    "taiwan": "2025/12/31 晚上9:41 - Ana: I put the tape in the box.\n",
    "iso": "[2025-12-31, 21:41:00] Ana: I put the tape in the box.\n",
}


@pytest.mark.parametrize("line", WHATSAPP.values(), ids=WHATSAPP.keys())
def test_whatsapp_exports_of_several_countries(tmp_path: Path, line: str):
    """However the phone writes it, it is the same message at the same moment."""
    kind, parts = read(tmp_path, line, tz="Europe/Lisbon")
    assert kind == "whatsapp"
    assert [(p.at, p.speaker, p.text) for p in parts if isinstance(p, Message)] == [
        (datetime(2025, 12, 31, 21, 41, tzinfo=UTC), "Ana", "I put the tape in the box.")
    ]


@pytest.mark.parametrize(
    ("written", "hour"),
    [("上午12:30", 0), ("凌晨1:30", 1), ("上午11:30", 11), ("中午12:30", 12), ("中午1:30", 13), ("晚上11:30", 23)],
)
def test_whatsapp_tells_the_half_of_the_day_in_chinese(tmp_path: Path, written: str, hour: int):
    """Noon is said of the hours around it, on both sides of twelve."""
    _, (message,) = read(tmp_path, f"2026/3/20 {written} - Ana: hello\n", format="whatsapp")
    assert isinstance(message, Message)
    assert message.at == datetime(2026, 3, 20, hour, 30, tzinfo=UTC)


def test_whatsapp_messages_run_over_lines(tmp_path: Path):
    """A line without a header belongs to the message above; what nobody said is skipped and counted."""
    _, parts = read(
        tmp_path,
        "25/02/2026, 10:00 - Messages and calls are end-to-end encrypted.\n"
        "25/02/2026, 10:01 - Ana: I put the tape in the box.\nThe glue too.\n"
        "25/02/2026, 10:02 - Tom: <Media omitted>\n"
        "25/02/2026, 10:03 - Tom added Lena\n",
    )
    assert said(parts) == [("Ana", "I put the tape in the box.\nThe glue too.")]
    assert [part.why for part in parts if isinstance(part, Skipped)] == [
        "system line", "media or deleted", "system line",
    ]  # fmt: skip


def test_day_and_month_are_never_guessed(tmp_path: Path):
    """03/04 alone could be either: the file is refused until somebody says; more dates may decide."""
    alone = "03/04/2026, 10:00 - Ana: hello\n"
    with pytest.raises(InvalidInput, match=r"3/4/2026 may be day/month or month/day .*--date-order.*`date_order`"):
        read(tmp_path, alone)
    _, parts = read(tmp_path, alone, date_order="mdy")
    assert [part.at for part in parts if isinstance(part, Message)] == [datetime(2026, 3, 4, 10, tzinfo=UTC)]
    rising = source(write(tmp_path, "03/04/2026, 10:00 - Ana: hello\n02/05/2026, 10:00 - Ana: hello\n"))
    assert survey(rising).dates == ("dmy", "only so do its messages follow in time")


def test_dates_that_fit_no_order_are_refused(tmp_path: Path):
    """A file that mixes both orders has no order."""
    with pytest.raises(InvalidInput, match="neither day/month nor month/day"):
        read(tmp_path, "13/01/2026, 10:00 - Ana: a\n01/13/2026, 10:00 - Ana: b\n")


def test_a_local_time_that_a_zone_skips_is_refused(tmp_path: Path):
    """Half past two on the night the clocks go forward: the zone must be wrong."""
    with pytest.raises(InvalidInput, match=r"text.txt:1: 2026-03-29 02:30 does not exist in Europe/Berlin"):
        read(tmp_path, "29/03/2026, 02:30 - Ana: hello\n", tz="Europe/Berlin")


def test_a_local_time_after_the_last_year_is_refused(tmp_path: Path):
    """West of Greenwich the last evening of 9999 is in a year that no calendar here has."""
    with pytest.raises(InvalidInput, match=r"text.txt:1: "):
        read(tmp_path, "[31/12/9999, 23:30:00] Ana: Zzz.\n", tz="America/New_York")


def test_telegram_exports(tmp_path: Path):
    """Text in pieces is joined; joins, leaves and stickers are skipped; one chat or a whole account."""
    chat = {
        "id": 7,
        "messages": [
            {"id": 1, "type": "service", "date_unixtime": "1767225600", "text": ""},
            {"id": 2, "type": "message", "date_unixtime": "1767225600", "from": "Ana",
             "text": ["I put ", {"type": "bold", "text": "the tape"}, " in the box."]},
            {"id": 3, "type": "message", "date_unixtime": "1767225601", "from": None, "text": ""},
        ],
    }  # fmt: skip
    expected = [("Ana", "I put the tape in the box.")]
    for exported in (chat, {"chats": {"list": [chat]}}):
        kind, parts = read(tmp_path, json.dumps(exported, indent=1))
        assert kind == "telegram"
        assert said(parts) == expected


def test_an_untimed_text_needs_a_start(tmp_path: Path):
    """Nothing is stored at a made-up time."""
    with pytest.raises(InvalidInput, match=r"text\.txt:1: tells no time; .*--start.*`start`"):
        read(tmp_path, "I put the tape in the box.\n", start=None)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "big5"])
def test_encodings(tmp_path: Path, encoding: str):
    """A byte order mark tells; without one the encoding is given."""
    text = "我把護照放在抽屜裡。\n"
    content = text.encode(encoding)
    given = {} if encoding in ("utf-8-sig", "utf-16") else {"encoding": encoding}
    _, parts = read(tmp_path, content, **given)
    assert said(parts) == [(None, "我把護照放在抽屜裡。")]


def test_a_wrong_byte_is_named_with_its_line(tmp_path: Path):
    """Nothing is replaced silently."""
    with pytest.raises(InvalidInput, match=r"text\.txt:2: byte 3 is not utf-8"):
        read(tmp_path, b"fine\nna\xefve\n")


def test_an_overlong_line_is_cut_and_said_so(tmp_path: Path):
    """Its beginning is kept, its rest is skipped without being held in memory, the next line is read."""
    _, parts = read(tmp_path, "a" * 3_000_000 + "\nThe lamp is on.\n")
    first, second = parts
    assert isinstance(first, Message)
    assert first.cut
    assert len(first.text) == 64_000
    assert isinstance(second, Message)
    assert (second.number, second.text, second.cut) == (2, "The lamp is on.", False)


@pytest.mark.parametrize("content", ["", "\n\n  \n"])
def test_an_empty_text_is_refused(tmp_path: Path, content: str):
    """There is nothing to remember."""
    with pytest.raises(InvalidInput, match="nothing is said in it"):
        read(tmp_path, content)


def test_missing_files_and_folders(tmp_path: Path):
    """One line each."""
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(InvalidInput, match=r"no such file|cannot be read"):
            survey(source(path))
