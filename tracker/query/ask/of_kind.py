"""Things of a kind: by what they are registered as, or by the last word of what they are called."""

from __future__ import annotations

from tracker.language.acts import forms, verbs
from tracker.language.normalise import simplified
from tracker.link.mentions import fold
from tracker.query.ask import lexicon
from tracker.query.ask.world import World

_NO_KIND = "|".join(
    (
        *sorted(lexicon.NOT_IN_A_NAME),
        *forms(sorted(verbs("lie")), "s"),
        "things?",
        "else",
        "ones?",
        "time",
        "day",
        "stuff",
        "objects?",
        "items?",
        "pieces?",
    )
)
KIND = f"(?P<kind>(?!(?:{_NO_KIND})\\b)[a-z]+)"
"""A word for a kind of things, in a pattern of English questions."""
MEASURE = "[个件样种把只台部张本瓶杯盒辆位支枝条扇盏双些包罐]"
_SPANS = "(?:天|年|月|周|岁|点钟?|分钟?|秒钟?|次|小时|星期|礼拜)[的了呢吗]*$"
ZH_KIND = f"(?P<kind>(?!东西|物品|什么|{_SPANS})[^的着在是有没了吗呢几哪多少谁]{{1,6}}?)"
"""The same in Chinese, with the measure word before it."""
_PEOPLE = frozenset(("person", "people", "人"))


def kind_of_word(word: str) -> str:
    """doors → door, switches → switch, people → person; a Chinese word in Simplified characters."""
    word = simplified(word.lower())
    if word in _PEOPLE:
        return "person"
    if not word.isascii():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word.removesuffix("es") if word.endswith(("ches", "shes", "xes", "sses")) else word.removesuffix("s")


def is_of_kind(world: World, entity: str, word: str) -> bool:
    """Whether the entity is registered as what the word says, or is called so."""
    kind = kind_of_word(word)
    names, registered = world.names_of(entity)
    if registered is not None and kind_of_word(registered) == kind:
        return True
    return registered is None and any(ends_with(fold(name), frozenset((kind,))) for name in (entity, *names))


def registered_as(world: World, word: str) -> list[str]:
    """All entities that are registered as what the word says, by id."""
    kind = kind_of_word(word)
    found = ((one, world.names_of(one)[1]) for one in world.scene.entities())
    return [one for one, registered in found if registered is not None and kind_of_word(registered) == kind]


def ends_with(key: str, kinds: frozenset[str]) -> bool:
    """Whether a folded name ends with the word for the kind: front_door, 大门."""
    return any(key.rpartition("_")[2] == kind if kind.isascii() else simplified(key).endswith(kind) for kind in kinds)
