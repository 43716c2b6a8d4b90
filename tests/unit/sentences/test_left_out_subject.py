"""After a denial, or a find, the next clause may leave out what it is about: 鑰匙不在桌上了，在沙發上."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tracker.ingest.sentences import extract

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def briefs(text: str) -> list[str]:
    return [claim.brief() for claim in extract(text, at=AT, speaker="ana").claims]


@pytest.mark.parametrize(
    ("text", "yields"),
    [
        ("鑰匙不在桌上了，在沙發上。", ["鑰匙: not on 桌子", "鑰匙: on 沙發"]),
        ("鑰匙不在桌上了，現在在沙發上。", ["鑰匙: not on 桌子", "鑰匙: on 沙發"]),
        ("钥匙不在桌上，而是在沙发上。", ["钥匙: not on 桌子", "钥匙: on 沙发"]),
        ("钥匙不在桌上，就放在抽屉里。", ["钥匙: not on 桌子", "钥匙: in 抽屉"]),
        ("钥匙不在桌上，也不在沙发上，在抽屉里。", ["钥匙: not on 桌子", "钥匙: not on 沙发", "钥匙: in 抽屉"]),
        ("冰箱裡沒有牛奶了，在桌上。", ["牛奶: not in 冰箱", "牛奶: on 桌子"]),
        ("小美不在厨房，在客厅。", ["小美: not at 厨房", "小美: at 客厅"]),
        ("遙控器找到了，在床底下。", ["遙控器: under 床"]),
        ("終於找到鑰匙了，就在沙發下面。", ["鑰匙: under 沙發"]),
        ("小美不在厨房，去了客厅。", ["小美: not at 厨房", "小美: moved at 客厅"]),
        ("小美不在厨房了，把票拿走了。", ["小美: not at 厨房", "票: removed by 小美"]),
    ],
)
def test_what_is_denied_is_what_the_next_clause_places(text: str, yields: list[str]):
    """Both halves are told of the same thing, and nothing is told of the speaker."""
    assert briefs(text) == yields


@pytest.mark.parametrize(
    ("text", "yields"),
    [
        ("小美不在厨房，在吃饭。", ["小美: not at 厨房"]),
        ("我没带雨伞，在家里。", ["雨伞: not with ana"]),
        ("牛奶不在冰箱里了，去了超市。", ["牛奶: not in 冰箱"]),
        ("钥匙在桌上，在厨房。", ["钥匙: on 桌子"]),
        ("在沙发上。", []),
        ("找到工作了，在银行。", []),
        ("没找到钥匙，在沙发上。", []),
        ("钥匙没找到，在沙发上休息。", []),
        ("钥匙找到了，我在家。", ["ana: at 家"]),
        ("放在沙发上。", []),
        ("是在沙发上。", []),
    ],
)
def test_nothing_is_carried_where_it_is_not_plain(text: str, yields: list[str]):
    """An activity, what somebody lacks, who went, a second wider place, and no denial at all: nothing is guessed."""
    assert briefs(text) == yields
