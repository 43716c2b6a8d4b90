"""A pattern of questions: words with slots, as data, and the part of the plan that they settle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.language.chinese.things import HOLDERS
from tracker.query.ask import lexicon
from tracker.query.ask.plan import Intent, Plan

if TYPE_CHECKING:
    from tracker.query.ask.answered import Answered
    from tracker.query.ask.world import World

_STATES = "|".join(sorted((re.escape(word) for word in lexicon.STATES), key=len, reverse=True))
_HAN_STATES = "|".join(sorted(lexicon.CHINESE_STATES, key=len, reverse=True))
_RELATIONS = "|".join(sorted((re.escape(word) for word in lexicon.RELATIONS if word != "to"), key=len, reverse=True))
_SIDES = "|".join(sorted(lexicon.CHINESE_RELATIONS, key=len, reverse=True))

_ENGLISH = {
    "BE": "(?:is|are|was|were|am)",
    "HAVE": "(?:has|have|had)",
    "DO": "(?:do|does|did)",
    "STILL": (
        "(?:(?P<still>still|yet) |(?P<ever>ever) |(?:currently|now|actually|really|also|already|right now|all) )*?"
    ),
    "REL": f"(?P<rel>{_RELATIONS})",
    "STATE": f"(?P<v>{_STATES})",
    "ANYONE": "(?:i|we|you|they|anyone|anybody|someone|somebody|people|one)",
    "THINGS": "(?:things?|objects?|items?|stuff|of them|pieces?)",
    "GAVE": "(?:give|gives|gave|given|hand|hands|handed|pass|passes|passed|lend|lends|lent)(?: (?:over|back))?",
    "TOOK": (
        "(?:took|takes?|taken|grab(?:bed)?|pick(?:ed)? up|remove[ds]?|got|get|move[ds]?"
        "|fetch(?:ed)?|steal|stole|stolen)"
    ),
    "CARRYING": "(?:carrying|holding)",
}  # fmt: skip
_CHINESE = {
    "WHERE": "(?:哪里|哪儿|哪边|哪|什么地方|何处|啥地方|什么位置|"
    "哪(?:一)?(?:个|间|层|楼|格|台|家|辆)(?:[^在了呢吗]{1,4}?)?(?:里|上)?)(?:去)?了?呢?",
    "WHEN": "(?:什么时候|啥时候|何时|几时|几点钟?|什么时间|哪一?天|多久(?:之|以)?前)",
    "WHAT": "(?:什么东西|哪些东西|什么物品|哪些物品|什么|哪些|啥)",
    "MANY": "(?:几|多少)(?:个|件|样|种|把|只|本)?(?:东西|物品)?",
    "HOLDER": f"(?:[^有]{{0,6}}?(?:{'|'.join(sorted(HOLDERS, key=len, reverse=True))}))",
    "STILL": "(?P<still>还|仍然?|依然|依旧)?",
    "SIDE": f"(?P<rel>{lexicon.NO_SIDE_OF_A_WHOLE}(?:{_SIDES}))?",
    "STATE": f"(?P<v>{_HAN_STATES})",
    "ONCE": "(?:曾经|曾|以前|从前|之前|先前|原来|原本|刚才)",
    "MAYBE": "(?:现在|目前|到底|究竟|应该|可能|会|都|又|正|是|会是|刚才|之前|原来|原本)*?",
    "GAVE": "(?:交给|递给|送给|借给|拿给|还给|传给|给)了?",
    "TOOK": "(?:拿走|带走|骑走|开走|取走|拿去|拿出来|拿出去|拿出|取出来|取出|移走|搬走|借走|偷走|拿|取|移开)",
    "END": "(?:的|了|呢|吗|(?<![什怎那多])么|嘛|没有|没|不)*",
}
_SLOTS = {"x": "entity", "p": "place", "h": "holder", "r": "receiver"}
_MACRO = re.compile("|".join(sorted({*_ENGLISH, *_CHINESE}, key=len, reverse=True)))


class Draft(NamedTuple):
    """What a pattern read: slots are still words, `settled` is what needs no looking up."""

    intent: Intent
    slots: Mapping[str, str]
    settled: Mapping[str, Any]


class Pattern(NamedTuple):
    """`words` is a regular expression over the whole question in which `<x>` `<p>` `<h>` `<r>` are the thing, place,
    holder and receiver, and capitals stand for groups of words. Other groups: `rel`, `v` (a state), `still`, `order`,
    `every` (all the time), `ever` (at any time), `kind` (a word for things)."""

    intent: Intent
    words: str
    chinese: bool
    settled: Mapping[str, Any]

    def read(self, words: str) -> Draft | None:
        """The draft when all of the words fit; None otherwise."""
        match = _compiled(self.words, self.chinese).fullmatch(words)
        if match is None:
            return None
        slots: dict[str, str] = {}
        settled = dict(self.settled)
        for name, text in match.groupdict().items():
            if text is None:
                continue
            name = name.partition("_")[0]
            if name in _SLOTS:
                slots[_SLOTS[name]] = text
            else:
                settled |= _settle(name, text.lower(), chinese=self.chinese)
        return Draft(self.intent, slots, settled)


def english(intent: Intent, *words: str, **settled: Any) -> tuple[Pattern, ...]:
    """Patterns over English words, in any case."""
    return tuple(Pattern(intent, one, False, settled) for one in words)


def chinese(intent: Intent, *words: str, **settled: Any) -> tuple[Pattern, ...]:
    """Patterns over Simplified Chinese without spaces."""
    return tuple(Pattern(intent, one, True, settled) for one in words)


@cache
def _compiled(words: str, chinese: bool) -> re.Pattern[str]:
    """The expression with its capitals spelled out; a group that comes twice is numbered: still, still_2."""
    macros = _CHINESE if chinese else _ENGLISH
    spelled = re.sub(r"(?<!\?P)<(\w)>", r"(?P<\1>.+?)", _MACRO.sub(lambda match: macros[match[0]], words))
    seen: Counter[str] = Counter()

    def numbered(match: re.Match[str]) -> str:
        seen[match[1]] += 1
        return f"(?P<{match[1]}_{seen[match[1]]}>"

    return re.compile(re.sub(r"\(\?P<(\w+)>", numbered, spelled), re.NOFLAG if chinese else re.IGNORECASE)


def _settle(name: str, text: str, *, chinese: bool) -> dict[str, Any]:
    if name == "still":
        return {"still": text != "yet"}
    if name == "every":
        return {"throughout": True}
    if name == "ever":
        return {"ever": True}
    if name == "rel":
        side = (lexicon.CHINESE_SIDES if chinese else lexicon.SIDES).get(text)
        relation = (lexicon.CHINESE_RELATIONS if chinese else lexicon.RELATIONS)[text]
        return {"relation": relation} if side is None else {"relation": relation, "side": side}
    if name == "v":
        state = (lexicon.CHINESE_STATES if chinese else lexicon.STATES)[text]
        return {"attribute": state.attribute, "value": state.value}
    if name == "kind":
        return {"kind": text}
    if name == "which":
        return {"asks": "count_and_which"}
    if name == "order":
        return {"order": "before" if text in ("before", "prior to") else "after"}
    raise AssertionError(name)


class Example(NamedTuple):
    """A question and what its plan must hold, field by field; {} when the family must not read it."""

    question: str
    plan: Mapping[str, Any] = MappingProxyType({})


class Family(NamedTuple):
    """One kind of question: its patterns, examples that are its tests, and how a plan of it is answered."""

    name: str
    intents: tuple[Intent, ...]
    patterns: tuple[Pattern, ...]
    examples: tuple[Example, ...]
    answer: Callable[[Plan, World], Answered]
