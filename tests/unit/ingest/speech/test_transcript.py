"""From words to sentences: their own times, a confidence, and no sentence made of silence."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.ingest.speech.transcript import (
    Segment,
    SpokenSentence,
    Thresholds,
    Word,
    assemble,
    believable,
    words_from_json,
    words_to_json,
)


def said(text, start=0.0, each=0.4, gap=0.1, probability=0.9):
    """Words as Whisper gives them: leading spaces, punctuation attached, one after another."""
    words = []
    for word in text.split():
        words.append(Word(f" {word}", start, round(start + each, 3), probability, -0.3, 0.05))
        start = round(start + each + gap, 3)
    return words


def texts(sentences):
    return [sentence.text for sentence in sentences]


def test_a_segment_with_two_sentences_gives_each_its_own_times():
    done, pending = assemble((), said("The keys are here. I took them out."), 10)
    assert texts(done) == ["The keys are here.", "I took them out."]
    assert [(u.start, u.end) for u in done] == [(0.0, 1.9), (2.0, 3.9)]
    assert pending == ()


def test_a_sentence_spread_over_two_segments_is_one():
    """Whisper breaks segments where it likes; a sentence ends at its full stop."""
    done, pending = assemble((), [*said("I put the keys"), *said("in the drawer.", start=2.0)], 4)
    assert texts(done) == ["I put the keys in the drawer."]
    assert (done[0].start, done[0].end, pending) == (0.0, 3.4, ())


def test_a_sentence_spread_over_two_chunks_waits_for_its_end():
    done, pending = assemble((), said("I put the keys"), 2.0)
    assert (done, texts([SpokenSentence(pending)])) == ([], ["I put the keys"])
    done, pending = assemble(words_from_json(words_to_json(pending)), said("in the drawer.", start=2.0), 30)
    assert (texts(done), pending) == (["I put the keys in the drawer."], ())


def test_a_pause_ends_a_sentence_without_a_full_stop():
    done, pending = assemble((), [*said("the door is closed"), *said("I am leaving", start=8.0)], 30)
    assert texts(done) == ["the door is closed", "I am leaving"]
    assert pending == ()


@pytest.mark.parametrize("text", ["Dr. Lee took 3.5 apples.", "It was 5 p.m. when Mr. Wu left."])
def test_a_full_stop_inside_a_sentence_does_not_end_it(text):
    assert texts(assemble((), said(text), 30)[0]) == [text]


def test_chinese_words_without_spaces_become_sentences():
    words = [
        Word(word, index / 2, index / 2 + 0.4, 0.9, -0.2, 0.0)
        for index, word in enumerate(["鑰匙", "在", "抽屜", "裡。", "門", "關", "著。"])
    ]
    assert texts(assemble((), words, 30)[0]) == ["鑰匙在抽屜裡。", "門關著。"]


WORDS = st.lists(
    st.tuples(
        st.sampled_from([" keys", " the", " drawer.", " out?", " Mr.", " ...", "門", "。", " 3.5", ' "no."']),
        st.floats(0.05, 1.0),
        st.floats(0.0, 4.0),
    ),
    max_size=40,
).map(
    lambda parts: [
        Word(text, round(start, 3), round(start + length, 3), 0.8, -0.3, 0.1)
        for (text, length, _), start in zip(
            parts, [sum(p[1] + p[2] for p in parts[:i]) for i in range(len(parts))], strict=True
        )
    ]
)


@given(words=WORDS)
def test_every_word_with_letters_is_in_exactly_one_sentence_and_in_order(words):
    end = (words[-1].end if words else 0) + 100
    done, pending = assemble((), words, end)
    assert pending == ()
    kept = [word for sentence in done for word in sentence.words]
    assert [w for w in kept if any(c.isalnum() for c in w.text)] == [
        w for w in words if any(c.isalnum() for c in w.text)
    ]
    assert [w for w in words if w in kept] == kept
    assert all(a.end <= b.start for a, b in pairwise(done))


@given(probabilities=st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_confidence_lies_between_the_best_and_the_worst_word(probabilities):
    words = tuple(Word(" a", 0, 1, p, -0.3, 0.1) for p in probabilities)
    confidence = SpokenSentence(words).confidence
    assert min(probabilities) - 1e-4 <= confidence <= max(probabilities) + 1e-4
    assert 0 <= confidence <= 1


def test_confidence_is_the_geometric_mean_of_the_words():
    words = tuple(Word(" a", 0, 1, p, -0.3, 0.1) for p in (0.9, 0.4))
    assert SpokenSentence(words).confidence == pytest.approx(math.sqrt(0.9 * 0.4), abs=1e-4)


@pytest.mark.parametrize(
    ("text", "avg_logprob", "no_speech", "compression", "kept"),
    [
        (" The door is closed.", -0.3, 0.1, 1.2, True),
        (" The door is closed.", -0.8, 0.5, 1.3, True),  # clear words in loud noise
        (" The door is closed. The door is closed.", -0.25, 0.1, 2.8, True),  # said again and again
        (" You", -0.67, 0.95, 0.3, False),  # what tiny.en writes for silence
        (" I don't know, I don't know", -0.15, 0.45, 14.1, False),  # a loop, for clicks
        (" Thank you so much", -1.2, 0.3, 0.9, False),  # improbable
        (" ...", -0.2, 0.1, 0.5, False),
    ],
)
def test_hallucinations_are_told_from_speech(text, avg_logprob, no_speech, compression, kept):
    segment = Segment((Word(text, 0, 1, 0.9, avg_logprob, no_speech),), avg_logprob, no_speech, compression)
    assert believable(segment, Thresholds()) is kept
