"""Where in a text a time phrase may begin: cheap, and "nowhere" for most sentences."""

from __future__ import annotations

import re
from functools import cache

from tracker.language.when import feasts
from tracker.language.when.points import closes_clause

_CORE_WORDS = """
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january
february march april may june july august september october november december jan feb mar apr jun jul aug sep
sept oct nov dec today yesterday tomorrow tonight now currently present moment moments morning afternoon evening
night noon midday midnight small second seconds sec secs minute minutes min mins hour hours hr hrs day days week
weeks weekend fortnight fortnights month months year years quarter q1 q2 q3 q4 h1 h2 spring summer autumn winter
o'clock oclock o am pm past while time then afterwards afterward thereafter subsequently later meanwhile
meantime beforehand breakfast brunch lunch lunchtime dinner supper bed bedtime work school class recently lately
ages long nights mornings evenings afternoons weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays
"""

_CORE = frozenset(_CORE_WORDS.split()) | feasts.CORE_WORDS
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

_LEADING = frozenset(_LEADING_WORDS.split()) | feasts.LEADING_WORDS
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
    "今[天日早晨晚夜年]|昨[天日早晨晚夜]|明[天日早晨晚夜年]|大[前后][天年]|前[天日晚夜年几两些阵段一]|后[天年来]|去年|[上下]{1,3}一?个?[周星礼月季半]"
    "|[这本]一?个?[周星礼月季]|民国|早[上晨间]|[上下中]午|晚[上间]|清[晨早]|凌晨|一?大清?早|傍晚|黄昏|夜[晚里间]|深夜|大?半夜"
    "|半个?[小钟月年]|拂晓|黎明|正午|午[夜后]|子夜|刚[才刚]|方才|现在|此[刻后前]|目前|眼下|这会儿|过[了几]|最近|周[一二三四五六日天末]"
    "|星期|礼拜|[年月][初中底]|[不很]久|改天|有一天|早些|事[后前]|随后|其后|然后|[之以]后|之前|紧?接着|同时|与此|当[时天晚]"
    "|那[天日时个之以]|这之|差.{1,3}[分刻]|每|第[一二三四1-4]个?[天日季]|[隔次翌][天日]|某[个一天日]|从前|平[常时日]|以前|[早午晚中]?[饭餐]|[睡起上下放][觉床班学课前]|睡"
    f"|{_HAN_NUMBER}(?:个?半?(?:小时|钟头|月|星期|礼拜|季度)|[点时分秒天日周年号月]|刻钟|[./:-][0-9])|[0-9]{{1,4}}[./:-][0-9]|元月"
    f"|{feasts.HAN}"
)


def may_tell_time(simplified: str) -> bool:
    """Whether a Chinese text (Simplified) holds anything that a time phrase could begin with."""
    return _han_start().search(simplified) is not None


def starts(text: str) -> list[int]:
    """Positions worth trying, in order: each begins a chain of leading words that reaches a word of time."""
    found: list[int] = []
    lowered = _lowered(text)
    reaches = False
    next_number = -1
    for match in reversed(list(_tokens().finditer(lowered))):
        word, position = match[0].rstrip("'"), match.start()
        number = word[0].isdigit()
        if word[0] > "\u3000":
            found.extend(reversed(_han_starts(lowered, position, match.end())))
            reaches = False
        elif number:
            reaches = _number_tells(lowered, word, match.end()) or (
                reaches and not lowered[match.end() : next_number].isspace()
            )
        else:
            reaches = _is_core(lowered, word, position, match.end()) or (
                reaches and (word in _LEADING or word.endswith("'s"))
            )
        if reaches:
            found.append(position)
        next_number = position if number else -1
    found.reverse()
    return found


def _lowered(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered  # a few letters change length in lower case; positions must not
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _number_tells(text: str, word: str, end: int) -> bool:
    """A number that looks like a time or a date, stands before its unit, or ends a clause."""
    following = text[end : end + 3].strip()
    return (
        len(word) > 2
        or following.startswith(("am", "pm", "a.", "p."))
        or "\u3400" <= following[:1] <= "\u9fff"
        or bool(_in_hours().match(text, end))
        or bool(_short_ago().match(text, end))
        or closes_clause(text, end)
    )


def _is_core(text: str, word: str, position: int, end: int) -> bool:
    if word in _CORE:
        return True
    before = text[max(0, position - 10) : position]
    if word in _HOURS:
        return before.endswith("to ") or closes_clause(text, end)
    return word in _POINTING and before.endswith(_REFERRING)


def _han_starts(text: str, start: int, end: int) -> list[int]:
    found = (match.start() for match in _han_start().finditer(text, start, end + 8))
    return [position for position in found if position < end]


@cache
def _tokens() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z']*(?:[0-9](?![0-9A-Za-z]))?|[0-9][0-9:./-]*(?:st|nd|rd|th)?|[\u3400-\u9fff]+")


@cache
def _short_ago() -> re.Pattern[str]:
    return re.compile("[hms] ago")


@cache
def _in_hours() -> re.Pattern[str]:
    return re.compile("h(?:[0-5][0-9])?(?![a-z0-9])")


@cache
def _han_start() -> re.Pattern[str]:
    return re.compile(f"(?=(?:{_HAN_LEADING}){{0,2}}(?:{_HAN_CORE}))")
