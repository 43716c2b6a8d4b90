"""Feasts: the ones on a fixed date, those counted from Easter, and those of the lunar calendar.

A feast that depends on the country ("Thanksgiving", 國慶) or on the person ("my birthday", 發薪日) is a problem: it
certainly speaks of time, and which day it was is not said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache, lru_cache
from typing import NamedTuple

from tracker.language.when.almanac import ONE_DAY, open_days, valid_date
from tracker.language.when.asked import Asked
from tracker.language.when.dates import CHINESE_YEAR, chinese_year
from tracker.language.when.numerals import chinese as chinese_value
from tracker.language.when.pieces import Days, Problem
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings

_YEAR = "(?:19|20)[0-9]{2}"
_TABULATED = range(1900, 2100)
"""Years whose lunar dates are looked up; farther ones are not placed."""


class _Feast(NamedTuple):
    """Its first day in a year (None: none in that year), and how many days it is celebrated.

    `loose`: one says "at Christmas" of the days around it too. `bare`: alone it may be a name (Easter, Christmas)."""

    first: Callable[[int], date | None]
    length: int = 1
    loose: bool = False
    bare: bool = False


def _on(month: int, day_of_month: int, length: int = 1, *, loose: bool = False, bare: bool = False) -> _Feast:
    return _Feast(lambda year: valid_date(year, month, day_of_month), length, loose, bare)


def _from_easter(days: int, length: int = 1, *, loose: bool = False, bare: bool = False) -> _Feast:
    return _Feast(lambda year: _easter(year) + timedelta(days=days), length, loose, bare)


def _lunar(month: int, day_of_month: int, length: int = 1, *, before: int = 0) -> _Feast:
    return _Feast(lambda year: _lunar_day(year, month, day_of_month, before), length, loose=length > 1)


def _easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus)."""
    century, rest = divmod(year, 100)
    moon = (19 * (year % 19) + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (year % 19 + 11 * moon + 22 * sunday) // 451
    month, day_of_month = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day_of_month + 1)


@lru_cache(maxsize=256)
def _lunar_day(year: int, month: int, day_of_month: int, before: int) -> date | None:
    """The day of the lunar year that begins in `year`, or so many days `before` it."""
    if year not in _TABULATED:
        return None
    from lunar_python import Lunar

    solar = Lunar.fromYmd(year, month, day_of_month).getSolar()
    return date(solar.getYear(), solar.getMonth(), solar.getDay()) - timedelta(days=before)


def _solar(term: str) -> _Feast:
    return _Feast(lambda year: _solar_term(year, term))


@lru_cache(maxsize=64)
def _solar_term(year: int, name: str) -> date | None:
    if year not in _TABULATED:
        return None
    from lunar_python import Lunar

    solar = Lunar.fromYmd(year, 6, 1).getJieQiTable()[name]
    return date(solar.getYear(), solar.getMonth(), solar.getDay())


def _second_sunday_of_may(year: int) -> date:
    first = date(year, 5, 1)
    return first + timedelta(days=(6 - first.weekday()) % 7 + 7)


