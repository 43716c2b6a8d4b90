"""Whether a sentence that nobody has understood could be about where something is.

Decided broadly: a verb of moving, holding or being somewhere, a preposition with a place or a person, a denial. What
asks, wishes, supposes, orders or tells of what is to come is no news of where anything is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from tracker.language.normalise import language_of, normalise
from tracker.language.places import PLACES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MOVING = """
put place set lay stand lean prop rest park drop dump toss chuck fling throw hurl sling shove stuff cram tuck slip slide
stash hide stow store pack load unload unpack hang hook stick insert plant position install mount pile stack heap leave
forget abandon misplace lose find discover spot notice see locate take grab snatch nick pinch swipe steal rob borrow
lend loan rent hire sell buy purchase pocket bag remove extract withdraw retrieve fetch collect pick gather bring carry
lug haul heave hoist drag pull push wheel roll tow cart ferry ship mail post send deliver dispatch transport transfer
move shift relocate swap switch trade exchange return restore give hand pass offer donate present award confiscate seize
rescue recover salvage go come walk run rush hurry race dash drive ride fly sail cycle bike travel head march stroll
wander climb crawl arrive enter exit depart escape flee vanish disappear turn end stay remain wait live sleep sit lie
lodge belong sink float fall tumble spill slide blow wash sweep bury dig lock attach detach plug unplug have hold keep
own possess contain wear use wield sneak smuggle scoop lift raise lower tip empty pour toss kick knock bump follow chase
lead accompany visit meet join evacuate escort whisk trundle bundle deposit surrender relinquish redistribute rehome
"""
_IRREGULAR = _words(
    "put set laid lain stood left forgot forgotten lost found took taken stole stolen hid hidden hung stuck threw "
    "thrown slung flung sold bought lent sent brought gave given went gone came run ran drove driven rode ridden flew "
    "flown fell fallen sat lay slept kept held had has wore worn dug blew blown swept sank sunk saw seen spilt met led "
    "got gets getting get gotten laying lying lies"
)
_SOMEWHERE = _words(
    "here there home upstairs downstairs outside inside indoors outdoors away elsewhere somewhere anywhere nowhere "
    "everywhere back gone missing abroad nearby aboard overboard"
)
_PREPOSITIONS = _words(
    "in into inside within on onto upon atop at under underneath beneath below behind beside near by next between "
    "among against above over to toward towards from off out through across along around past with via beyond opposite"
)
_NO_PLACE = re.compile(
    r"\b(?:at (?:all|least|last|most|once|first|best|present|the moment|times?|noon|midnight|night|\d\S*)"
    r"|in (?:fact|general|case|time|love|advance|short|particular|total|need|good|bad|great|perfect|poor|\d{4})"
    r"|on (?:time|purpose|average|sale|top of that|fire|account)|out of (?:order|date|stock|use)"
    r"|by (?:the way|far|now|accident|chance|hand|heart|mistake|myself|itself)|to be (?:honest|fair|sure)"
    r"|with(?:out)? (?:love|care|pleasure|all my heart|ease|doubt))\b"
    r"|\b(?:in|on|at|by|to|from|until|till|since|over|past|through|next) (?:(?:the|this|last|next|every|early|late) )*"
    r"(?:\d[\d:.]*(?: ?[ap]m)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|spring|summer|autumn|winter|mornings?|afternoons?|evenings?|nights?"
    r"|weekends?|weeks?|months?|years?|days?|hours?|minutes?|moment|past|future|time|noon|midnight|christmas|easter)\b"
)
_NO_NEWS = _words(
    "wish wishes hope hopes want wants need needs wanna please let's let'us will shall 'll won't gonna would 'd could "
    "can cannot should must ought might tomorrow always usually often normally typically generally imagine suppose"
)
_WISHES = re.compile(
    r"\b(?:i'?d like|would like|going to(?= \w+\b)|about to|used to|supposed to|meant to|needs? to|ha(?:s|ve) to"
    r"|let us|(?:every|each) (?:day|week|morning|evening|night|time|month|year)|next (?:week|month|year|time))\b"
)
_CONDITION = re.compile(r"\b(?:if|unless|whether|in case|provided|assuming|otherwise)\b[^,;]*")
_HEDGED = re.compile(r"\b(?:should|must|might|may|could|would|can|ought to|'d)(?: well| still| also)? be\b")
_ASKS = _words("who whom whose what where why how do does did is are was were has have can could will would should")
_DENIED_PLACE = re.compile(
    r"\b(?:is|are|was|were|'s|'re)(?:n't| not)\b|\bain't\b|\bno longer\b|\banymore\b|\bany more\b"
)
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|'[a-z]+")
_DETERMINED = _words("the a an my our your his her its their this that these those some me him them us you")

_HAN_ASKS = re.compile("[?？]|[吗么呢][。！!]?$|是不是|有没有|会不会|能不能|在不在")
_HAN_WH = re.compile("(?<![知道管论被])谁(?![也都])|什么|啥|哪(?!怕)|怎么|为何|几[点个]|多少")
"""Words that ask, unless the sentence ends as a statement does: 護照被誰給順走了。"""
_HAN_SUPPOSES = re.compile("(?:如果|要是|假如|假设|假使|万一|倘若|除非|只要|即使|就算)[^,，;；]*|[^,，;；]*的话")
_HAN_WISHES = re.compile(
    "希望|想要|想把|想去|想买|好想|但愿|需要|必须|应该要|应当|记得|提醒|最好|麻烦|请(?!假|客)|^别(?!人|的)|不要|打算|准备[把去拿放带]|即将|待会|"
    "等一下|等会|等下|明天|后天|下周|下星期|下个月|将[会要]|(?<![机社聚开])会(?!议|场|员|客|计|堂)|(?<!需|主|重|只)要(?!么|是|紧|点|求|不)|"
    "总是|经常|常常|每天|每次|每周|通常|平时|往往|一般"
)
_HAN_MOVES = re.compile(
    "[在到去来回放拿带搬移送给丢掉收藏借还交取换摆搁塞挂停装找走进出抱扛抬拖推拉提背运寄捡偷抢落忘留扔投插跑飞躲坐站躺睡住离归失]|不见|没了|没有|"
    "[上下里内外旁边前后](?:面|边|头)?[了。！!]*$|里面|外面|上面|下面|旁边|后面|前面|身上|手上|手里"
)


NOTHING, STATED, NEWS = range(3)
"""What a sentence says: nothing (it asks), something, or something that could be about where a thing is."""


def says(text: str) -> int:
    """`NOTHING`, `STATED` or `NEWS`: how much a sentence says that nobody has understood."""
    folded = normalise(text).text
    if language_of(folded) == "zh":
        said = folded.rstrip()
        if _HAN_ASKS.search(said) or (_HAN_WH.search(said) and not said.endswith(("。", "！", "!"))):
            return NOTHING
        return NEWS if any(_HAN_MOVES.search(part) for part in _chinese_parts(folded)) else STATED
    lower = _HEDGED.sub(" be", folded.casefold())
    if "?" in lower:
        return NOTHING
    return NEWS if any(map(_tells, _parts(lower))) else STATED


def _parts(text: str) -> Iterator[str]:
    """The clauses that state something: a question states nothing, a condition nothing but what follows from it."""
    for part in re.split(r"[,;:\u2013\u2014]|\bbut\b|\band\b|\bso\b|\bbecause\b|\.(?=\s)", _CONDITION.sub("", text)):
        words = _TOKEN.findall(part)
        if not words or _WISHES.search(part) or not _NO_NEWS.isdisjoint(words) or _asks(words):
            continue
        yield part


def _asks(words: list[str]) -> bool:
    if words[0] not in _ASKS:
        return False
    return words[0] in ("who", "whom", "whose", "what", "where", "why", "how") or len(words) < 2 or words[1] != "not"


def _tells(part: str) -> bool:
    words = _TOKEN.findall(_NO_PLACE.sub(" ", part))
    if not words:
        return False
    if _is_order(words):
        return False
    if _DENIED_PLACE.search(part) or not _SOMEWHERE.isdisjoint(words):
        return True
    if any(word in _moving_forms() for word in words):
        return True
    return any(
        word in _PREPOSITIONS and (word != "to" or after in _DETERMINED or after in PLACES)
        for word, after in pairwise(words)
    )


def _is_order(words: list[str]) -> bool:
    """'Take the pump away': a bare verb and then its object."""
    first = words[1] if words[0] in ("please", "don't", "just") and len(words) > 1 else words[0]
    return first in _bare_verbs() and len(words) > 1 and words[1] in _DETERMINED | {"it", "everything"}


@cache
def _bare_verbs() -> frozenset[str]:
    return _words(_MOVING) - _IRREGULAR


@cache
def _moving_forms() -> frozenset[str]:
    found = set(_IRREGULAR)
    for base in _MOVING.split():
        stem = base.removesuffix("e")
        doubled = base + base[-1]
        found |= {base, base + "s", base + "es", stem + "ed", stem + "ing", doubled + "ed", doubled + "ing"}
        if base.endswith("y"):
            found |= {base[:-1] + "ied", base[:-1] + "ies"}
    return frozenset(found)


def _chinese_parts(text: str) -> Iterator[str]:
    for part in re.split("[,，;；。！!]", _HAN_SUPPOSES.sub("", text)):
        if part.strip() and not _HAN_WISHES.search(part):
            yield part
