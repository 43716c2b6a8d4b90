"""Where a text speaks of time: cheap to say "nowhere", and careful with words that only look like times."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from tracker.language.when.asked import Asked, in_a_sentence_about
from tracker.language.when.phrases import Phrase, Sided, phrases
from tracker.language.when.pieces import Problem
from tracker.language.when.points import closes_clause
from tracker.language.when.result import Anchor, Lasting
from tracker.language.when.rules import LATIN

Hit = tuple[int, int, Phrase]

_CORE_WORDS = """
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january
february march april may june july august september october november december jan feb mar apr jun jul aug sep
sept oct nov dec today yesterday tomorrow tonight now currently present moment moments morning afternoon evening
night noon midday midnight small second seconds sec secs minute minutes min mins hour hours hr hrs day days week
weeks weekend fortnight fortnights month months year years quarter q1 q2 q3 q4 h1 h2 spring summer autumn winter
o'clock oclock o am pm past while time then afterwards afterward thereafter subsequently later meanwhile
meantime beforehand breakfast brunch lunch lunchtime dinner supper bed bedtime work school class recently lately
ages long mondays tuesdays wednesdays thursdays fridays saturdays sundays
"""
_CORE = frozenset(_CORE_WORDS.split())
"""Words a time phrase is about."""

_LEADING_WORDS = """
a an the this that last next past previous coming current following early late earlier later mid very start
beginning end middle first third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth one two three four five six
seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty
forty fifty sixty seventy eighty ninety half couple few several some every each other long another at on in from
between since until till up to by before after prior during over throughout within for no not than same around
about roughly approximately nearly almost exactly precisely sometime ever as of starting right just soon shortly
immediately and back following having eating
"""
_LEADING = frozenset(_LEADING_WORDS.split())
"""Words that may lead to one: worth trying only if every word up to it is one of these."""

_POINTING_WORDS = """
that this which it
"""
_POINTING = frozenset(_POINTING_WORDS.split())
_REFERRING = ("after ", "before ", "following ")
_HOURS_WORDS = """
one two three four five six seven eight nine ten eleven twelve fifteen thirty
"""
_HOURS = frozenset(_HOURS_WORDS.split())

_HAN_NUMBER = "(?:[0-9〇零一二两三四五六七八九十廿卅百]{1,6}(?:[.][0-9])?|好?几|数)"
_HAN_LEADING = (
    "在|于|自从|打从|从|自|一直到|直到|等到|持续到|到|至|截至|截止到?|大约|大概|差不多|约|介于|过去的?|最近|近|未来|接下来的?|今后|长达"
    "|整整|持续了?|吃完?过?了?"
)
_HAN_CORE = (
    "今[天日早晨晚夜年]|昨[天日早晨晚夜]|明[天日早晨晚夜年]|大[前后][天年]|前[天日晚夜年几些阵段一]|后[天年来]|去年|[上下]{1,3}一?个?[周星礼月季半]"
    "|[这本]一?个?[周星礼月季]|民国|早[上晨间]|[上下中]午|晚[上间]|清[晨早]|凌晨|一?大清?早|傍晚|黄昏|夜[晚里间]|深夜|大?半夜"
    "|半个?[小钟月年]|拂晓|黎明|正午|午[夜后]|子夜|刚[才刚]|方才|现在|此[刻后前]|目前|眼下|这会儿|过[了几]|最近|周[一二三四五六日天末]"
    "|星期|礼拜|[年月][初中底]|[不很]久|改天|有一天|早些|事[后前]|随后|其后|然后|[之以]后|之前|紧?接着|同时|与此|当[时天晚]"
    "|那[天日时个之以]|这之|差.{1,3}[分刻]|每|第[一二三四1-4]个?[天日季]|[隔次翌][天日]|[早午晚中]?[饭餐]|[睡起上下放][觉床班学课前]|睡"
    f"|{_HAN_NUMBER}(?:个?半?(?:小时|钟头|月|星期|礼拜|季度)|[点时分秒天日周年号月]|刻钟|[./:-][0-9])|[0-9]{{1,4}}[./:-][0-9]|元月"
)


def hits(text: str, asked: Asked) -> list[Hit]:
    """Time phrases in a normalised text, leftmost and longest, not overlapping."""
    found: list[Hit] = []
    resume = 0
    for start in _starts(text):
        if start < resume:
            continue
        best = _longest(text, start, asked)
        if best is None:
            continue
        end, phrase = best
        resume = end
        verdict = _in_context(text, start, end, phrase)
        if verdict is not None:
            found.append((start, end, verdict))
    return _sharing_days(text, found, asked) if len(found) > 1 else found


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[.!?;](?:\s|$)|[。!?;\n]")


def _sharing_days(text: str, found: list[Hit], asked: Asked) -> list[Hit]:
    """Read a time of day on the day its sentence names elsewhere: "Yesterday I left at 3pm".

    The day named last before it counts, else the first after it, in doubt.
    """
    shared: list[Hit] = []
    for sentence in _by_sentence(text, found):
        named = [hit for hit in sentence if _names_days(hit[2])]
        before: Hit | None = None
        for hit in sentence:
            start, end, phrase = hit
            if _names_days(phrase):
                before = hit
            source = before or (named[0] if named else None)
            if source and isinstance(phrase, Sided) and phrase.span.implied:
                hit = start, end, _on_the_day_of(text, hit, source, asked)
            shared.append(hit)
    return shared


def _by_sentence(text: str, found: list[Hit]) -> list[list[Hit]]:
    sentences: list[list[Hit]] = []
    for hit in found:
        if not sentences or _sentence_end().search(text, sentences[-1][-1][1], hit[0]):
            sentences.append([])
        sentences[-1].append(hit)
    return sentences


def _names_days(phrase: Phrase) -> bool:
    return isinstance(phrase, Sided) and phrase.span.days is not None and not phrase.span.implied


def _on_the_day_of(text: str, hit: Hit, source: Hit, asked: Asked) -> Phrase:
    start, end, phrase = hit
    assert isinstance(source[2], Sided)
    days = source[2].span.days
    assert days is not None
    if source[0] > start:
        days = replace(days, doubt=days.doubt or f"the day is taken from {text[source[0] : source[1]]!r}")
    again = [one for stop, one in phrases(text, start, in_a_sentence_about(days, asked)) if stop == end]
    sided = [one for one in again if isinstance(one, Sided) and type(one) is type(phrase)]
    return sided[0] if sided else again[0] if again else phrase


def _longest(text: str, start: int, asked: Asked) -> tuple[int, Phrase] | None:
    best: tuple[int, Phrase] | None = None
    for end, phrase in phrases(text, start, asked):
        if isinstance(phrase, Sided) and phrase.span.bare:
            continue
        if end > start and (best is None or end > best[0]):
            best = end, phrase
    return best


@cache
def _tokens() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z']*(?:[0-9](?![0-9A-Za-z]))?|[0-9][0-9:./-]*(?:st|nd|rd|th)?|[\u3400-\u9fff]+")


@cache
def _han_start() -> re.Pattern[str]:
    return re.compile(f"(?=(?:{_HAN_LEADING}){{0,2}}(?:{_HAN_CORE}))")


def _starts(text: str) -> list[int]:
    """Positions worth trying, in order: a chain of leading words that reaches a word of time."""
    starts: list[int] = []
    reaches = False
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters change length in lower case; positions must not
        lowered = "".join(low if len(low := character.lower()) == 1 else character for character in text)
    for match in reversed(list(_tokens().finditer(lowered))):
        word, position = match[0], match.start()
        first = word[0]
        if first.isdigit():
            told = len(word) > 2 or text[match.end() : match.end() + 3].strip().lower().startswith(
                ("am", "pm", "a.", "p.", "点")
            )
            han_next = "\u3400" <= text[match.end() : match.end() + 1] <= "\u9fff"
            reaches = told or reaches or han_next or closes_clause(text, match.end())
            if reaches:
                starts.append(position)
        elif first > "\u3000":
            starts.extend(
                reversed(
                    [
                        one.start()
                        for one in _han_start().finditer(lowered, position, match.end() + 8)
                        if one.start() < match.end()
                    ]
                )
            )
            reaches = False
        else:
            told_of = word in _POINTING and text[max(0, position - 10) : position].lower().endswith(_REFERRING)
            core = (
                told_of
                or word in _CORE
                or (
                    word in _HOURS
                    and (closes_clause(text, match.end()) or text[max(0, position - 3) : position].lower() == "to ")
                )
            )
            reaches = core or (reaches and word in _LEADING)
            if reaches and (word in _LEADING or core):
                starts.append(position)
    starts.reverse()
    return starts


@cache
def _other_zone() -> re.Pattern[str]:
    return re.compile(
        r" ?\(?(?P<zone>[ECMP][SD]T|[ECMP]T|CES?T|WES?T|EES?T|BST|IST|JST|KST|HKT|SGT|AE[SD]T|UTC|GMT|Z)(?:[+-][0-9]{1,2})?\)?(?![A-Za-z])"
    )


@cache
def _unit_after() -> re.Pattern[str]:
    return re.compile(
        rf"'s?(?![{LATIN}])|'s\b| (?:week|fortnight)(?![A-Za-z])|[-_@/\\#]\w| of (?!mine|ours)[a-z]| \([a-z ]*(?:cat|dog|name)",
        re.IGNORECASE,
    )


@cache
def _name_before() -> re.Pattern[str]:
    return re.compile(r"(?:[#@_/\$€£.-]|\b(?:every|each) )$", re.IGNORECASE)


@cache
def _numbered_before() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:room|page|chapter|verse|ratio|score|version|line|no|flat|unit|gate|bus|platform)\.? $", re.IGNORECASE
    )


@cache
def _reckoned_before() -> re.Pattern[str]:
    return re.compile(
        r"(?:days?|weeks?|months?|years?|hours?|minutes?|night|morning|evening|afternoon) (?:before|after|from|since) $",
        re.IGNORECASE,
    )


def _in_context(text: str, start: int, end: int, phrase: Phrase) -> Phrase | None:
    """What the words around a phrase make of it: themselves a time, a problem, or not a time at all."""
    before, after = text[max(0, start - 24) : start], text[end : end + 24]
    if isinstance(phrase, (Anchor, Lasting)):
        return phrase
    if _name_before().search(before) or (text[start].isdigit() and _numbered_before().search(before)):
        return None
    if _unit_after().match(after):
        if after[:5].lower() == " week" or after.lower().startswith(" fortnight"):
            return Problem(f"{text[start:end]!r} is followed by{after.split(',')[0]!r}")
        return None
    if _reckoned_before().search(before):
        return Problem(f"{text[start:end]!r} is only part of a longer time phrase")
    if isinstance(phrase, Sided) and phrase.span.grain.is_instant and (zone := _other_zone().match(after)):
        return Problem(f"{text[start:end]!r} is told in another zone ({zone['zone']})")
    return phrase
