"""A question taken apart before it is understood: its language, the times it names, and the words that are left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from tracker.language.abbreviations import only_shortens
from tracker.language.english.lexicon import BARE_PLACES
from tracker.language.normalise import Normalised, language_of, normalise, simplified
from tracker.language.when import Anchor, Found, Lasting, Lean, Unparsed, When, find
from tracker.language.when.second_opinion import Reader, doubted
from tracker.query.ask.plan import Language
from tracker.query.ask.straight import EDGES, straight
from tracker.query.ask.whole import whole_spans

if TYPE_CHECKING:
    from opencc import OpenCC

LONGEST = 400
"""Characters; what is longer is not one question."""


THEN = frozenset(
    ("then", "at that time", "at that moment", "back then", "at the same time", "当时", "那时", "那时候", "那个时候")
)
"""What means the time of the turn before."""


class NotUnderstood(Exception):
    """The question cannot be read; `args[0]` is a key of `voice.PROBLEMS`, `args[1:]` what fills it in."""


@dataclass(frozen=True, slots=True)
class Question:
    """`words` is the question without its times and courtesies: for English with contractions spelled out, for Chinese
    in Simplified characters without spaces. `when` is the time asked about, `known` one told as 'as known at';
    `ahead` is how `when` reads for what is to come, where the tense leaves that open; `also` what else was asked."""

    text: str
    folded: Normalised
    words: str
    language: Language
    when: When | None = None
    anchor: Anchor | None = None
    known: When | None = None
    when_said: str = ""
    ahead: When | None = None
    also: tuple[Question, ...] = ()

    @property
    def chinese(self) -> bool:
        return self.language != "en"

    def as_written(self, phrase: str) -> str:
        """A phrase of `words` as it stands in the text: in the characters that were used."""
        start = self.folded.text.find(phrase)
        return self.folded.quote(start, start + len(phrase)) if start >= 0 else phrase


def read_question(
    text: str, now: datetime, zone: ZoneInfo, like: Language | None = None, second: Reader | None = None
) -> Question:
    """Take a question apart. `like` is the language of the turn before, for text that does not say (which Chinese).
    A time that `second` reads otherwise is in doubt.

    Raises NotUnderstood: too long, empty, more than one question, or a time that cannot be placed."""
    language = _language(text[: LONGEST + 1], like)
    if len(text) > LONGEST:
        raise NotUnderstood("too long")
    folded = normalise(text)
    one = whole_spans(_one_question(folded.text), now, zone)
    lean = _lean(one)
    found = find(one, now=now, tz=zone, lean=lean)
    if second is not None:
        found = [_doubted(phrase, now, zone, second) for phrase in found]
    rest, when, anchor, known, said = _times(one, found)
    words = _chinese_words(rest) if language != "en" else straight(rest)
    if not words and when is None:
        raise NotUnderstood("empty")
    settled = lean == "future" or _OVER.search(one) is not None
    ahead = None if when is None or settled else _read_ahead(one, when, now, zone)
    return Question(text, folded, words, language, when, anchor, known, said, ahead)


def _read_ahead(text: str, when: When, now: datetime, zone: ZoneInfo) -> When | None:
    """The same phrase as said of what is to come: 'on Wednesday' is the next one."""
    found = (one.value for one in find(text, now=now, tz=zone, lean="future"))
    return next((one for one in found if isinstance(one, When) and one.text == when.text), None)


def _doubted(found: Found, now: datetime, zone: ZoneInfo, second: Reader) -> Found:
    value = found.value
    if not isinstance(value, When):
        return found
    said = value.text
    return replace(found, value=doubted(value, said, now=now, tz=zone, language=language_of(said), reader=second))


def language_said(text: str) -> Language:
    """The language of a text that could not be read any further."""
    return _language(text[: LONGEST + 1], None)


def _language(text: str, like: Language | None) -> Language:
    if language_of(text) == "en":
        return like if like is not None and like != "en" and not re.search("[A-Za-z]", text) else "en"
    if simplified(text) != text:
        return "zh-Hant"
    if traditional(text) != text:
        return "zh-Hans"
    return like if like is not None and like != "en" else "zh-Hant"


def traditional(text: str) -> str:
    """The text in Traditional characters, phrase by phrase."""
    converted: str = _to_traditional().convert(text.encode("utf-8", "replace").decode())
    return converted


@cache
def _to_traditional() -> OpenCC:
    from opencc import OpenCC  # loads its dictionaries from disk: only when Chinese text first appears

    return OpenCC("s2t")


_ENDS = re.compile(r"[?!？！。；;\n\r]+|\.(?=\s|$)")
_STOP = "."
_GREETING = re.compile(
    (
        r"\W*(?:hi|hello|hey|ok|okay|please|thanks|thank you|good (?:morning|afternoon|evening)"
        r"|excuse me|你好|您好|请问|谢谢|早安|早|嗨)?\W*"
    ),
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\s*(?:and )?(?:which|what)(?: ones?| are they| things?)?\s*|(?:是|有)?(?:哪些|哪几个|什么)", re.IGNORECASE
)


def _parted(text: str) -> Iterator[str]:
    start = 0
    for end in _ENDS.finditer(text):
        if end.group() == _STOP and end.end() < len(text) and only_shortens(text, end.start()):
            continue
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def _one_question(text: str) -> str:
    parts = [part.strip() for part in _parted(text)]
    parts = [part for part in parts if not _GREETING.fullmatch(simplified(part))]
    if len(parts) == 2 and _WHICH.fullmatch(simplified(parts[1])):
        return f"{parts[0]}, {parts[1]}"
    if not parts:
        raise NotUnderstood("empty")
    if len(parts) > 1:
        raise NotUnderstood("several")
    return parts[0]


_PAST = re.compile(
    r"\b(?:was|were|did|had|has|have|been|changed|happened|last|since)\b|了|过|過|刚才|剛才|上次|变化|變化",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:will|shall|going to|planned|plans?|coming|upcoming|due|scheduled|next)\b|计划|計劃|计畫|計畫|安排|行程|要做",
    re.IGNORECASE,
)


_OVER = re.compile(r"\b(?:was|were|did|had)\b|过|過|上次", re.IGNORECASE)
"""What is asked like this is not ahead, be it of a plan."""


def _lean(text: str) -> Lean | None:
    if _FUTURE.search(text):
        return "future"
    return "past" if _PAST.search(text) else None


_KNOWN_BEFORE = re.compile(
    (
        r"(?:[, ]*\b(?:as (?:was )?known(?: (?:at|by|on|in))?|as of(?: what was known)?|according"
        r" to what was known(?: at| by)?) *|(?:就|以|按|根据)(?:我们)?$)$"
    ),
    re.IGNORECASE,
)
_KNOWN_AFTER = re.compile(r"^\s*(?:所知|已知|知道的(?:来看|情况)?)[,，]?")
_LEFT_OVER = re.compile(r"\b(?:for|during|over|within|throughout|all(?: of)?)\s*$|(?:在|从|自)$", re.IGNORECASE)
_THROUGHOUT = re.compile(r"\b(throughout|all)(?: of)?\s*$", re.IGNORECASE)
_SPANS_ITSELF = re.compile(r"throughout\b", re.IGNORECASE)


def _times(text: str, found: list[Found]) -> tuple[str, When | None, Anchor | None, When | None, str]:
    """The text without its time phrases, the time asked about, an event-relative one, the known time, its words."""
    when: When | None = None
    anchor: Anchor | None = None
    known: When | None = None
    said = ""
    pieces: list[str] = []
    reached = 0
    for one in found:
        before, value = text[reached : one.start], one.value
        if isinstance(value, Unparsed):
            raise NotUnderstood("time", text[one.start : one.end])
        if isinstance(value, Anchor) and value.to == "previous" and value.text.lower() not in THEN:
            continue  # 'before that' asks for another place, not at another time: a pattern reads it
        if isinstance(value, Anchor) and value.relation == "during" and value.to in BARE_PLACES:
            continue  # 'is Ben at work?' asks for where, not when
        if isinstance(value, Lasting) or (isinstance(value, Anchor) and value.to != "previous"):
            raise NotUnderstood("time", text[one.start : one.end])
        is_known = _KNOWN_BEFORE.search(before) or (isinstance(value, When) and _KNOWN_AFTER.match(text[one.end :]))
        if isinstance(value, Anchor):
            anchor = value
        elif is_known:
            known = value
            before = _KNOWN_BEFORE.sub(" ", before)
        elif when is not None:
            raise NotUnderstood("time", text[one.start : one.end])
        else:
            when, said = value, text[one.start : one.end]
        spans = _THROUGHOUT.search(before) or _SPANS_ITSELF.match(text, one.start)
        every = " throughout " if spans else " "
        pieces.append(_LEFT_OVER.sub("", before) + every)
        reached = one.end
        if is_known and (after := _KNOWN_AFTER.match(text[one.end :])):
            reached += after.end()
    return "".join((*pieces, text[reached:])), when, anchor, known, said


_CHINESE_LEAD = re.compile(
    "(?:请问一?下?|请|麻烦|谁知道|有人知道|有谁知道|你好|您好|嘿|欸|诶|喂|哈喽|那个|你?知不知道|你?知道|(?:你|您)?(?:能|可以)?告诉我|我?想(?:知道|问)(?:一下)?|"
    "(?:能不能|可不可以)?帮我?(?:看一?下|看看?|查查?|查一?下|找找?|找一下|问问?))[,，:： ]*"
)
_CHINESE_TAIL = re.compile("(?:[,，]?谢谢|[啊阿呀啦哦喔噢耶诶欸咧哩捏哈齁唷哟嘞]|来着)$")


_ZHE = re.compile("(?<![名显原土编专论])著(?![名作称书者])")
"""The aspect of 開著, which Simplified writes 着; OpenCC leaves it as it is because of 著名."""


def _chinese_words(text: str) -> str:
    """Simplified, without spaces between Han characters, quotes and courtesies."""
    words = _ZHE.sub("着", re.sub(r"[\"“”「」『』]", "", simplified(text)))
    words = re.sub(r"(?<![A-Za-z0-9])\s+|\s+(?![A-Za-z0-9])", "", words).strip(EDGES)
    while lead := _CHINESE_LEAD.match(words):
        if lead.end() == len(words):
            break
        words = words[lead.end() :].lstrip(EDGES)
    while tail := _CHINESE_TAIL.search(words):
        words = words[: tail.start()].rstrip(EDGES)
    return words
