"""Chinese amounts of things: 两颗 is a number, 三罐 a number of tins."""

from __future__ import annotations

_NUMBERS = {"半": "0.5", "一": "1", "二": "2", "两": "2", "兩": "2", "三": "3", "四": "4", "五": "5", "六": "6"} | {
    "七": "7", "八": "8", "九": "9", "十": "10",
}  # fmt: skip
_COUNTERS = "个個颗顆粒只隻支枝片张張条條根块塊件把本双雙副台臺枚"
_UNITS = "包罐瓶盒袋杯箱打串盘盤碗桶卷捲筒串斤公斤克升毫升公升磅份条"
AMOUNT = rf"(?P<N>\d{{1,4}}(?:\.\d)?|[半一二两三四五六七八九十])(?P<M>公斤|毫升|公升|[{_COUNTERS}{_UNITS}])"
"""A regular expression: a number in group N and a measure word in group M (Simplified)."""


def amount(number: str, measure: str) -> str:
    """`2` for 两颗, where the measure word only counts; `3 罐` where it says of what."""
    told = _NUMBERS.get(number, number)
    return told if measure in _COUNTERS else f"{told} {measure}"