_ENGLISH = {
    "christmas eve": _on(12, 24), "christmas day": _on(12, 25), "boxing day": _on(12, 26),
    "christmas": _on(12, 24, 3, loose=True, bare=True), "xmas": _on(12, 24, 3, loose=True, bare=True),
    "xmas eve": _on(12, 24), "xmas day": _on(12, 25),
    "new year's eve": _on(12, 31), "new years eve": _on(12, 31),
    "new year's day": _on(1, 1), "new years day": _on(1, 1),
    "new year's": _on(12, 31, 2, loose=True, bare=True), "new years": _on(12, 31, 2, loose=True, bare=True),
    "epiphany": _on(1, 6), "twelfth night": _on(1, 5), "valentine's day": _on(2, 14), "valentines day": _on(2, 14),
    "valentine's": _on(2, 14, bare=True), "st patrick's day": _on(3, 17), "st. patrick's day": _on(3, 17),
    "saint patrick's day": _on(3, 17), "april fools' day": _on(4, 1), "april fool's day": _on(4, 1),
    "may day": _on(5, 1), "halloween": _on(10, 31, bare=True), "all saints' day": _on(11, 1),
    "all saints day": _on(11, 1), "all souls' day": _on(11, 2), "guy fawkes night": _on(11, 5),
    "bonfire night": _on(11, 5), "st nicholas day": _on(12, 6), "midsummer's eve": _on(6, 23),
    "shrove tuesday": _from_easter(-47), "pancake day": _from_easter(-47), "ash wednesday": _from_easter(-46),
    "palm sunday": _from_easter(-7), "maundy thursday": _from_easter(-3), "good friday": _from_easter(-2),
    "easter saturday": _from_easter(-1), "easter sunday": _from_easter(0), "easter day": _from_easter(0),
    "easter monday": _from_easter(1), "easter weekend": _from_easter(-2, 4, loose=True),
    "easter": _from_easter(-2, 4, loose=True, bare=True), "ascension day": _from_easter(39),
    "whit sunday": _from_easter(49), "whit monday": _from_easter(50), "pentecost": _from_easter(49),
    "chinese new year's eve": _lunar(1, 1, before=1), "chinese new year": _lunar(1, 1, 5),
    "lunar new year": _lunar(1, 1, 5), "mid-autumn festival": _lunar(8, 15), "dragon boat festival": _lunar(5, 5),
}  # fmt: skip
_CHINESE = {
    "圣诞夜|平安夜|圣诞节?前夕": _on(12, 24), "圣诞节|圣诞(?![老树礼卡帽袜装灯歌大红蛋餐派蜡])": _on(12, 25),
    "元旦|新年第一天": _on(1, 1), "跨年夜?(?![晚演])": _on(12, 31, 2, loose=True), "情人节": _on(2, 14),
    "妇女节": _on(3, 8), "愚人节": _on(4, 1), 
    "五一(?:假期|长假)": _on(5, 1, 5, loose=True), "劳动节|五一节?(?![0-9])": _on(5, 1),
    "万圣节(?:前夜|前夕)?|万圣夜": _on(10, 31), "双十节": _on(10, 10), "双十一": _on(11, 11),
    "母亲节": _Feast(_second_sunday_of_may),
    "春节(?:假期)?(?!联|晚会)|过年(?![货糕])|农历新?年": _lunar(1, 1, 8, before=1),
    "除夕夜?|年三十|大年夜": _lunar(1, 1, before=1), "大?年初一|正月初一": _lunar(1, 1), "元宵节": _lunar(1, 15),
    "端午节?": _lunar(5, 5), "七夕节?": _lunar(7, 7), "中元节|鬼节": _lunar(7, 15), "中秋节?(?![月])": _lunar(8, 15),
    "重阳节?": _lunar(9, 9), "腊八节?": _lunar(12, 8), "清明节?": _solar("清明"), "冬至": _solar("冬至"),
}  # fmt: skip
_SOMEBODYS = "(?:the |my |our |your |his |her |their |[a-z]+'s )?"
_UNPLACED = (
    "birthdays?|anniversary|wedding day|pay ?day|day off|bank holiday(?: (?:weekend|monday))?|half[- ]term"
    "|(?:(?:summer|school|winter|spring|autumn|christmas|easter) )?(?:holidays?|vacation|break)|thanksgiving"
    "|ramadan|eid|hanukkah|passover|diwali|lent|advent|carnival|yom kippur|old days|childhood"
    "|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies|(?:19|20)?[0-9]0s|(?:crack of )?dawn|dusk|sunrise|sunset"
    "|(?:(?:last|first|this|next) )?(?:term|semester)"
)
"""After a preposition these speak of time, and depend on the country, the year or the person."""
_SAID_BEFORE = "at on in over during since before after until by around"
_UNPLACED_WORDS = (
    "birthday birthdays anniversary payday holiday holidays vacation break term semester thanksgiving ramadan eid "
    "hanukkah passover diwali lent advent carnival kippur days childhood dawn dusk sunrise sunset twenties thirties "
    "forties fifties sixties seventies eighties nineties off"
)
CORE_WORDS = frozenset(name.split()[-1] for name in _ENGLISH) | frozenset(_UNPLACED_WORDS.split())
"""What the name of a feast ends with."""
_BEFORE_NAMES = "my our your his her their old crack summer school winter spring autumn bank wedding pay yom half"
LEADING_WORDS = frozenset(word for name in _ENGLISH for word in name.split()) | frozenset(_BEFORE_NAMES.split())
"""What may stand in such a name before its end."""
_GOES_ON = (
    "and or at in on by to for around about before after i we he she they it my our his her the a an is was are were "
    "did when where what who morning afternoon evening night with from"
)
_HAN_UNPLACED = "国庆|儿童节|教师节|父亲节|十一长?假|[暑寒连年春]假|发薪日|生日|结婚纪念日|年?初[一二三四五六七八九]"
HAN = "|".join((*_CHINESE, _HAN_UNPLACED))
"""Where one of the Chinese names begins."""


