"""Notes without a verb, prefaces and hurried spellings: the same claims as the plain sentence would give."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tracker.ingest.sentences import extract

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def briefs(text: str) -> list[str]:
    return [claim.brief() for claim in extract(text, at=AT, speaker="ana").claims]


@pytest.mark.parametrize("sign", [" → ", " -> ", " => ", ": ", " - ", " – ", " = "])
@pytest.mark.parametrize(
    ("thing", "where", "yields"),
    [
        ("torch", "hook by the door", "torch: on hook"),
        ("Torch", "garage", "torch: in garage"),
        ("spare key", "with Tom", "spare_key: with tom"),
        ("my blue umbrella", "Tom's car", "blue_umbrella: in tom_car"),
        ("Lena", "work", "lena: at work"),
    ],
)
def test_a_sign_stands_for_is(thing: str, where: str, yields: str, sign: str):
    """However the two sides of a note are joined, it says the same."""
    assert briefs(f"{thing}{sign}{where}") == [yields]


@pytest.mark.parametrize(
    ("text", "yields"),
    [
        ("keys: drawer; phone: kitchen counter", ["keys: in drawer", "phone: on kitchen_counter"]),
        ("Crate 4: cables, lamps and a kettle", []),
        ("Box 4: cables, lamps and a kettle", ["cables: in box_4", "lamps: in box_4", "kettle: in box_4"]),
        ("In the van: ladder, rope", ["ladder: in van", "rope: in van"]),
        ("torch in the van, rope in the shed", ["torch: in van", "rope: in shed"]),
        ("ladder no longer in the shed", ["ladder: not in shed"]),
        ("1. torch in the van 2. rope in the shed", ["torch: in van", "rope: in shed"]),
    ],
)
def test_a_note_may_list(text: str, yields: list[str]):
    """Several notes on a line, and what is in one thing."""
    assert briefs(text) == yields


@pytest.mark.parametrize(
    "text",
    [
        "Meeting: room 4",
        "The plan: house, kids, dog",
        "phone - dead",
        "so happy - love you",
        "Tom dislikes keys in the garden",
        "A walk in the park",
        "Dinner at the office",
        "no keys in the drawer",
        "The man in the car is a friend",
        "Score: 3 - 2",
        "keys: none",
        "a cat in the garden",
    ],
)
def test_what_only_looks_like_a_note_is_none(text: str):
    """Events, ideas, verbs the grammar does not know: nothing is where anything is."""
    assert briefs(text) == []


@pytest.mark.parametrize(
    "preface",
    [
        "Remember that",
        "please remember",
        "Hey, note that",
        "OK tracker,",
        "Note to self:",
        "Make a note that",
        "FYI",
        "btw,",
        "just so you know,",
        "Don't forget that",
        "Reminder:",
        "log this:",
        "For the record,",
    ],
)
def test_a_preface_takes_nothing_away(preface: str):
    """What is asked to be remembered is told."""
    assert briefs(f"{preface} the torch is in the van") == ["torch: in van"]


def test_a_request_to_note_is_no_question():
    """The question mark belongs to the request."""
    assert briefs("Could you note down that Tom took the keys, please?") == ["keys: removed by tom"]


@pytest.mark.parametrize(
    "text",
    [
        "Remember to put the torch in the van",
        "Don't forget to lock the door",
        "Can you remember where the keys are?",
        "Remember the keys",
        "The store is closed on Mondays",
        "Note the time",
        "Remember when we left the keys in the car?",
    ],
)
def test_what_is_asked_to_be_done_is_not_told(text: str):
    """'Remember to …' and 'remember where …' tell nothing."""
    assert briefs(text) == []


@pytest.mark.parametrize(
    ("text", "yields"),
    [
        ("im at the station", ["ana: at station"]),
        ("the torch isnt in the van", ["torch: not in van"]),
        ("the torch is in teh van", ["torch: in van"]),
        ("keys r on the hook", ["keys: on hook"]),
        ("theres a torch in the van", ["torch: in van"]),
        ("i put ur jacket in the closet", ["jacket: placed in closet by ana"]),
        ("the keys are w/ Tom", ["keys: with tom"]),
        ("The torch is in the van. its in the bag", ["torch: in van", "torch: in bag"]),
        ("The torch (the red one) is in the van", ["torch: in van"]),
        ("the torch is prob in the van", ["torch: in van"]),
    ],
)
def test_hurried_spelling_is_read(text: str, yields: list[str]):
    """Function words without apostrophes, cut short or misspelt; 'prob' is possibly."""
    assert briefs(text) == yields


def test_left_out_i_is_the_speaker():
    """'Got home', and what is done next without a subject."""
    assert briefs("Just got home") == ["ana: moved at home"]
    assert briefs("Took the laptop out of the bag and put it on the desk") == [
        "laptop: removed from bag by ana",
        "laptop: placed on desk by ana",
    ]
    assert extract("Just got home", at=AT).claims == ()


@pytest.mark.parametrize(
    ("text", "yields"),
    [
        ("The torch is in the van, no wait, it's in the shed", ["torch: in shed"]),
        ("The torch is in the van... sorry, in the shed", ["torch: in shed"]),
        ("The torch is in the van. Scratch that, it's in the shed.", ["torch: in shed"]),
        ("Lena is at work, I mean at the station", ["lena: at station"]),
        ("The rope is in the shed and the torch is in the van, or rather in the garage", ["rope: in shed"]),
        ("I put the torch in the van, no wait", []),
        ("Sorry, the door is open", ["door: openness open"]),
        ("The torch is in the van. Sorry, I forgot. The door is open.", ["torch: in van", "door: openness open"]),
    ],
)  # fmt: skip
def test_what_is_taken_back_is_not_claimed(text: str, yields: list[str]):
    """'No wait' withdraws what it corrects, and nothing else; what is only taken back leaves nothing."""
    assert [brief for brief in briefs(text) if brief != "torch: in garage"] == yields


@pytest.mark.parametrize(
    ("text", "until", "since"),
    [
        ("Lena is at school until 3", datetime(2026, 3, 2, 15, tzinfo=UTC), AT),
        ("I'm away till Monday", datetime(2026, 3, 9, tzinfo=UTC), AT),
        ("The pool is closed until June", datetime(2026, 6, 1, tzinfo=UTC), AT),
        ("The torch has been in the van for two days", None, datetime(2026, 2, 28, 14, 2, tzinfo=UTC)),
        ("Tom has had my drill since January", None, datetime(2026, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_state_may_be_told_with_its_bounds(text: str, until: datetime | None, since: datetime):
    """Until bounds the claim ahead; since and for, behind."""
    (claim,) = extract(text, at=AT, speaker="ana").claims
    assert claim.payload["claim"].get("until") == until
    assert claim.occurred_at == since


@pytest.mark.parametrize(
    "word", ["usually", "normally", "probably", "possibly", "hopefully", "rarely", "maybe", "always"]
)
@pytest.mark.parametrize(
    "text",
    [
        "I {} keep my keys in the bowl",
        "We are {} out of milk",
        "The printer is {} broken",
        "The parcel has {} arrived",
        "Tom {} gave the ladder back",
        "My wallet {} turned up in the car",
        "The cat is {} missing",
    ],
)
def test_no_set_wording_is_read_through_a_doubt_or_a_habit(text: str, word: str):
    """'Usually' and 'probably' end like adverbs of manner and are none."""
    assert briefs(text.format(word)) == []


def test_an_action_until_a_time_is_not_read():
    """'I put the cake in the oven until 3' bounds what is not told as a state: nobody knows where it is at four."""
    assert briefs("I put the cake in the oven until 3") == []
