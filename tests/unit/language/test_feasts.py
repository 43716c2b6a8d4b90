"""Feasts are days: fixed ones, those counted from Easter, and those of the lunar calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from tracker.language.when import Found, Unparsed, When, find, parse

NOW = datetime(2026, 9, 2, 10, tzinfo=UTC)
PAST = {
    "on Christmas Eve": "2025-12-24",
    "on Boxing Day": "2025-12-26",
    "on New Year's Eve": "2025-12-31",
    "on New Year's Day": "2026-01-01",
    "on Valentine's Day": "2026-02-14",
    "on Halloween": "2025-10-31",
    "on Good Friday": "2026-04-03",
    "on Easter Sunday": "2026-04-05",
    "on Whit Monday": "2026-05-25",
    "聖誕節": "2025-12-25",
    "平安夜": "2025-12-24",
    "元旦": "2026-01-01",
    "除夕": "2026-02-16",
    "大年初一": "2026-02-17",
    "元宵節": "2026-03-03",
    "清明節": "2026-04-05",
    "端午節": "2026-06-19",
    "七夕": "2026-08-19",
    "中秋節": "2025-10-06",
    "去年端午節": "2025-05-31",
    "重阳节": "2025-10-29",
}
LOOSE = {
    "at Christmas": "2025-12-25",
    "over Easter": "2026-04-05",
    "at New Year's": "2026-01-01",
    "last Christmas": "2025-12-25",
    "at Easter 2024": "2024-03-31",
    "春節": "2026-02-17",
    "過年的時候": "2026-02-17",
}
EASTERS = {1961: "04-02", 1999: "04-04", 2000: "04-23", 2008: "03-23", 2011: "04-24", 2038: "04-25", 2099: "04-12"}
"""Published dates, the earliest and the latest possible among them."""


def placed(phrase: str) -> When:
    meaning = parse(phrase, now=NOW, tz="UTC", lean="past")
    assert isinstance(meaning, When), meaning
    assert meaning.start is not None
    assert meaning.end is not None
    return meaning


@pytest.mark.parametrize(("phrase", "day"), PAST.items(), ids=PAST)
def test_a_feast_is_its_day(phrase: str, day: str):
    meaning = placed(phrase)
    assert meaning.start is not None
    assert meaning.start.date().isoformat() == day
    assert meaning.end == meaning.start + timedelta(days=1)


@pytest.mark.parametrize(("phrase", "day"), LOOSE.items(), ids=LOOSE)
def test_the_days_around_a_feast_are_meant_too(phrase: str, day: str):
    meaning = placed(phrase)
    assert meaning.start is not None
    assert meaning.end is not None
    assert meaning.start.date() <= date.fromisoformat(day) < meaning.end.date()
    assert meaning.approximate


@pytest.mark.parametrize(("year", "day"), EASTERS.items())
def test_easter_is_where_the_church_has_it(year: int, day: str):
    meaning = parse(f"Easter Sunday {year}", now=NOW, tz="UTC")
    assert isinstance(meaning, When)
    assert meaning.start is not None
    assert meaning.start.date().isoformat() == f"{year}-{day}"


@pytest.mark.parametrize(
    "phrase",
    ["on my birthday", "on Mum's birthday", "at half term", "at Thanksgiving", "over the holidays", "in the eighties",
     "during Ramadan", "at dawn", "國慶節", "暑假的時候", "發薪日", "我生日那天"],
)  # fmt: skip
def test_what_depends_on_the_country_or_the_person_is_a_time_that_is_not_placed(phrase: str):
    found = find(f"{phrase}, I left", now=NOW, tz="UTC", lean="past")
    assert [type(one.value) for one in found] == [Unparsed]


@pytest.mark.parametrize(
    "text",
    ["The Christmas tree is in the attic.", "I ate an Easter egg.", "She bought Halloween sweets.",
     "The birthday cake is in the fridge.", "聖誕樹在閣樓。", "聖誕老人來了。", "年貨在櫃子裡。", "一月租金在抽屜裡。"],
)  # fmt: skip
def test_things_named_after_a_feast_are_no_times(text: str):
    found: list[Found] = find(text, now=NOW, tz="UTC")
    assert found == []


@pytest.mark.parametrize(
    ("phrase", "first", "days"),
    [("the first week of April", "2026-04-01", 7), ("the last week of March", "2026-03-25", 7),
     ("the last day of August", "2026-08-31", 1), ("the first Monday of May", "2026-05-04", 1),
     ("the last Friday of May 2024", "2024-05-31", 1), ("四月第一週", "2026-04-01", 7),
     ("去年五月的第二個星期", "2025-05-08", 7),
     ("summer 2023", "2023-06-01", 92), ("in the fall of 2023", "2023-09-01", 91)],
)  # fmt: skip
def test_counted_parts_of_a_month_and_seasons_of_a_year_are_placed(phrase: str, first: str, days: int):
    meaning = placed(phrase)
    assert meaning.start is not None
    assert meaning.start.date().isoformat() == first
    assert meaning.end == meaning.start + timedelta(days=days)
