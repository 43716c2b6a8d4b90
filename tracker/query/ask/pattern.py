"""A pattern of questions: words with slots, as data, and the part of the plan that they settle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.language.acts import Act, either, forms, in_chinese, verbs
from tracker.language.chinese import lexicon as chinese_lexicon
from tracker.language.chinese.things import HOLDERS
from tracker.language.english import lexicon
from tracker.language.states import DO_TO, DONE_TO, OF_THE_LIVING, OF_THINGS
from tracker.query.ask.plan import Intent, Plan

if TYPE_CHECKING:
    from tracker.query.ask.answered import Answered
    from tracker.query.ask.world import World


_PARTICLES = {"put": "back|down|off", "put_down": "down", "have": "on to", "find": "again", "finish": "up"}
"""What may follow a verb of the act and changes nothing; of the others, any of those below."""


def _done(kinds: str, *acts: Act) -> str:
    """A regular expression for a verb of these acts in one of these forms, with the particle that it may have."""
    particles = "|".join(_PARTICLES.get(act, "up|out|down|away|back|over|along") for act in acts)
    return f"{either(forms(verbs(*acts), kinds))}(?: (?:{particles}))?"


_ENGLISH = {
    "BE": "(?:is|are|was|were|am)",
    "HAVE": "(?:has|have|had)",
    "DO": "(?:do|does|did)",
    "STILL": (
        "(?:(?P<still>still|yet) |(?P<ever>ever) |(?:currently|now|actually|really|also|already|right now|all) )*?"
    ),
    "REL": f"(?P<rel>{either(set(lexicon.RELATIONS) - {'to'})})",
    "STATE": f"(?P<v>{either(lexicon.STATE_OF)})",
    "BEING": f"(?P<being>{either({**OF_THINGS, **OF_THE_LIVING})})",
    "TREATED": f"(?P<being>{either(DONE_TO)})",
    "TREAT": f"(?P<being>{either(DO_TO)})",
    "ANYONE": "(?:i|we|you|they|anyone|anybody|someone|somebody|people|one)",
    "THINGS": "(?:things?|objects?|items?|stuff|of them|pieces?)",
    "PUT": _done("b", "put", "put_down"),
    "HAS_PUT": _done("dp", "put", "put_down"),
    "PUTTING": _done("g", "put"),
    "TAKE": _done("b", "take"),
    "HAS_TAKEN": _done("dp", "take"),
    "MOVE": _done("b", "move"),
    "HAS_MOVED": _done("dp", "move"),
    "TOOK": _done("bsdp", "take", "move"),
    "GAVE": _done("bsdp", "give"),
    "LOSE": _done("b", "lose"),
    "HAS_LOST": _done("dp", "lose"),
    "GO": _done("b", "go"),
    "HAS_GONE": _done("dp", "go"),
    "ENTER": _done("b", "enter"),
    "EXIT": _done("b", "leave"),
    "FIND": _done("b", "find"),
    "HAS_FOUND": _done("dp", "find"),
    "LYING": either({*forms(verbs("lie", "left_lying"), "g"), *forms(verbs("left_lying", "put"), "p")}),
    "LIES": either(forms(verbs("lie"), "s")),
    "HOLD": _done("b", "have"),
    "HOLDS": _done("sd", "have"),
    "CARRYING": _done("g", "have"),
    "FROM": "(?:(?:away |out )?from(?: inside| in| on| under| behind| off)?|out of|off(?: of)?)",
    "FINISH": _done("b", "finish"),
    "HAS_FINISHED": _done("dp", "finish"),
}  # fmt: skip
_CHINESE = {
    "WHERE": "(?:哪里|哪儿|哪边|哪|什么地方|何处|啥地方|什么位置|"
    "哪(?:一)?(?:个|间|层|楼|格|台|家|辆)(?:[^在了呢吗]{1,4}?)?(?:里|上)?)(?:去)?了?呢?",
    "WHEN": "(?:什么时候|啥时候|何时|几时|几点钟?|什么时间|哪一?天|多久(?:之|以)?前)",
    "WHAT": "(?:什么东西|哪些东西|什么物品|哪些物品|什么|哪些|啥)",
    "MANY": "(?:几|多少)(?:个|件|样|种|把|只|本)?(?:东西|物品)?",
    "HOLDER": f"(?:[^有]{{0,6}}?(?:{'|'.join(sorted(HOLDERS, key=len, reverse=True))}))",
    "STILL": "(?P<still>还|仍然?|依然|依旧)?",
    "SIDE": f"(?P<rel>{chinese_lexicon.NO_SIDE_OF_A_WHOLE}{either(chinese_lexicon.RELATIONS)})?",
    "STATE": f"(?P<v>{either(chinese_lexicon.STATE_OF)})",
    "ONCE": "(?:曾经|曾|以前|从前|之前|先前|原来|原本|刚才)",
    "MAYBE": "(?:现在|目前|到底|究竟|应该|可能|会|都|又|正|是|会是|刚才|之前|原来|原本)*?",
    "GAVE": f"(?:{in_chinese('give')}给|给)了?",
    "TOOK": f"(?:(?:{in_chinese('take')}|{in_chinese('move')}|借|偷)(?:走|去|出来|出去|出)|拿|取|移开)",
    "END": "(?:的|了|呢|吗|(?<![什怎那多])么|嘛|没有|没|不)*",
}
_BEINGS = {**OF_THE_LIVING, **DO_TO, **DONE_TO, **OF_THINGS}
_SLOTS = {"x": "entity", "p": "place", "h": "holder", "r": "receiver"}
_MACRO = re.compile("|".join(sorted({*_ENGLISH, *_CHINESE}, key=len, reverse=True)))


class Draft(NamedTuple):
    """What a pattern read: slots are still words, `settled` is what needs no looking up."""

    intent: Intent
    slots: Mapping[str, str]
    settled: Mapping[str, Any]


class Pattern(NamedTuple):
    """`words` is a regular expression over the whole question in which `<x>` `<p>` `<h>` `<r>` are the thing, place,
    holder and receiver, and capitals stand for groups of words. Other groups: `rel`, `v` and `being` (states), `still`,
    `order`, `every` (all the time), `ever` (at any time), `kind` (a word for things), `todo` (what is planned, in any
    words)."""

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
                settled |= _settle(name, settled.get(name, "") + text.lower(), chinese=self.chinese)
        if thing := settled.pop("thing", None):
            slots["entity"] = thing
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
        side = (chinese_lexicon.SIDES if chinese else lexicon.SIDES).get(text)
        relation = (chinese_lexicon.RELATIONS if chinese else lexicon.RELATIONS)[text]
        return {"relation": relation} if side is None else {"relation": relation, "side": side}
    if name == "v":
        state = (chinese_lexicon.STATE_OF if chinese else lexicon.STATE_OF)[text]
        return {"attribute": state.attribute, "value": state.value}
    if name == "being":
        being = _BEINGS[text]
        return {"attribute": being.attribute, "value": being.value}
    if name == "kind":
        return {"kind": text}
    if name == "todo":
        return {"todo": text}
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
