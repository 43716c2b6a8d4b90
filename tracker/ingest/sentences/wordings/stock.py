"""Stock: how much of something is left. Values are 'none', 'low', 'plenty', or a number with its unit ('6 bottles')."""

from __future__ import annotations

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, told_state
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.wordings.shape import Filled, Read, Wording
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.language.places import PLACES
from tracker.language.stocked import CONSUMABLES


def _is_stocked(phrase: Phrase, scene: Scene, *, sure: bool) -> bool:
    """'Out of milk', not 'out of town', 'out of luck'; `sure`: the words around say that it is about a stock."""
    if phrase.pronoun or phrase.head in lexicon.PEOPLE or (phrase.proper and len(phrase.words) == 1 and not sure):
        return False
    if phrase.head in CONSUMABLES or phrase.head in lexicon.MASS or scene.registered(phrase):
        return True
    return sure and phrase.head in THINGS and phrase.head not in PLACES and phrase.head not in lexicon.ABSTRACT


def _level(value: str, *, sure: bool = True) -> Read:
    def read(filled: Filled, scene: Scene) -> list[Found] | None:
        about = filled.objects or filled.subjects
        if not all(_is_stocked(one, scene, sure=sure) for one in about):
            return None
        return [told_state(thing, value, attribute="stock") for thing in scene.all(about, "object", "thing")]

    return read


def _counted(filled: Filled, scene: Scene) -> list[Found] | None:
    counted = filled.amount
    if counted is None or not _is_stocked(counted.thing, scene, sure=False):
        return None
    thing = scene.refer(counted.thing, "object", "thing")[0]
    return [told_state(thing, counted.value, attribute="stock")]


WORDINGS = (
    Wording(
        "stock.low",
        (
            "[i|we] [am|are] running|getting|almost|nearly low|short on|of OBJ",
            "[i|we] [am|are] low|short on|of OBJ",
            "[i|we] [am|are|have] running|almost|nearly [run|ran] out_of OBJ",
            "[there] [is|are|'s] not much|many OBJ left",
            "[there] [is|are|'s] hardly|barely [any] OBJ left",
            "[only] a little|bit [of] OBJ left",
            "SUBJ is|are|'s running|getting|almost|nearly low|out|finished|gone|empty",
            "SUBJ is|are|'s low",
        ),
        0.85,
        _level("low"),
        (
            Example("We're running low on cat food.", ("cat_food: stock low",)),
            Example("Almost out of shampoo", ("shampoo: stock low",)),
            Example("Not much coffee left", ("coffee: stock low",)),
            Example("The milk is almost gone.", ("milk: stock low",)),
            Example("We are running out of time. I'm low on energy.", ()),
        ),
        despite=True,
    ),
    Wording(
        "stock.none",
        (
            "[i|we] [am|are] out_of OBJ",
            "[i|we] [have] run|ran out_of OBJ",
            "[there] [is|are|'s] no|any more OBJ [left]",
            "[there] [is|are|'s] no|any OBJ left",
            "there is|are|'s not any [more] OBJ left",
            "i|we have no [more] OBJ left",
            "i|we have no more OBJ",
            "i|we do not have any [more] OBJ left",
            "i|we do not have any more OBJ",
            "[i|we] [have] used|finished|drank|drunk|ate|eaten [up] the last of OBJ",
            "[i|we] [have] used up OBJ",
            "SUBJ has|have run out",
            "SUBJ ran out",
        ),
        0.85,
        _level("none"),
        (
            Example("We're out of milk.", ("milk: stock none",)),
            Example("There's no bread left", ("bread: stock none",)),
            Example("No more coffee", ("coffee: stock none",)),
            Example("We've run out of dishwasher tablets", ("dishwasher_tablets: stock none",)),
            Example("I used up the last of the flour.", ("flour: stock none",)),
            Example("We're out of town. I'm out of luck. Tom ran out of the house. No more parties", ()),
        ),
        despite=True,
    ),
    Wording(
        "stock.finished",
        ("SUBJ is|are|'s finished|gone", "i|we have no OBJ", "i|we do not have any OBJ"),
        0.8,
        _level("none", sure=False),
        (
            Example("The milk is finished.", ("milk: stock none",)),
            Example("The eggs are all gone", ("eggs: stock none",)),
            Example("The work is finished. I have no brothers.", ()),
        ),
        despite=True,
    ),
    Wording(
        "stock.counted",
        (
            "[only] [there] [is|are|'s] [only] QTY left",
            "[i|we] [only] have [only] QTY [left]",
            "QTY remain|remaining",
        ),
        0.85,
        _counted,
        (
            Example("Two eggs left", ("eggs: stock 2",)),
            Example("Only three rolls of toilet paper left.", ("toilet_paper: stock 3 rolls",)),
            Example("We still have four batteries", ("batteries: stock 4",)),
            Example("Plenty of rice left", ("rice: stock plenty",)),
            Example("Two people left. We have two meetings. We have three cars.", ()),
        ),
    ),
)
