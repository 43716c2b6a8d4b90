"""The speech job over a transcriber that is told what to hear: sentences, channels, evidence, and going on."""

import json
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from tracker.domain.events import Event
from tracker.errors import InvalidInput
from tracker.ingest.speech.audio import RATE
from tracker.ingest.speech.job import SpeechJob
from tracker.ingest.speech.recording import read_recording
from tracker.ingest.speech.transcript import Segment, Word
from tracker.ingest.speech.whisper import Heard

pytest.importorskip("av")
START = datetime(2026, 3, 2, 14, 17, tzinfo=UTC)


class Scripted:
    """Hears a script: (start, text) in seconds, told apart by pitch so that channels can differ.

    Like Whisper it hears only the chunk it is given: words outside it are not heard."""

    def __init__(self, script, doubts=()):
        self.identity = {"name": "scripted", "digest": "sha256:0", "language": "en"}
        self.script, self.doubts, self.asked = sorted(script), dict(doubts), []

    def hear(self, samples, start_s):
        self.asked.append(start_s)
        if not samples.any():
            return Heard("en", ())
        segments = []
        for begin, text in self.script:
            words, at = [], begin
            logprob, no_speech = self.doubts.get(text, (-0.3, 0.05))
            for word in text.split():
                if start_s <= at < start_s + len(samples) / RATE:
                    words.append(Word(f" {word}", at, round(at + 0.3, 3), 0.9, logprob, no_speech))
                at = round(at + 0.4, 3)
            if words:
                segments.append(Segment(tuple(words), logprob, no_speech, 1.2))
        return Heard("en", tuple(segments))


def remember(said, discourse):
    """A reader whose discourse is everything said so far: if any of it got lost, the events would differ."""
    before = (discourse or {"said": []})["said"]
    event = Event(
        entity_id="conversation",
        type="stated",
        occurred_at=said.occurred_at,
        occurred_until=said.occurred_until,
        confidence=said.confidence,
        payload={"text": f"{len(before)} {' | '.join(before[-2:])} > {said.text}", "speaker": said.speaker},
        source=said.source,
        source_key=said.source_key,
        model={**said.model, **said.heard},
        evidence=said.evidence,
        visibility=said.visibility,
    )
    return [event], {"said": [*before, said.text]}


def job(path, script, **facts):
    doubts = facts.pop("doubts", ())
    recording = read_recording(path=path, start=START, source="mic:hall", **facts)
    return SpeechJob(recording, Scripted(script, doubts), remember)


def events_of(steps):
    return [event for step in steps for event in step.events]


# 75 s, three chunks, a sentence across every cut.
LONG = [(1.0, "I put the keys in the drawer."), (12.0, "Nobody saw me."), (40.0, "I took them out again.")]
LONG += [(begin, f"This is number {begin} and it goes on.") for begin in range(16, 38, 4)]
LONG += [(begin, f"This is number {begin} and it goes on.") for begin in range(44, 72, 3)]


@pytest.fixture
def long_recording(sounds, tmp_path):
    noise = np.random.default_rng(3).standard_normal(75 * RATE).astype(np.float32) * 0.1
    return sounds.write_wave(tmp_path / "long.wav", noise)


def test_a_sentence_carries_its_own_times_words_and_evidence(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "ana.wav", sounds.tone(6))
    (event, second) = events_of(
        job(path, [(0.5, "I took the keys."), (3.0, "They are mine.")], speaker="ana", media_root=tmp_path).steps(None)
    )
    assert (event.occurred_at, event.occurred_until) == (
        START + timedelta(seconds=0.5),
        START + timedelta(seconds=2.0),
    )
    (evidence,) = event.evidence
    assert (evidence.uri, evidence.media_type, evidence.start_s, evidence.end_s, evidence.text) == (
        "ana.wav",
        "audio/wav",
        0.5,
        2.0,
        "I took the keys.",
    )
    assert evidence.sha256 is not None
    assert event.model["words"][0] == ["I", 0.5, 0.8, 0.9]
    assert [word[0] for word in event.model["words"]] == ["I", "took", "the", "keys."]
    assert (event.model["name"], event.model["thresholds"]["avg_logprob"]) == ("scripted", -1.0)
    assert event.confidence == 0.9
    assert second.payload.speaker == "ana"


