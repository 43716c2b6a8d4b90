"""The speech job over a transcriber that is told what to hear: sentences, channels, evidence, and going on."""

import hashlib
import json
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from tracker.errors import InvalidInput
from tracker.ingest.sentences.extract import extract
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


def job(path, script, **facts):
    doubts = facts.pop("doubts", ())
    recording = read_recording(**{"path": path, "start": START, "source": "mic:hall"} | facts)
    return SpeechJob(recording, Scripted(script, doubts))


def events_of(steps):
    return [event for step in steps for event in step.events]


def sentences_of(steps):
    """What was said, by whom, in order: each sentence once, however many events it gave."""
    said = [(event.evidence[0].text, event.payload.speaker) for event in events_of(steps) if event.type == "stated"]
    return list(dict.fromkeys(said))


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
    script = [(0.5, "It is raining again."), (3.0, "The door is open.")]
    event, second = events_of(job(path, script, speaker="ana", media_root=tmp_path).steps(None))
    until = START + timedelta(seconds=2.0)
    assert (event.occurred_at, event.occurred_until) == (START + timedelta(seconds=0.5), until)
    (evidence,) = event.evidence
    assert (evidence.uri, evidence.media_type) == ("ana.wav", "audio/wav")
    assert (evidence.start_s, evidence.end_s, evidence.text) == (0.5, 2.0, "It is raining again.")
    assert evidence.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert event.model["words"][0] == ["It", 0.5, 0.8, 0.9]
    assert [word[0] for word in event.model["words"]] == ["It", "is", "raining", "again."]
    assert (event.model["name"], event.model["thresholds"]["avg_logprob"]) == ("scripted", -1.0)
    assert (event.payload.text, event.payload.speaker, event.confidence) == (evidence.text, "ana", 0.9)
    assert second.occurred_at == START + timedelta(seconds=3.0)


def test_what_is_claimed_is_as_sure_as_the_words_and_the_reading_together(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "ana.wav", sounds.tone(6))
    words, action = events_of(job(path, [(0.5, "I put the keys in the drawer.")], speaker="ana").steps(None))
    reading = extract("I put the keys in the drawer.", at=START, speaker="ana").claims[0].confidence
    assert (words.type, words.confidence) == ("stated", 0.9)
    assert (action.type, action.entity_id, action.caused_by) == ("placed", "keys", words.event_id)
    assert action.confidence == pytest.approx(0.9 * reading, abs=1e-4)
    assert action.evidence == words.evidence


def test_a_pronoun_reaches_back_over_chunks(sounds, tmp_path):
    """'I took them out', said a chunk later, is about the keys."""
    noise = np.random.default_rng(3).standard_normal(40 * RATE).astype(np.float32) * 0.1
    path = sounds.write_wave(tmp_path / "keys.wav", noise)
    script = [(1.0, "I put the keys in the drawer."), (36.0, "I took them out.")]
    steps = list(job(path, script, speaker="ana").steps(None))
    assert len(steps) == 2
    done = [(event.type, event.entity_id) for event in events_of(steps) if event.caused_by]
    assert done == [("placed", "keys"), ("removed", "keys")]


def test_segments_that_are_no_speech_make_no_events(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "a.wav", sounds.tone(10))
    script = [(0.5, "The door is open."), (4.0, "Thank you."), (7.0, "You")]
    steps = list(job(path, script, doubts={"Thank you.": (-1.4, 0.3), "You": (-0.6, 0.95)}).steps(None))
    assert sentences_of(steps) == [("The door is open.", None)]
    assert steps[-1].position["dropped"] == 2


def test_a_recording_of_several_chunks_reports_how_far_it_is(long_recording):
    steps = list(job(long_recording, LONG).steps(None))
    assert len(steps) >= 3
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert {(step.total, step.unit) for step in steps} == {(75.0, "s")}
    assert steps[-1].done == 75.0
    assert [text for text, _ in sentences_of(steps)] == [text for _, text in sorted(LONG)]


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
    steps = list(
        job(path, [(0.5, "It is late."), (4.0, "It is raining.")], channel_speakers=("ana", "ben")).steps(None)
    )
    assert sentences_of(steps) == [
        ("It is late.", "ana"),
        ("It is late.", "ben"),
        ("It is raining.", "ana"),
        ("It is raining.", "ben"),
    ]
    events = events_of(steps)
    assert {event.payload.speaker: event.model["channel"] for event in events} == {"ana": 0, "ben": 1}
    assert len({event.source_key for event in events}) == len(events)


def test_a_silent_channel_says_nothing(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.tone(8), sounds.silence(8))
    steps = job(path, [(0.5, "It is raining.")], channel_speakers=("ana", None)).steps(None)
    assert sentences_of(steps) == [("It is raining.", "ana")]


def test_without_channel_speakers_all_channels_are_heard_together(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.silence(8), sounds.tone(8))
    (event,) = events_of(job(path, [(0.5, "It is raining.")]).steps(None))
    assert "channel" not in event.model


def test_what_is_wrong_with_the_facts_is_one_line(sounds, tmp_path):
    path = sounds.write_wave(tmp_path / "two.wav", sounds.tone(1), sounds.tone(1))
    for facts, problem in [
        ({"start": datetime(2026, 3, 2)}, "start: the time has no zone"),
        ({"source": ""}, "source: "),
        ({"tz": "Mars/Olympus"}, "tz: unknown time zone 'Mars/Olympus'"),
        ({"speaker": "ana", "channel_speakers": ("ana", "ben")}, "not both"),
    ]:
        with pytest.raises(InvalidInput, match=problem):
            read_recording(**{"path": path, "start": START, "source": "mic:hall", **facts})
    with pytest.raises(InvalidInput, match="start: the times run past the year 9999"):
        job(path, [], start=datetime(9999, 12, 31, 23, 59, 59, 500_000, tzinfo=UTC))
    with pytest.raises(InvalidInput, match="has 2 channels, but 3 channel speakers given"):
        job(path, [], channel_speakers=("a", "b", "c"))