@cache
def _rules() -> Family[Days | Problem]:
    names = "|".join(sorted(map(re.escape, _ENGLISH), key=len, reverse=True))
    year = rf"(?:,? (?:of |in )?(?P<y>{_YEAR})(?![:0-9]))?"
    # "Christmas tree" and "Easter egg" are things.
    ends = rf"(?! (?!(?:{'|'.join(_GOES_ON.split())})\b)[a-z])(?!['-])"
    after = "|".join(rf"(?<=\b{word} )" for word in _SAID_BEFORE.split())
    rim = "(?:the )?(?:start|beginning|end|last day|first day|middle) of "
    called = "|".join(f"(?:{one})" for one in _CHINESE)
    then = "(?:的?时候|那[天年]|当天|期间)?"
    return family(
        Rule(english(rf"(?:(?P<w>last|this|next) )?(?P<f>{names})(?:{year}{ends}|{ends})"), _english),
        Rule(english(rf"(?:{after})(?:{rim})?{_SOMEBODYS}(?:{_UNPLACED}){ends}"), _unplaced),
        Rule(chinese(f"(?:{CHINESE_YEAR}的?)?(?P<f>{called}){then}"), _chinese),
        Rule(chinese("大?年?初(?P<d>[一二三四五六七八九])(?![级中步期])"), _new_years_day),
        Rule(
            chinese(f"(?:国庆|儿童节|教师节|父亲节|十一(?=长?假)|[暑寒连年春](?=假)|发薪日)节?(?:长?假期?)?{then}"),
            _unplaced,
        ),
        Rule(chinese("(?:生日|结婚纪念日)(?:那天|当天|的?时候|(?=[把在，,]))"), _unplaced),
    )


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Days | Problem]]:
    """Every feast that starts at `position`."""
    return readings(_rules(), text, position, asked)


def _unplaced(match: re.Match[str], _asked: Asked) -> Problem:
    return Problem(f"{match[0]!r}: which day that was is not said")


def _english(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    feast = _ENGLISH[match["f"].lower()]
    word = (match["w"] or "").lower()
    if match["y"]:
        return _in_year(feast._replace(bare=False), int(match["y"]), match[0])
    if word:
        feast, asked = feast._replace(bare=False), asked.leaning("past" if word == "last" else "future")
    return _nearest(feast._replace(bare=feast.bare and not asked.whole), asked, match[0])


def _chinese(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    feast = next(one for pattern, one in _CHINESE.items() if re.match(pattern + "$", match["f"]))
    year = chinese_year(match, asked)
    return _nearest(feast, asked, match[0]) if year is None else _in_year(feast, year, match[0])


def _new_years_day(match: re.Match[str], asked: Asked) -> Days | Problem | None:
    """初二 is the second day of the lunar new year, unless a month stands before it."""
    number = chinese_value(match["d"])
    if number is None or match.string[: match.start()].endswith("月"):
        return None
    return _nearest(_lunar(1, number), asked, match[0])


def _in_year(feast: _Feast, year: int, name: str) -> Days | Problem:
    first = feast.first(year)
    return _days(feast, first) if first else Problem(f"{name!r} is outside the years whose calendar is known")


def _nearest(feast: _Feast, asked: Asked, name: str) -> Days | Problem | None:
    base = (asked.floor or asked.today).year
    firsts = [feast.first(year) for year in range(base - 1, base + 2)]
    spans = [_days(feast, first) for first in firsts if first]
    return open_days(spans, asked, name, nearest=True) if spans else Problem(f"{name!r} is not in the calendar")


def _days(feast: _Feast, first: date) -> Days:
    return Days(first, first + feast.length * ONE_DAY, approximate=feast.loose, bare=feast.bare)
