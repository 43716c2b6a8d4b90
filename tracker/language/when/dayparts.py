"""Parts of a day, and the ones that name their day: in the morning, tonight, last night; 下午, 今早, 昨晚."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache

from tracker.language.when.asked import Asked
from tracker.language.when.pieces import DayPart, Days, PartOfDay
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings

_SMALL_HOURS_END = 5
"""Until this hour people still call it the night of the day before."""

_STRETCHES = {
    # name: (start hour, end hour, first clock hour, last clock hour)
    "small hours": (0, 6, 0, 6),
    "early morning": (5, 8, 3, 9),
    "morning": (5, 12, 0, 12),
    "late morning": (10, 12, 9, 12),
    "midday": (11, 13, 11, 14),
    "early afternoon": (12, 14, 12, 15),
    "afternoon": (12, 18, 12, 19),
    "late afternoon": (16, 18, 15, 19),
    "dusk": (17, 19, 16, 20),
    "early evening": (18, 20, 17, 20),
    "evening": (18, 24, 17, 24),
    "late evening": (21, 24, 20, 24),
    "night": (18, 29, 17, 29),
    "late night": (22, 29, 21, 29),
    "dead of night": (23, 29, 22, 29),
}

_CHINESE = {
    "small hours": "凌晨",
    "early morning": "大清早|清晨|清早|一大早|黎明|拂晓",
    "morning": "早上|早晨|上午|早间",
    "midday": "中午",
    "afternoon": "下午(?!茶)|午后",
    "dusk": "傍晚|黄昏",
    "night": "晚上|晚间|夜晚|夜里|夜间",
    "dead of night": "深夜|半夜|大半夜",
}


def part(name: str, *, bare: bool = False, any_day: bool = False) -> PartOfDay:
    """The named stretch of a day; see conventions.md for the table."""
    start, end, first, last = (hour * 60 for hour in _STRETCHES[name])
    qualified = name.startswith(("early ", "late "))
    return PartOfDay(name, start, end, (first, last), approximate=qualified, bare=bare, any_day=any_day)


def read_parts(text: str, position: int, asked: Asked) -> Iterator[tuple[int, PartOfDay]]:
    """A part of an unnamed day."""
    return readings(_part_rules(), text, position, asked)


def read_day_parts(text: str, position: int, asked: Asked) -> Iterator[tuple[int, DayPart]]:
    """A part of a day named in one breath."""
    return readings(_day_part_rules(), text, position, asked)


@cache
def _part_rules() -> Family[PartOfDay]:
    qualifier = r"(?:(?P<q>early|late)[ -])?"
    spelled = "|".join(_CHINESE.values())
    return family(
        Rule(english(rf"(?:in|during|into) the {qualifier}(?P<p>morning|afternoon|evening|night)"), _said_loosely),
        Rule(english(r"(?:in|during) the small hours"), lambda _match, _asked: part("small hours", any_day=True)),
        Rule(english(r"(?P<q>late )?at (?P<p>night)"), _said_loosely),
        Rule(
            english(
                rf"(?:the )?{qualifier}(?P<p>morning|afternoon|evening|night)(?! (?:shift|bus|train|class|stand)\b)"
            ),
            _bare,
        ),
        Rule(chinese(rf"(?<![很太最更这那么提])(?P<p>{spelled})(?![好安茶餐饭床])"), _chinese_part),
    )


@cache
def _day_part_rules() -> Family[DayPart]:
    qualifier = r"(?:(?P<q>early|late|earlier|later) )?"
    spelled = "|".join(_CHINESE[name] for name in ("morning", "midday", "afternoon", "dusk"))
    inner = r"(?:(?P<i>early|late) )?"
    return family(
        Rule(english(rf"{qualifier}this {inner}(?P<p>morning|afternoon|evening)"), _this_part),
        Rule(english(r"(?:(?P<q>early|late|earlier|later) )?tonight"), _tonight),
        Rule(english(r"(?:(?P<q>late|early) )?last night"), _last_night),
        Rule(english("last evening"), lambda _match, asked: _on(asked, -1, "evening")),
        Rule(english("(?:the )?night before last"), lambda _match, asked: _on(asked, -2, "night")),
        Rule(
            english(r"(?:the )?(?P<p>morning|afternoon|evening|night) (?:after|before) (?:next|last)"),
            lambda _match, _asked: None,
        ),
        Rule(
            chinese(
                "(?P<d>今|昨|(?<![黎声文])明|(?<![饭睡之以面眼课目门])前)(?P<p>早|晨|晚|夜)(?![餐饭安已就])[上里间]?"
            ),
            _chinese_day_part,
        ),
        Rule(chinese(rf"今天的?(?P<p>{spelled})(?![好安茶餐饭])"), _today_in_chinese),
    )


def _name(qualifier: str | None, name: str) -> str:
    qualified = f"{(qualifier or '').strip().lower()} {name.lower()}".strip()
    return qualified if qualified in _STRETCHES else name.lower()


def _said_loosely(match: re.Match[str], _asked: Asked) -> PartOfDay:
    return part(_name(match["q"], match["p"]), any_day=True)


def _bare(match: re.Match[str], asked: Asked) -> PartOfDay:
    return part(_name(match["q"], match["p"]), bare=not asked.whole)


def _chinese_part(match: re.Match[str], _asked: Asked) -> PartOfDay | None:
    for name, spelled in _CHINESE.items():
        if re.fullmatch(re.sub(r"\(\?!.*?\)", "", spelled), match["p"]):
            return part(name)
    return None


def _on(asked: Asked, days: int, name: str, doubt: str | None = None, other: int | None = None) -> DayPart:
    day = asked.today + timedelta(days=days)
    others = () if other is None else ((asked.today + timedelta(days=other), asked.today + timedelta(days=other + 1)),)
    return DayPart(Days(day, day + timedelta(days=1), doubt=doubt, others=others), part(name))


def _this_part(match: re.Match[str], asked: Asked) -> DayPart:
    return _of_today(asked, _name(match["i"] or match["q"], match["p"]))


def _of_today(asked: Asked, name: str) -> DayPart:
    """Who is still up after midnight says "since this morning" of the day before: today's has not come yet."""
    began = asked.now.hour * 60 + asked.now.minute >= _STRETCHES[name][0] * 60
    if began or asked.now.hour >= _SMALL_HOURS_END or asked.lean == "future":
        return _on(asked, 0, name)
    doubt = f"said in the small hours, before the {name} of the new day"
    return _on(asked, -1, name, doubt, 0) if asked.lean == "past" else _on(asked, 0, name, doubt, -1)


def _today_in_chinese(match: re.Match[str], asked: Asked) -> DayPart | None:
    part_said = _chinese_part(match, asked)
    return None if part_said is None else _of_today(asked, part_said.name)


def _night(asked: Asked, days: int, name: str) -> DayPart:
    if asked.now.hour >= _SMALL_HOURS_END:
        return _on(asked, days, name)
    return _on(asked, days, name, "said in the small hours, when the night before may still be meant", days - 1)


def _tonight(match: re.Match[str], asked: Asked) -> DayPart:
    return _night(asked, 0, _name(match["q"], "night"))


def _last_night(match: re.Match[str], asked: Asked) -> DayPart:
    return _night(asked, -1, _name(match["q"], "night"))


def _chinese_day_part(match: re.Match[str], asked: Asked) -> DayPart:
    days = {"今": 0, "昨": -1, "明": 1, "前": -2}[match["d"]]
    if match["p"] in "早晨":
        return _on(asked, days, "morning") if days else _of_today(asked, "morning")
    return _night(asked, days, "night")
