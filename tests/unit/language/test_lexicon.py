"""The tables of words that telling and asking share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.language.acts import forms
from tracker.language.english import inflected
from tracker.language.english.inflect import written
from tracker.language.english.lexicon import VERB_FORMS


def test_the_forms_are_those_of_every_verb_in_the_tables():
    """After adding a verb: python -m tracker.language.english.inflect"""
    assert Path(inflected.__file__).read_text(encoding="utf-8") == written()


@pytest.mark.parametrize(
    ("form", "base", "kinds"),
    [("hung", "hang", "dp"), ("lent", "lend", "dp"), ("got", "get", "dp"), ("lain", "lie", "p"), ("lay", "lay", "b"),
     ("put", "put", "bdp"), ("leaves", "leave", "s"), ("withdrew", "withdraw", "d"), ("shaken", "shake", "p"),
     ("transferred", "transfer", "dp"), ("travelling", "travel", "g"), ("cancelled", "cancel", "dp")],
)  # fmt: skip
def test_a_form_is_known_by_its_verb(form: str, base: str, kinds: str):
    """A form that two verbs share belongs to the one whose act comes first: 'lay' is put down, not lain."""
    assert (VERB_FORMS[form].base, set(VERB_FORMS[form].kinds)) == (base, set(kinds))


def test_forms_of_several_verbs_come_in_their_order():
    assert forms(["take", "steal"], "dp") == ["took", "taken", "stole", "stolen"]
