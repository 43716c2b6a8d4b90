"""Words after a name are no part of it: 'on the shelf anymore', 到車裡去."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tracker.ingest.sentences import extract

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)
AFTER_A_DENIAL = ["anymore", "any more", "any longer", "at all", "either", "yet", "though", "then", "indeed"]
ANYWHERE = ["though", "then", "indeed", "anyhow", "anyways", "nowadays", "regardless", "nonetheless", "lol"]


class Registered:
    """A registry that knows these names."""

    def __init__(self, *known: str) -> None:
        self.known = known

    def resolve(self, phrase: str, /) -> list[str]:
        return [phrase.replace(" ", "_")] if phrase in self.known else []


def briefs(text: str, *known: str) -> list[str]:
    return [claim.brief() for claim in extract(text, at=AT, speaker="ana", names=Registered(*known)).claims]


@pytest.mark.parametrize("word", AFTER_A_DENIAL)
@pytest.mark.parametrize(
    ("sentence", "yields"),
    [
        ("The passport isn't on the shelf", "passport: not on shelf"),
        ("The passport is not in Tom's bag", "passport: not in tom's_bag"),
        ("There is no milk in the fridge", "milk: not in fridge"),
        ("The passport isn't with Tom", "passport: not with tom"),
        ("Tom isn't home", "tom: not at home"),
        ("Tom doesn't have the keys", "keys: not with tom"),
        ("The dog isn't lying on the sofa", "dog: not on sofa"),
    ],
)
def test_a_denial_keeps_its_place_whatever_word_ends_it(sentence: str, yields: str, word: str):
    """The denied place is the place that was named before, in every family that denies."""
    expected = yields.replace("tom's_bag", "tom_bag")
    assert briefs(f"{sentence} {word}.") == [expected]


@pytest.mark.parametrize("word", ANYWHERE)
@pytest.mark.parametrize(
    ("sentence", "yields"),
    [
        ("I put the keys in the drawer", "keys: placed in drawer by ana"),
        ("I took the keys", "keys: removed by ana"),
        ("Tom gave me the keys", "keys: placed with ana by tom"),
        ("Tom went to the kitchen", "tom: moved in kitchen"),
        ("I moved the keys to the drawer", "keys: moved at drawer by ana"),
        ("I closed the window", "window: openness closed"),
        ("The keys are on the shelf", "keys: on shelf"),
    ],
)
def test_an_adverb_at_the_end_is_no_part_of_a_name(sentence: str, yields: str, word: str):
    """One promise for every family of patterns."""
    assert briefs(f"{sentence} {word}.") == [yields]


@pytest.mark.parametrize(
    "sentence",
    [
        "The keys are on the shelf {}.",
        "The keys aren't on the shelf {}.",
        "I put the keys on the shelf {}.",
        "I put the keys in the drawer of the desk {}.",
        "I moved the keys to the drawer {}.",
        "I took the keys {}.",
        "I took the bag from the kitchen {}.",
        "Tom went to the kitchen {}.",
        "Tom gave me the keys {}.",
        "Tom has the keys {}.",
        "There is a torch in the drawer {}, I saw it.",
    ],
)
def test_an_unknown_word_after_a_known_noun_makes_no_name(sentence: str):
    """'Shelf overnight' may be a kind of shelf or a shelf and an adverb: only the registry can tell."""
    for word in ("overnight", "blurp"):
        assert briefs(sentence.format(word)) == []


def test_a_registered_name_may_end_in_any_word():
    """What is registered needs no word list."""
    assert briefs("The keys are on the shelf blurp.", "shelf blurp") == ["keys: on shelf_blurp"]


@pytest.mark.parametrize(
    ("sentence", "yields"),
    [
        ("The keys are in the kitchen drawer.", "keys: in kitchen_drawer"),
        ("I put the keys in drawer 3.", "keys: placed in drawer_3 by ana"),
        ("I put the box of tea on the table.", "box_of_tea: placed on table by ana"),
        ("The toy giraffe is on the shelf.", "toy_giraffe: on shelf"),
        ("I put the toy giraffe on the shelf.", "toy_giraffe: placed on shelf by ana"),
        ("There aren't any keys on the shelf.", "keys: not on shelf"),
    ],
)
def test_names_of_several_words_are_still_read(sentence: str, yields: str):
    """The refusal is for the end of a clause only, where an adverb could stand."""
    assert briefs(sentence) == [yields]


@pytest.mark.parametrize(
    ("sentence", "yields"),
    [
        ("手電筒最後跑到車裡去了。", ["手電筒: moved in 車"]),
        ("小美走到厨房来了。", ["小美: moved at 厨房"]),
        ("小美跑进院子里去了。", ["小美: moved in 院子"]),
        ("小美到车站去了。", ["小美: moved at 车站"]),
        ("老陈从公司回家去了。", ["老陈: moved from 公司 at 家"]),
        ("老陈回家去了。", ["老陈: moved at 家"]),
        ("我把手电筒放到车里去了。", ["手电筒: placed in 车 by ana"]),
        ("票被放到抽屜裡去了。", ["票: placed in 抽屜"]),
        ("我把書搬到書房去了。", ["書: placed at 書房 by ana"]),
        ("小美去了图书馆。", ["小美: moved at 图书馆"]),
    ],
)
def test_which_way_it_went_is_no_part_of_the_place(sentence: str, yields: list[str]):
    """去 and 来 after a place only say towards or away from the speaker."""
    assert briefs(sentence) == yields


@pytest.mark.parametrize("sentence", ["小美跑到沙发那头走了。", "小美把票塞进沙发走了。", "手電筒跑到沙發底去了。"])
def test_a_direction_never_ends_a_name(sentence: str):
    """Where the place before it is in doubt, the sentence is refused."""
    assert not any(brief.endswith(("去", "来", "走")) for brief in briefs(sentence))