def test_segments_that_are_no_speech_make_no_events(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "a.wav", sounds.tone(10))
    script = [(0.5, "The door is open."), (4.0, "Thank you."), (7.0, "You")]
    steps = list(job(path, script, doubts={"Thank you.": (-1.4, 0.3), "You": (-0.6, 0.95)}).steps(None))
    assert [event.evidence[0].text for event in events_of(steps)] == ["The door is open."]
    assert steps[-1].position["dropped"] == 2


def test_a_recording_of_several_chunks_reports_how_far_it_is(long_recording):
    steps = list(job(long_recording, LONG).steps(None))
    assert len(steps) >= 3
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert {(step.total, step.unit) for step in steps} == {(75.0, "s")}
    assert steps[-1].done == 75.0
    said = [event.evidence[0].text for event in events_of(steps)]
    assert said == [text for _, text in sorted(LONG)]


def test_stopped_after_any_chunk_it_goes_on_to_the_same_events(long_recording):
    """Same keys, same text, same pronoun context: also for the sentence that a cut divided."""
    whole = list(job(long_recording, LONG).steps(None))
    for stopped in range(1, len(whole) + 1):
        stored = json.loads(json.dumps(whole[stopped - 1].position))
        rest = list(job(long_recording, LONG).steps(stored))
        assert events_of([*whole[:stopped], *rest]) == events_of(whole)
        assert [step.position for step in rest] == [step.position for step in whole[stopped:]]


def test_a_cut_really_divided_a_sentence(long_recording):
    """Guards the test above: it would prove little if every chunk ended between sentences."""
    assert any(any(step.position["unfinished"]) for step in job(long_recording, LONG).steps(None))


def test_the_name_follows_what_is_heard_and_how_not_where_it_lies(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "a.wav", sounds.tone(1))
    copy = tmp_path / "elsewhere.wav"
    copy.write_bytes(path.read_bytes())
    name = job(path, []).name
    assert job(copy, []).name == name
    assert job(sounds.write_wave(tmp_path / "b.wav", sounds.tone(1, pitch=330)), []).name != name
    assert job(path, [], speaker="ana").name != name
    assert job(path, [], visibility=("family",)).name != name


def test_each_channel_has_its_speaker_and_sentences_come_in_order_of_time(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.tone(8), sounds.tone(8, pitch=330))
    script = [(0.5, "Where are the keys?"), (4.0, "In the drawer.")]
    events = events_of(job(path, script, channel_speakers=("ana", "ben")).steps(None))
    assert [(e.payload.speaker, e.evidence[0].text, e.model["channel"]) for e in events] == [
        ("ana", "Where are the keys?", 0),
        ("ben", "Where are the keys?", 1),
        ("ana", "In the drawer.", 0),
        ("ben", "In the drawer.", 1),
    ]
    assert len({event.source_key for event in events}) == 4


def test_a_silent_channel_says_nothing(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.tone(8), sounds.silence(8))
    events = events_of(job(path, [(0.5, "Hello there.")], channel_speakers=("ana", None)).steps(None))
    assert [event.payload.speaker for event in events] == ["ana"]


def test_without_channel_speakers_all_channels_are_heard_together(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.silence(8), sounds.tone(8))
    (event,) = events_of(job(path, [(0.5, "Hello there.")]).steps(None))
    assert "channel" not in event.model


def test_what_is_wrong_with_the_facts_is_one_line(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.tone(1), sounds.tone(1))
    for facts, problem in [
        ({"start": datetime(2026, 3, 2)}, "start: the time has no zone"),
        ({"source": ""}, "source: "),
        ({"speaker": "ana", "channel_speakers": ("ana", "ben")}, "not both"),
    ]:
        with pytest.raises(InvalidInput, match=problem):
            read_recording(**{"path": path, "start": START, "source": "mic:hall", **facts})
    with pytest.raises(InvalidInput, match="has 2 channels, but 3 channel speakers given"):
        job(path, [], channel_speakers=("a", "b", "c"))
