"""A time that cannot be read is not now: it takes the claim's time away, and with it the claim."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tracker.ingest.sentences import extract

AT = datetime(2026, 9, 2, 10, tzinfo=UTC)
NOT_KNOWN = (
    "on Independence Day", "on Labour Day", "on the bank holiday", "during the storm", "after the party",
    "before the match", "at the meeting", "on some Friday", "one morning", "one day", "in an hour", "at half term",
    "in the eighties", "at the crack of dawn", "on the night of the 28th", "on 12", "on 45/45", "in the old days",
    "on our anniversary", "at the start of the holidays", "most days", "on Tuesdays", "back then", "that day",
    "at that time", "years ago", "ages ago", "a while back",
)  # fmt: skip
NOT_KNOWN_IN_CHINESE = (
    "婚禮那天", "颱風那天", "生日那天", "開會時", "暑假", "寒假的時候", "發薪日", "以前", "從前", "小時候", "那時候",
    "當時", "有一天", "某個星期五", "那天晚上", "開學那天", "旅行期間", "國慶節",
)  # fmt: skip


@pytest.mark.parametrize("when", NOT_KNOWN)
def test_an_unknown_time_dates_nothing_in_english(when: str):
    read = extract(f"I put the keys in the drawer {when}.", at=AT, speaker="ana")
    assert read.claims == ()
    assert read.sentences[0].reason in ("time", "past", "no pattern", "habitual")


@pytest.mark.parametrize("when", NOT_KNOWN_IN_CHINESE)
@pytest.mark.parametrize("frame", ["我{}把鑰匙放進抽屜了。", "{}我把鑰匙放進抽屜了。"])
def test_an_unknown_time_is_no_holder_in_chinese(when: str, frame: str):
    assert extract(frame.format(when), at=AT, speaker="ana").claims == ()


READ = {
    "on 31/12": "2025-12-31", "on 12/31": "2025-12-31", "at Christmas": "2025-12-24", "in summer 2023": "2023-06-01",
    "in the summer of 2024": "2024-06-01", "the previous evening": "2026-09-01", "the day before": "2026-09-01",
    "at 8h30": "2026-09-02", "half an hour ago": "2026-09-02", "on Easter Monday": "2026-04-06",
}  # fmt: skip


@pytest.mark.parametrize(("when", "day"), READ.items(), ids=READ)
def test_a_known_time_is_told_for_its_day(when: str, day: str):
    [claim] = extract(f"I put the keys in the drawer {when}.", at=AT, speaker="ana").claims
    assert claim.occurred_at.date().isoformat() == day
    assert claim.occurred_at < AT


def test_the_day_before_is_counted_from_what_was_told_before():
    text = "On Friday I put the keys in the bowl. The previous evening I put the keys in the drawer."
    first, second = extract(text, at=AT, speaker="ana").claims
    assert first.occurred_at.date().isoformat() == "2026-08-28"
    assert second.occurred_at.date().isoformat() == "2026-08-27"
    assert second.occurred_until is not None
    assert second.occurred_until - second.occurred_at == timedelta(days=1)


@pytest.mark.parametrize(
    "text",
    ["I put the chairs in the hall for the party.", "I put the keys in the drawer in a hurry.",
     "I put the cup on the shelf in the kitchen.", "I put the bag in the car at school."],
)  # fmt: skip
def test_what_for_and_where_are_no_times(text: str):
    [claim] = extract(text, at=AT, speaker="ana").claims
    assert claim.occurred_at == AT


def test_a_rent_of_january_is_a_rent():
    [claim] = extract("我把一月租金放進抽屜了。", at=AT, speaker="ana").claims
    assert (claim.entity, claim.occurred_at) == ("一月租金", AT)
