"""Chat exports as phones of many countries write them: every line is a message, a notice, or named."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker import Tracker, TrackerError
from tracker.ingest.runner import run
from tracker.ingest.text.job import TextJob
from tracker.ingest.text.message import Message, Skipped
from tracker.ingest.text.reader import messages, survey
from tracker.ingest.text.source import read_source

KEYS = "I put the keys in the drawer."


def read(folder: Path, text: str, name: str = "chat.txt", **fields) -> tuple[str, list[Message], list[Skipped]]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    source = read_source(path=path, **fields)
    look = survey(source)
    parts = list(messages(source, look))
    said = [one for one in parts if isinstance(one, Message)]
    return look.kind, said, [one for one in parts if isinstance(one, Skipped)]


HEADERS = {
    "ios, year first, a day without its zero": ("[2026/7/30 14:28:09] Ana: {}", "2026-07-30T14:28:09"),
    "ios, day first": ("[30.07.26, 14:28:09] Ana: {}", "2026-07-30T14:28:09"),
    "ios, half of the day behind": ("[30/7/2026, 2:28:09\u202fPM] Ana: {}", "2026-07-30T14:28:09"),
    "android": ("30/07/2026, 14:28 - Ana: {}", "2026-07-30T14:28:00"),
    "an old one": ("30/07/2026 14:28:09: Ana: {}", "2026-07-30T14:28:09"),
    "french": ("30/07/2026 à 14:28 - Ana: {}", "2026-07-30T14:28:00"),
    "portuguese": ("30/07/2026 às 14:28 - Ana: {}", "2026-07-30T14:28:00"),
    "german": ("30.07.26 um 14:28 - Ana: {}", "2026-07-30T14:28:00"),
    "spanish": ("30/7/26 2:28 p. m. - Ana: {}", "2026-07-30T14:28:00"),
    "korean": ("2026. 7. 30. 오후 2:28 - Ana: {}", "2026-07-30T14:28:00"),
    "korean in words": ("2026년 7월 30일 오후 2:28 - Ana: {}", "2026-07-30T14:28:00"),
    "japanese": ("2026/07/30 午後2:28 - Ana: {}", "2026-07-30T14:28:00"),
    "taiwanese": ("2026/7/30 下午2:28 - Ana: {}", "2026-07-30T14:28:00"),
    "arabic digits": ("[٣٠/٠٧/٢٠٢٦، ١٤:٢٨:٠٩] Ana: {}", "2026-07-30T14:28:09"),
    "persian digits": ("۳۰/۷/۲۰۲۶،\u200f ۱۴:۲۸ - Ana: {}", "2026-07-30T14:28:00"),
    "hindi digits": ("३०/०७/२०२६, १४:२८ - Ana: {}", "2026-07-30T14:28:00"),
    "years of the Buddha": ("30/7/2569 14:28 - Ana: {}", "2026-07-30T14:28:00"),
    "no space behind the colon": ("[2026/07/30 14:28:09] Ana:{}", "2026-07-30T14:28:09"),
    "marks of direction": ("\u200e[30/07/2026, 14:28:09] \u202aAna\u202c: {}", "2026-07-30T14:28:09"),
}


@pytest.mark.parametrize(("line", "at"), HEADERS.values(), ids=HEADERS)
def test_every_phone_writes_the_same_message(tmp_path, line, at):
    kind, said, skipped = read(tmp_path, line.format(KEYS) + "\nand went out\n")
    assert (kind, skipped) == ("whatsapp", [])
    when = datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert [(one.at, one.speaker, one.text) for one in said] == [(when, "Ana", f"{KEYS}\nand went out")]


@pytest.mark.parametrize(
    "notice",
    [
        "<Media omitted>", "<Medien ausgeschlossen>", "<Médias omis>", "<Mídia oculta>", "<미디어 파일을 제외한 내용>",
        "null",
        "image omitted", "圖片已略過", "This message was deleted", "You deleted this message.",
        "Diese Nachricht wurde gelöscht.",
        "Ce message a été supprimé", "Se eliminó este mensaje.", "此訊息已刪除", "삭제된 메시지입니다.",
        "IMG-20260730-WA0001.jpg (file attached)", "\u200e<attached: 00000012-PHOTO.jpg>", "\u200eAna was added",
        "\u200eLes messages et les appels sont chiffrés de bout en bout.",
        "Messages and calls are end-to-end encrypted. Only people in this chat can read them.",
    ],
)  # fmt: skip
def test_what_the_exporter_writes_is_nobodys_word(tmp_path, notice):
    _, said, skipped = read(tmp_path, f"30/07/2026, 14:28 - Ana: {notice}\n30/07/2026, 14:29 - Ben: ok\n")
    assert [one.text for one in said] == ["ok"]
    assert [one.number for one in skipped] == [1]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (f"{KEYS} <This message was edited>", KEYS),
        (f"{KEYS} \u200e<This message was edited>", KEYS),
        (f"{KEYS} <Diese Nachricht wurde bearbeitet.>", KEYS),
        (f"{KEYS} <Se editó este mensaje.>", KEYS),
        (f"{KEYS} \u200e<消息已编辑>", KEYS),
        (f"{KEYS} \u200e<attached: 00000012-PHOTO.jpg>", KEYS),
        (f"IMG-20260730-WA0001.jpg (file attached)\n{KEYS}", KEYS),
        (f"You deleted my photos. {KEYS}", f"You deleted my photos. {KEYS}"),
        ("This message was deleted by mistake", "This message was deleted by mistake"),
        ("Messages are all lost", "Messages are all lost"),
        ("the picture <3", "the picture <3"),
    ],
)
def test_what_a_person_wrote_stays_theirs(tmp_path, written, meant):
    _, said, _ = read(tmp_path, f"30/07/2026, 14:28 - Ana: {written}\n")
    assert [one.text for one in said] == [meant]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[9 Jul 2026, 14:28] Ana: hi\n", "chat.txt:1: begins like a message, but its date and time cannot be read"),
        ("30/07/2026, 14:28 - Ana: hi\n30/07/2026, 25:28 - Ana: hi\n", "chat.txt:2: begins like a message"),
        ("30/07/1447, 14:28 - Ana: hi\n", "chat.txt:1: no chat was written in the year 1447"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, text, problem):
    with pytest.raises(TrackerError, match=problem):
        read(tmp_path, text)


def test_dotted_dates_begin_with_the_day(tmp_path):
    _, said, _ = read(tmp_path, f"02.05.2026 à 18:00 - Ana: {KEYS}\n03.05.2026 à 09:30 - Ana: ok\n")
    assert [f"{one.at:%m-%d}" for one in said] == ["05-02", "05-03"]


@pytest.mark.parametrize(
    ("heading", "first", "second"),
    [
        ("[LINE] 與Ana的聊天記錄\n儲存日期：2026/07/30 15:00\n\n2026/07/30（四）", "下午02:28", "下午02:30"),
        ("[LINE] Chat history with Ana\nSaved on: 07/30/2026 15:00\n\nThu, 07/30/2026", "02:28 PM", "02:30 PM"),
        ("[LINE] Anaとのトーク履歴\n保存日時：2026/07/30 15:00\n\n2026/07/30(木)", "14:28", "14:30"),
        ("2026.07.30 Thursday", "14:28", "14:30"),
    ],
)
def test_line_exports(tmp_path, heading, first, second):
    text = f'{heading}\n{first}\tAna\t"{KEYS}\nand left"\n{second}\tBen\t[Sticker]\n{second}\t\tAna unsent a message.\n'
    kind, said, skipped = read(tmp_path, text)
    assert kind == "line"
    assert [(one.at, one.speaker, one.text) for one in said] == [
        (datetime(2026, 7, 30, 14, 28, tzinfo=UTC), "Ana", f"{KEYS}\nand left")
    ]
    assert len(skipped) == 3


def telegram(*rows: dict, **fields) -> str:
    rows = [
        {"id": n, "type": "message", "date_unixtime": str(1_785_000_000 + n), "from": "Ana", **row}
        for n, row in enumerate(rows)
    ]
    return json.dumps({"name": "Home", "type": "personal_chat", "id": 1, "messages": rows, **fields})


def test_telegram_words_in_blocks_are_read_and_others_named(tmp_path):
    blocks = [
        {"type": "paragraph", "text": KEYS},
        {"type": "paragraph", "text": ["The door ", {"type": "bold", "text": "is open"}]},
    ]
    poll = {"question": "Pizza?", "answers": [{"text": "yes"}]}
    text = telegram(
        {"rich_message": {"blocks": blocks}}, {"poll": poll}, {"photo": "photo.jpg", "text": ""}, {"text": ["a ", "b"]},
    )  # fmt: skip
    _, said, skipped = read(tmp_path, "\ufeff" + text, "result.json")
    assert [one.text for one in said] == [f"{KEYS}\nThe door is open", "a b"]
    assert [one.why for one in skipped] == ["unread text in poll", "media or deleted"]


def test_telegram_times_without_an_instant_are_of_the_zone(tmp_path):
    row = {"id": 1, "type": "message", "from": "Ana", "date": "2026-07-30T14:28:00", "text": "hi"}
    text = json.dumps({"messages": [row]})
    _, said, _ = read(tmp_path, text, "result.json", tz="Europe/Lisbon")
    assert [one.at for one in said] == [datetime(2026, 7, 30, 13, 28, tzinfo=UTC)]


def told(tracker: Tracker) -> list[str]:
    return [event.payload.text for event in tracker.events(types=["stated"])]


def ingest(tracker: Tracker, folder: Path, name: str, text: str, **fields):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return run(TextJob(read_source(path=path, **fields)), tracker)


def test_what_was_forwarded_is_not_what_the_sender_did(tmp_path):
    with Tracker.open("sqlite://") as t:
        ingest(t, tmp_path, "result.json", telegram({"text": KEYS, "forwarded_from": "Cal"}))
        assert told(t) == [KEYS]
        assert t.where("keys").place is None


WEEK1 = f"13/06/2026, 06:12 - Ana: {KEYS}\n13/06/2026, 06:12 - Ana: ok\n13/06/2026, 06:12 - Ana: ok\n"
WEEK2 = WEEK1 + "14/06/2026, 09:00 - Ben: The door is open.\n"
ON_A_PHONE = f"[13/06/2026, 06:12:37] Ana: {KEYS}\n[13/06/2026, 06:12:40] Ana: ok\n[14/06/2026, 10:00:00] Ben: bye\n"


def test_a_grown_export_tells_only_what_is_new(tmp_path):
    """Under another name, and of another phone, which tells seconds."""
    with Tracker.open("sqlite://") as t:
        first = ingest(t, tmp_path, "week1.txt", WEEK1)
        assert (first.appended > 0, first.duplicates) == (True, 0)
        second = ingest(t, tmp_path, "week2.txt", WEEK2)
        assert (second.appended, second.duplicates) == (1, first.appended)
        third = ingest(t, tmp_path, "phone.txt", ON_A_PHONE)
        assert third.appended == 1
        assert sorted(told(t)) == sorted([KEYS, "ok", "ok", "The door is open.", "bye"])


def test_a_message_that_is_understood_otherwise_when_it_comes_again_is_the_same(tmp_path):
    """What a name means may have been registered since."""
    with Tracker.open("sqlite://") as t:
        ingest(t, tmp_path, "week1.txt", f"13/06/2026, 06:12 - Ana: {KEYS}\n")
        begun = f"12/06/2026, 06:11 - Ana: It is late.\n13/06/2026, 06:12 - Ana: {KEYS}\n"
        again = ingest(t, tmp_path, "week2.txt", begun, style="narration")
        assert (again.appended, again.duplicates) == (1, 2)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Ana: ", "Ben:", ""]), st.lists(st.text("ab <>:", max_size=8), min_size=1, max_size=3)
        ),
        min_size=1,
        max_size=6,
    )
)
def test_no_line_of_a_chat_disappears(tmp_path, rows):
    """Each is in a message, or in something that is counted."""
    text = "".join(f"{n + 1}/06/2026, 06:12 - {who}w{n} {chr(10).join(words)}\n" for n, (who, words) in enumerate(rows))
    _, said, skipped = read(tmp_path, "30/06/2025, 06:12 - Ana: begin\n" + text)
    there = " ".join(one.text for one in said)
    lost = [n for n, (who, _) in enumerate(rows) if who and f"w{n}" not in there]
    assert lost == []
    assert len(said) + len(skipped) == len(rows) + 1
