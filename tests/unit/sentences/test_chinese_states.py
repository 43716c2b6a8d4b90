"""Where something was, and where somebody lies asleep: what a Chinese 在 tells of now, and what it does not."""

from __future__ import annotations

import pytest

from tracker import Tracker

AT = "2026-03-02T14:00:00+00:00"


def told(sentence: str) -> list[str]:
    """What the sentence says is where, as 'thing relation place'."""
    with Tracker.open("sqlite://") as tracker:
        tracker.note(sentence, at=AT, speaker="ana", tz="Asia/Taipei")
        found = []
        for event in tracker.events():
            claim = getattr(event.payload, "claim", None)
            place = getattr(event.payload, "to_place", None) or getattr(event.payload, "place", None)
            if claim is not None and event.type != "not_seen":
                found.append(f"{event.entity_id} {claim.relation} {claim.value}")
            elif place is not None:
                found.append(f"{event.entity_id} {event.payload.relation} {place}")
        return found


@pytest.mark.parametrize(
    "sentence",
    [
        "手機剛剛還在廚房。",
        "剛才鑰匙還在桌上。",
        "钥匙刚才在桌上。",
        "鑰匙本來在桌上。",
        "钥匙之前在桌上。",
        "钥匙原来在抽屉里。",
        "钥匙原本放在抽屉里。",
        "鑰匙本來放在抽屜裡。",
        "我原本把鑰匙放在抽屜裡。",
        "钥匙之前放在抽屉里。",
        "钥匙以前在抽屉里。",
        "钥匙曾经在桌上。",
        "桌子上原本有一把剪刀。",
    ],
)
def test_where_something_was_is_not_where_it_is(sentence: str):
    """'The phone was in the kitchen just now' says why one looks for it, not where it is."""
    assert told(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "where"),
    [
        ("手機還在廚房。", "手機 at 廚房"),
        ("鑰匙一直在桌上。", "鑰匙 on 桌子"),
        ("我剛才把鑰匙放在桌上了。", "鑰匙 on 桌子"),
        ("錢包被我忘在車上了。", "錢包 on 車"),
        ("鑰匙被小美放在桌上了。", "鑰匙 on 桌子"),
        ("我剛剛在廚房看到手機。", "手機 at 廚房"),
    ],
)
def test_what_was_just_done_is_a_fact(sentence: str, where: str):
    assert told(sentence) == [where]


@pytest.mark.parametrize(
    ("sentence", "where"),
    [
        ("貓在廚房裡睡覺。", "貓 in 廚房"),
        ("猫在沙发上睡着了。", "猫 on 沙发"),
        ("小美在沙發上躺著。", "小美 on 沙發"),
        ("爸爸在客厅坐着。", "爸爸 at 客厅"),
    ],
)
def test_whoever_lies_or_sits_somewhere_is_there(sentence: str, where: str):
    assert told(sentence) == [where]


@pytest.mark.parametrize(
    "sentence",
    [
        "貓喜歡在沙發上睡覺。",
        "貓每天在沙發上睡覺。",
        "貓不在沙發上睡覺。",
        "我想在沙發上睡覺。",
        "他敢在会议上睡觉。",
        "小美在銀行工作。",
        "貓在沙發上睡覺會掉毛。",
        "你可以在沙發上睡覺。",
        "貓本來在沙發上睡覺。",
        "貓在沙發上睡覺嗎？",
        "我在床上看書。",
        "爸爸在修車。",
        "外送到了快下來",
    ],
)
def test_what_only_looks_like_it_says_nothing(sentence: str):
    """Habits, likings, wishes, denials, jobs."""
    assert told(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "where"),
    [("貓跑到院子裡去了。", "貓 in 院子"), ("小狗跑進廚房了。", "小狗 at 廚房"), ("猫爬到柜子上了。", "猫 on 柜子")],
)
def test_an_animal_goes_by_itself(sentence: str, where: str):
    """It is the cat that ran, not a 'catran'."""
    assert told(sentence) == [where]
