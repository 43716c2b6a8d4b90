"""From the words for a thing to the id of the entity: 'my keys', 'the hall drawer', 車鑰匙.

What is registered comes first: a `Names` says which entities a phrase may mean. A phrase nobody has registered
names its own entity by its slug, so that what is said today and what is asked tomorrow meet without anybody
registering anything. Sentences and questions both come through here."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Protocol

from tracker.domain.ids import printable
from tracker.language.normalise import simplified

_DETERMINER = re.compile(
    r"(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|some|all|both|any) +(?=\S)", re.IGNORECASE
)
_INNER_DETERMINER = re.compile(r"(?<= )(?:the|a|an|my|our|your|his|her|its|their) +(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?(?= |$)", re.IGNORECASE)
# 我的, 那把, 這個 … before a Chinese noun; a bare 我 before a relative or a body part is left alone.
_CHINESE_DETERMINER = re.compile(
    r"^(?:(?:我|你|您|他|她|它|我們|我们|你們|你们|他們|他们|她們|她们|咱們|咱们|自己)的?家?的|"
    r"[這这那該该](?:[個个把隻只支枝件張张本臺台輛辆部條条間间扇盞盏雙双些]))(?=.)"
)
_SEPARATORS = re.compile(r"[\s_]+")
_OUTSIDE = " \t\r\n.,;:!?\"'`“”‘’()[]{}<>«»、，。；：！？「」『』（）《》【】…~*#"
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_BETWEEN_HAN = re.compile(r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])")
# What is called so with 子 or without: 桌上 is on the same thing as 桌子上.
_SUFFIXED = re.compile("(?<=[桌椅柜箱盒架袋盘屋瓶杯罐篮笼筐碟勺叉刀锅桶盆鞋裤帽袜裙车毯梯镜钳锤院])子$")
_ABBREVIATED = re.compile(r"(?<=[^\W\d_])\.(?=[\s_])")
_ROUNDS = 8
LONGEST = 200


class Names(Protocol):
    """Which registered entities a phrase may mean."""

    def resolve(self, phrase: str, /) -> list[str]:
        """Entity ids, best first; more than one means the phrase is ambiguous, none that nobody registered it."""
        ...


class NothingRegistered:
    """Names for when there is no registry: every phrase names its own entity."""

    def resolve(self, _phrase: str, /) -> list[str]:
        return []


@lru_cache(maxsize=16_384)
def slug(phrase: str) -> str:
    """The id that a phrase nobody registered stands for; '' when nothing in it can name a thing.

    English: lower case, no determiner or possessive pronoun, spaces as underscores ('My car keys' → `car_keys`,
    "Ana's bag" → `ana_bag`). Chinese: the phrase as written, without 我的 or 那把 (我的車鑰匙 → `車鑰匙`).
    `fold` says which ids written differently are one."""
    text = phrase[: 4 * LONGEST]
    for _ in range(_ROUNDS):
        again = _shortened(text)
        if again == text:
            break
        text = again
    return text


def _shortened(phrase: str) -> str:
    """One round: folding case or taking a word off may lay bare what another round takes off."""
    text = unicodedata.normalize("NFKC", phrase)
    text = "".join(" " if c.isspace() else c for c in text if c.isspace() or _visible(c)).strip(_OUTSIDE)
    for determiner in (_DETERMINER, _CHINESE_DETERMINER):
        while match := determiner.match(text):
            text = text[match.end() :].lstrip()
    text = _ABBREVIATED.sub("", _POSSESSIVE.sub("", _INNER_DETERMINER.sub("", text)))
    if _HAN.search(text):
        text = _BETWEEN_HAN.sub("", text)
    return _SEPARATORS.sub("_", text.casefold()).strip("_ ")[:LONGEST].strip("_ ")


@lru_cache(maxsize=16_384)
def fold(phrase: str) -> str:
    """The key under which differently written forms of one name meet: the slug, in Simplified characters, and 桌 for
    桌子."""
    return _SUFFIXED.sub("", simplified(slug(phrase)))


def entity_ids(phrase: str, names: Names) -> list[str]:
    """Ids of the entities that a phrase may mean: the registered ones, else its slug; [] when it names nothing."""
    registered = names.resolve(phrase)
    if registered:
        return registered
    made = slug(phrase)
    return [made] if made else []


def _visible(character: str) -> bool:
    try:
        printable(character)
    except ValueError:
        return False
    return True
