"""From words to ids: what is registered first, else a slug that reads like the words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tracker.domain.ids import EntityId
from tracker.link.mentions import NothingRegistered, entity_ids, fold, slug

ID = TypeAdapter(EntityId)


@pytest.mark.parametrize(
    ("phrase", "made"),
    [
        ("the keys", "keys"),
        ("My car keys", "car_keys"),
        ("Mary", "mary"),
        ("a hall drawer.", "hall_drawer"),
        ("Ana's bag", "ana_bag"),
        ("all the boxes", "boxes"),
        ("the drawer of the desk", "drawer_of_desk"),
        ("  the   top  drawer ", "top_drawer"),
        ("我的車鑰匙", "車鑰匙"),
        ("那把剪刀", "剪刀"),
        ("小明的手機", "小明的手機"),
        ("iPhone", "iphone"),
        ("ＫＥＹＳ", "keys"),
        ("the pa\u202eyek", "payek"),
        ("the", "the"),
        ("?!", ""),
        ("", ""),
    ],
)
def test_slugs(phrase: str, made: str):
    """Lower case, no determiner, underscores; Chinese as it was written."""
    assert slug(phrase) == made


def test_two_spellings_of_one_name_fold_together():
    """Traditional and Simplified, full width and narrow, with and without 'my'."""
    assert fold("我的車鑰匙") == fold("车钥匙")
    assert fold("My Car Keys") == fold("car keys") == fold("car_keys")


@given(st.text(max_size=400))
def test_a_slug_is_a_valid_id_and_its_own_slug(phrase: str):
    """Whatever the words, the id can be stored, and asking with the id finds it again."""
    made = slug(phrase)
    if made:
        ID.validate_python(made)
        assert slug(made) == made


def test_registered_names_win():
    """All that the registry says is given back: choosing is not for this function."""

    class Two:
        def resolve(self, phrase: str) -> list[str]:
            return ["keys-1", "keys-2"] if phrase == "the keys" else []

    assert entity_ids("the keys", Two()) == ["keys-1", "keys-2"]
    assert entity_ids("the lamp", Two()) == ["lamp"]
    assert entity_ids("?!", NothingRegistered()) == []
