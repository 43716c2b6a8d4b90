"""A name that was heard doubtfully is possible, no fact: it waits for a person with what is near it."""

from datetime import UTC, datetime, timedelta

import pytest

from tracker import Tracker
from tracker.domain.answers import Decision
from tracker.ingest.speech.job import SpeechJob
from tracker.ingest.speech.recording import read_recording
from tracker.ingest.speech.transcript import Segment, Word
from tracker.ingest.speech.whisper import Heard
from tracker.link.sounding import sounding_like

pytest.importorskip("av")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = START + timedelta(hours=2)


class Unsure:
    """Hears these words one after another, each with its probability: (" keys", 0.9)."""

    def __init__(self, words):
        self.identity = {"name": "unsure", "digest": "sha256:0"}
        self.words = words

    def hear(self, samples, start_s):
        at = [start_s + 0.2 * n for n in range(len(self.words))]
        heard = [Word(text, t, t + 0.2, sure, -0.3, 0.05) for t, (text, sure) in zip(at, self.words, strict=True)]
        return Heard("en", (Segment(tuple(heard), -0.3, 0.05, 1.2),))


def words(text, doubted, sure=0.9):
    """The words of a text, those of `doubted` heard with 0.3; Chinese is heard by the character."""
    parts = [f" {word}" for word in text.split()] if text.isascii() else list(text)
    return [(part, 0.3 if part.strip(" ,.。") in doubted else sure) for part in parts]


@pytest.fixture
def hear(sounds, tmp_path):
    """A tracker that knows a hall drawer, a bathroom and a 床頭櫃, and heard this."""
    opened = []

    def do(text, doubted=(), known=("hall_drawer", "bathroom", "床頭櫃", "garage")):
        tracker = Tracker.open("sqlite://")
        opened.append(tracker)
        for n, place in enumerate(known):
            told = {"claim": {"value": place, "relation": "in"}}
            tracker.append({"entity_id": f"thing_{n}", "type": "seen", "source": "camera:a", "payload": told,
                            "occurred_at": (START - timedelta(hours=1)).isoformat()})  # fmt: skip
        path = sounds.write_wave(tmp_path / "said.wav", sounds.tone(8))
        recording = read_recording(path=path, start=START, source="mic:hall", speaker="ana")
        for step in SpeechJob(recording, Unsure(words(text, doubted))).steps(None):
            tracker.append(step.events)
        return tracker

    yield do
    for tracker in opened:
        tracker.close()


DOUBTED = [
    ("I put the keys in the hall, Lord.", {"Lord"}, "keys", "hall, Lord", "hall_drawer"),
    ("I left the passport in the bat room.", {"bat", "room"}, "passport", "bat room", "bathroom"),
    ("The passport is in the bat room.", {"bat"}, "passport", "bat room", "bathroom"),
    ("Ben has the passport.", {"Ben"}, "passport", "Ben", None),
    ("護照在床頭貴裡。", {"貴"}, "護照", "床頭貴", "床頭櫃"),
    ("我把護照放在床頭貴裡。", {"貴"}, "護照", "床頭貴", "床頭櫃"),
    ("护照在床头贵里。", {"贵"}, "护照", "床头贵", "床頭櫃"),
]


@pytest.mark.parametrize(("text", "doubted", "thing", "quoted", "near"), DOUBTED)
def test_what_was_heard_doubtfully_waits_for_a_person(hear, text, doubted, thing, quoted, near):
    tracker = hear(text, doubted)
    now = tracker.where(thing, LATER)
    assert (now.status, now.place, now.words.text) == ("unknown", None, text)
    (waiting,) = tracker.conflicts()
    assert waiting.kind == "candidate"
    assert f"“{quoted}”" in waiting.text
    assert near is None or f"perhaps {near}" in waiting.text
    tracker.replay()
    assert [one.text for one in tracker.conflicts()] == [waiting.text]
    tracker.decide(Decision(action="accept", by="ana", event_ids=waiting.event_ids))
    assert tracker.where(thing, LATER).status == "current"


@pytest.mark.parametrize(("text", "doubted", "thing", "quoted", "near"), DOUBTED)
def test_the_same_words_heard_well_are_a_fact(hear, text, doubted, thing, quoted, near):
    tracker = hear(text)
    assert tracker.where(thing, LATER).status == "current"
    assert tracker.conflicts() == []


def test_a_doubtful_word_that_names_nothing_casts_no_doubt(hear):
    assert hear("I put the keys in the bowl.", {"I", "put"}).where("keys", LATER).place == "bowl"
    assert hear("我把護照放在抽屜裡。", {"我", "把"}).where("護照", LATER).status == "current"


def test_only_what_rests_on_the_doubtful_name_is_doubted(hear):
    tracker = hear("The keys are in the bowl and the passport is in the bat room.", {"bat"})
    assert tracker.where("keys", LATER).last_seen.place == "bowl"
    assert tracker.where("passport", LATER).status == "unknown"
    assert [one.entity_id for one in tracker.conflicts()] == ["passport"]


def test_a_pronoun_of_the_same_sentence_is_as_doubtful_as_what_it_means(hear):
    tracker = hear("I took the pasport and I put it in the bowl.", {"pasport"})
    assert tracker.where("pasport", LATER).status == "unknown"


def test_a_reader_is_proposed_only_what_he_may_see(hear):
    tracker = hear("I put the keys in the hall, Lord.", {"Lord"}, known=())
    told = {"claim": {"value": "hall_drawer"}}
    tracker.append({"entity_id": "will", "type": "seen", "source": "camera:a", "payload": told, "visibility": ["ana"],
                    "occurred_at": START.isoformat()})  # fmt: skip
    assert "hall_drawer" in tracker.conflicts()[0].text
    assert "hall_drawer" not in tracker.conflicts(viewer="guest")[0].text


@pytest.mark.parametrize(
    ("heard", "name", "near"),
    [
        ("hall, Lord", "hall drawer", True),
        ("key bowl", "kibble", True),
        ("bat room", "bathroom", True),
        ("Prior", "priya", True),
        ("床頭貴", "床头柜", True),
        ("hall", "garage", False),
        ("冰箱", "抽屜", False),
    ],
)
def test_names_near_by_letters_or_by_sound(heard, name, near):
    assert (sounding_like(heard, [name]) == [name]) == near
