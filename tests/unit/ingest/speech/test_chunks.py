"""Cutting: chunks are a function of the sound alone, however it arrives, wherever a run begins."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tracker.ingest.speech.audio import RATE
from tracker.ingest.speech.chunks import LONGEST_S, SHORTEST_S, cut


def speech_like(pieces):
    """Noise and near-silence in turn; `pieces` are their lengths in tenths of a second."""
    noise = np.random.default_rng(7)
    levels = [0.2 if index % 2 == 0 else 0.001 for index in range(len(pieces))]
    parts = [level * noise.standard_normal(length * RATE // 10) for level, length in zip(levels, pieces, strict=True)]
    return np.concatenate([np.zeros(0), *parts]).astype(np.float32).reshape(1, -1)


def in_blocks(samples, size):
    return [samples[:, begin : begin + size] for begin in range(0, samples.shape[1], size)]


SPEECH = st.lists(st.integers(1, 90), max_size=24).map(speech_like)


@given(samples=SPEECH, size=st.integers(300, 400_000))
def test_chunks_cover_the_sound_once_and_fit_whisper(samples, size):
    chunks = list(cut(in_blocks(samples, size)))
    assert sum(chunk.samples.shape[1] for chunk in chunks) == samples.shape[1]
    if chunks:
        assert np.array_equal(np.concatenate([chunk.samples for chunk in chunks], axis=1), samples)
    assert all(chunk.samples.shape[1] <= LONGEST_S * RATE for chunk in chunks)
    assert all(chunk.samples.shape[1] >= SHORTEST_S * RATE for chunk in chunks[:-1])
    assert [chunk.start for chunk in chunks] == [0, *(chunk.end for chunk in chunks)][: len(chunks)]


@given(samples=SPEECH, first=st.integers(300, 400_000), second=st.integers(300, 400_000))
def test_going_on_from_any_cut_gives_the_remaining_chunks(samples, first, second):
    """The promise that makes a resumed run hear what an uninterrupted one hears."""
    chunks = list(cut(in_blocks(samples, first)))
    for done in range(1, len(chunks)):
        at = chunks[done].start
        again = list(cut(in_blocks(samples[:, at:], second), at))
        assert [chunk.start for chunk in again] == [chunk.start for chunk in chunks[done:]]
        assert all(np.array_equal(a.samples, b.samples) for a, b in zip(again, chunks[done:], strict=True))


def test_a_long_recording_is_cut_in_its_pause(sounds):
    """18 s of sound, a second of silence, 18 s of sound: the cut falls in the silence."""
    samples = np.concatenate([sounds.tone(18), sounds.silence(1), sounds.tone(18)]).reshape(1, -1)
    chunks = list(cut([samples]))
    assert len(chunks) == 2
    assert 18 < chunks[1].start / RATE < 19


def test_channels_are_cut_where_both_are_quiet(sounds):
    """One speaker's pause is no place to cut while the other is talking."""
    left = np.concatenate([sounds.tone(14), sounds.silence(8), sounds.tone(14)])
    right = np.concatenate([sounds.silence(14), sounds.tone(6), sounds.silence(16)])
    chunks = list(cut([np.stack([left, right])]))
    assert 20 < chunks[1].start / RATE < 22
