"""Shares: softmax over answers, each by its best-fitting prompt."""

import numpy as np
import pytest

from tracker.ingest.vision.scores import References, measure

UP, RIGHT, AWAY = (np.array([v], np.float32) for v in ([1, 0, 0], [0, 1, 0], [0, 0, 1]))
NONE = np.zeros((0, 0), np.float32)


def unit(*values):
    vector = np.array(values, np.float32)
    return vector / np.linalg.norm(vector)


def test_shares_are_the_softmax_of_cosines():
    """Cosines 0.8 and 0.6 at scale 10: 1 / (1 + e^-2)."""
    shares, blocked = measure(unit(0.8, 0.6, 0), References((UP, RIGHT), (NONE, NONE), NONE), 10)
    assert shares == (881, 119)
    assert blocked == 0


def test_a_paraphrase_does_not_tilt_the_scale():
    picture = unit(1, 1, 0)
    paraphrased = References((np.repeat(UP, 5, axis=0), RIGHT), (NONE, NONE), NONE)
    assert measure(picture, paraphrased, 10).shares == (500, 500)


def test_a_blocked_view_is_weighed_against_the_best_answer():
    references = References((UP, RIGHT), (NONE, NONE), AWAY)
    assert measure(unit(0, 0, 1), references, 10).occluded > 990
    assert measure(unit(0, 1, 0), references, 10).occluded < 10


def test_examples_are_compared_with_examples_only():
    """The mean of what words say (certain) and what example pictures say (undecided)."""
    references = References((UP, AWAY), (RIGHT, RIGHT), NONE)
    assert measure(unit(1, 0, 0), references, 50).shares == (750, 250)
    assert measure(unit(1, 0, 0), References((NONE, NONE), (UP, RIGHT), NONE), 50).shares == (1000, 0)


@pytest.mark.parametrize("noise", [1e-7, -1e-7])
def test_the_last_bits_of_a_float_do_not_show(noise):
    references = References((UP, RIGHT), (NONE, NONE), NONE)
    exact, near = measure(unit(0.9, 0.1, 0), references, 20), measure(unit(0.9 + noise, 0.1, 0), references, 20)
    assert exact == near
