"""Cutting zones out of pictures, and noticing change in them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tracker.domain.evidence import Region
from tracker.ingest.vision.zones import change, crop, patches, patches_from_json, patches_to_json


def test_a_zone_is_its_part_of_the_picture():
    image = np.arange(10 * 20 * 3, dtype=np.uint8).reshape(10, 20, 3)
    assert np.array_equal(crop(image, Region(0.5, 0.2, 0.25, 0.5)), image[2:7, 10:15])


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(1, 50), st.integers(1, 50))
def test_any_box_in_the_picture_yields_pixels(x, y, w, h, height, width):
    box = Region(x, y, w * (1 - x), h * (1 - y))
    cut = crop(np.zeros((height, width, 3), np.uint8), box)
    assert cut.shape[0] >= 1
    assert cut.shape[1] >= 1


def test_a_small_thing_in_a_large_zone_is_a_change():
    """Keys of 1 % of the zone's area are noticed; sensor noise is not."""
    rng = np.random.default_rng(0)
    empty = np.full((300, 400, 3), 120, np.uint8)
    noisy = (empty + rng.normal(0, 3, empty.shape)).clip(0, 255).astype(np.uint8)
    keys = empty.copy()
    keys[100:130, 200:240] = (160, 60, 60)
    assert change(patches(empty), patches(noisy)) < 4
    assert change(patches(empty), patches(keys)) > 30


def test_a_colour_that_is_as_bright_is_a_change():
    """Red and green of the same luma (BT.601): a gate on brightness alone would sleep through it."""
    red, green = np.zeros((8, 8, 3), np.uint8), np.zeros((8, 8, 3), np.uint8)
    red[..., 0], green[..., 1] = 255, 130
    assert change(patches(red), patches(green)) == 255


def test_nothing_to_compare_with_is_a_change():
    seen = patches(np.zeros((40, 40, 3), np.uint8))
    assert change(None, seen) == 255
    assert change(patches(np.zeros((4, 40, 3), np.uint8)), seen) == 255


def test_patches_survive_json():
    seen = patches(np.random.default_rng(1).integers(0, 256, (40, 9, 3), dtype=np.uint8))
    assert np.array_equal(patches_from_json(patches_to_json(seen)), seen)
