"""The nearest question that is understood, for one that is not: with the names that the asker used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tracker.link.mentions import fold
from tracker.projection.scene import Scene
from tracker.query.ask import lexicon
from tracker.query.ask.families import FAMILIES, plans
from tracker.query.ask.question import Question, read_question, traditional
from tracker.query.ask.read import is_plain, read_words
from tracker.query.ask.voice.chinese import in_simplified
from tracker.query.ask.voice.english import is_plural
from tracker.query.ask.world import World

_NEAR_QUESTION = 0.5
"""Shared words below which an example would only puzzle."""
_SAME_BEGINNING = 0.2
"""What the same first word adds: 'where' asks for another thing than 'who'."""
_VERB = re.compile(
    r"\b(?:is|was|has|are|were|have)(?= \{entity\})|(?<=\{entity\} )(?:is|was|has|are|were|have)\b", re.IGNORECASE
)
_PLURAL = {"is": "are", "was": "were", "has": "have"}
_SINGULAR = {many: one for one, many in _PLURAL.items()}
_LONGEST_NAME = {False: 4, True: 6}
"""Words of an English name, characters of a Chinese one, that are looked for in a question."""
_AHEAD = (plans.FAMILY,)
"""Not offered: they fit any noun, and nobody plans a vase."""
_OF_PEOPLE = ("where", "last_seen", "visits", "where_next_to", "is_at")
"""Intents whose entity may be a person: nobody opens Tom."""
_TAKES = {
    "entity": ("thing", "container", "person"),
    "place": ("place", "container"),
    "holder": ("person",),
    "receiver": ("person",),
}
"""What may stand in a slot, the likeliest first."""
_DETERMINED = re.compile(r"(?:the|my|our|your|his|her|an?) (?=\S)", re.IGNORECASE)
_TOKEN = re.compile(r"\{\w+\}|[a-z']+|[^\W\d_]|\d+")


class _Form(NamedTuple):
    """A question that is understood, with its slots in braces."""

    text: str
    slots: tuple[str, ...]
    of_people: bool


def nearest_question(question: Question, world: World) -> str | None:
    """The form that shares most words with the question, filled with the names that the question holds; where the
    first of them is when no form is near; None when it names nothing."""
    names = _names(question, world)
    best, offered = (_NEAR_QUESTION, 0.0), None
    for form in _forms(question.chinese) if names else ():
        filled = _filled(form, names)
        if filled is None:
            continue
        asked = question.words
        for slot, name in filled.items():
            asked = asked.replace(name, f"{{{slot}}}")
        score = _shared(asked, form.text)
        text = _agreeing(form.text, filled).format(**filled)
        if score > best and read_words(text, question.chinese) is not None:
            best, offered = score, text
    offered = offered or _plainest(names, chinese=question.chinese)
    if offered is None or not question.chinese:
        return None if offered is None else f"{offered}?"
    # Of the words only ours are converted: a name is written as its owner writes it.
    parts = re.split(f"({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})", offered)
    told = [question.as_written(one) if one in names else _ours(one, question) for one in parts]
    return f"{''.join(told)}？"


def _ours(words: str, question: Question) -> str:
    if question.language == "zh-Hans":
        return words
    return traditional(words).replace("裏", "裡").replace("着", "著")


def _shared(asked: str, form: str) -> tuple[float, float]:
    """How much two questions have in common: in words, of which the first says most; then in letters."""
    one, other = _tokens(asked), _tokens(form)
    words = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return words + _SAME_BEGINNING * (one[:1] == other[:1]), SequenceMatcher(None, asked, form, autojunk=False).ratio()


def _agreeing(form: str, filled: Mapping[str, str]) -> str:
    """The form with its verb in the number of its entity: 'where are the keys'."""
    if "entity" not in filled:
        return form
    number = _PLURAL if is_plural(filled["entity"]) else _SINGULAR
    return _VERB.sub(lambda found: number.get(found[0].lower(), found[0]), form)


def _plainest(names: Mapping[str, str], *, chinese: bool) -> str | None:
    for name, is_a in sorted(names.items(), key=lambda one: one[1] == "place"):
        if is_a == "place":
            return f"{name}里有什么" if chinese else f"what is in {name}"
        return f"{name}在哪里" if chinese else f"where {'are' if is_plural(name) else 'is'} {name}"
    return None


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def _filled(form: _Form, names: Mapping[str, str]) -> dict[str, str] | None:
    """A name of the question for every slot, each used once; None when there are too few that fit."""
    filled: dict[str, str] = {}
    for slot in form.slots:
        takes = [what for what in _TAKES[slot] if what != "person" or slot != "entity" or form.of_people]
        free = [name for what in takes for name, is_a in names.items() if is_a == what]
        name = next((one for one in free if one not in filled.values()), None)
        if name is None:
            return None
        filled[slot] = name
    return filled


@cache
def _forms(chinese: bool) -> tuple[_Form, ...]:
    """The examples of families that name no time, with slots for their names."""
    found = []
    for example in (one for family in FAMILIES for one in family.examples if one.plan and family not in _AHEAD):
        question = read_question(example.question, datetime(2026, 3, 2, tzinfo=UTC), ZoneInfo("UTC"))
        draft = read_words(question.words, chinese) if question.chinese is chinese and question.when is None else None
        plain = in_simplified(example.question).rstrip("?？").lower() == question.words.lower()
        if draft is None or not plain or any(question.words.count(phrase) != 1 for phrase in draft.slots.values()):
            continue
        text = question.words
        for slot, phrase in draft.slots.items():
            text = text.replace(phrase, f"{{{slot}}}")
        found.append(_Form(text, tuple(draft.slots), draft.intent in _OF_PEOPLE))
    return tuple(found)


def _names(question: Question, world: World) -> dict[str, str]:
    """The phrases of the question that name a person, a place or a thing, and which; the longest first. What follows
    'the' is a thing although nobody knows it."""
    scene, chinese = world.scene, question.chinese
    targets = set(scene.targets())
    known = {fold(one): one for one in (*scene.entities(), *targets)}
    pieces = list(question.words) if chinese else question.words.replace(",", " ").split()
    names: dict[str, str] = {}
    taken: set[int] = set()
    for is_known in (True, False):
        for span in _spans(len(pieces), _LONGEST_NAME[chinese]):
            phrase = ("" if chinese else " ").join(pieces[one] for one in span)
            if (
                not taken.isdisjoint(span)
                or phrase.lower() in lexicon.PRONOUNS
                or not is_plain(phrase, chinese=chinese)
            ):
                continue
            found = _known(phrase, known, scene) if is_known else None
            if found is not None:
                holds, is_somewhere = found in targets, world.reported(found)
                names[phrase] = "thing" if not holds else "container" if is_somewhere else "place"
                if world.kind_of(found) == "person":
                    names[phrase] = "person"
                taken.update(span)
            elif not is_known and not chinese and _DETERMINED.match(phrase) and len(span) <= 3:
                names[phrase] = "thing"
                taken.update(span)
    return names


def _spans(count: int, longest: int) -> Iterator[range]:
    """Every run of neighbours, the longest first."""
    for length in range(min(longest, count), 0, -1):
        yield from (range(start, start + length) for start in range(count - length + 1))


def _known(phrase: str, known: Mapping[str, str], scene: Scene) -> str | None:
    """The entity of that name; of several, any: it is not asked about, only written as it was."""
    found = known.get(fold(phrase))
    return found or next((one.entity_id for one in scene.named(fold(phrase))), None)
