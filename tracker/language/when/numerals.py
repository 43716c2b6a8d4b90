"""Numbers as they are written in times: digits, English words, Chinese numerals."""

from __future__ import annotations

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]
_TENTHS = ["twentieth", "thirtieth"]

WORD = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS[1:10])}))?"
    rf"|{'|'.join(sorted(_UNITS[1:], key=len, reverse=True))})"
)
"""An English cardinal from one to ninety-nine."""

ORDINAL_WORD = (
    rf"(?:(?:{'|'.join(_TENS[:2])})[- ](?:{'|'.join(_ORDINALS[1:10])})"
    rf"|{'|'.join(sorted(_ORDINALS[1:] + _TENTHS, key=len, reverse=True))})"
)
"""An English ordinal from first to thirty-ninth: enough for the days of a month."""

HAN = "[〇零一二两三四五六七八九十廿卅百]"
"""One character of a (Simplified) Chinese numeral."""

_HAN_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_HAN_TENS = {"廿": 20, "卅": 30}


def english(text: str) -> int | None:
    """The value of digits, a cardinal or an ordinal up to ninety-nine; None when it is not one."""
    text = text.lower()
    if text.isascii() and text.isdigit():
        return int(text)
    tens, _, unit = text.replace("-", " ").partition(" ")
    if tens in _TENS:
        if not unit:
            return 20 + 10 * _TENS.index(tens)
        value = english(unit)
        return None if value is None or not 0 < value < 10 else 20 + 10 * _TENS.index(tens) + value
    for words, first, step in ((_UNITS, 0, 1), (_ORDINALS, 0, 1), (_TENTHS, 20, 10)):
        if text in words:
            return first + step * words.index(text)
    return None


def chinese(text: str) -> int | None:
    """The value of digits or of a well-formed Chinese numeral below 1000; None when it is not one.

    Read place by place (一百一十五, 廿三) or digit by digit (一一五, 二〇二六): the second only when there
    is no 十 or 百 and at least three digits, so that 三四 ("three or four") is not thirty-four.
    """
    if text.isascii() and text.isdigit():
        return int(text)
    if not text or any(character not in _HAN_DIGITS and character not in "十百廿卅" for character in text):
        return None
    if all(character in _HAN_DIGITS for character in text):
        return _digit_by_digit(text)
    hundreds, mark, below = text.partition("百")
    if not mark:
        return _below_hundred(text)
    if len(hundreds) != 1 or not _HAN_DIGITS.get(hundreds):
        return None
    if not below:
        return 100 * _HAN_DIGITS[hundreds]
    rest = _HAN_DIGITS.get(below[1:]) if below[0] in "零〇" else _below_hundred(below)
    return None if not rest else 100 * _HAN_DIGITS[hundreds] + rest


def _digit_by_digit(text: str) -> int | None:
    if len(text) == 2 and text[0] not in "零〇":
        return None
    return int("".join(str(_HAN_DIGITS[character]) for character in text))


def _below_hundred(text: str) -> int | None:
    if text[0] in _HAN_TENS:
        unit = text[1:]
        value = _HAN_DIGITS.get(unit, None) if unit else 0
        return None if value is None or (unit and not value) else _HAN_TENS[text[0]] + value
    tens, mark, unit = text.partition("十")
    if not mark or len(tens) > 1 or len(unit) > 1:
        return None
    ten = _HAN_DIGITS.get(tens, 0) if tens else 1
    one = _HAN_DIGITS.get(unit, 0) if unit else 0
    if not ten or tens == "两" or unit == "两" or (unit and not one):
        return None
    return 10 * ten + one


def chinese_steps(word: str) -> int:
    """How many periods away 上, 下下 or 这 leads: -1, 2, 0."""
    return -len(word) if word[0] == "上" else len(word) if word[0] == "下" else 0


def approximate_pair(text: str) -> tuple[int, int] | None:
    """两三 and 七八 name two neighbouring counts: "two or three"."""
    if len(text) != 2 or any(character not in _HAN_DIGITS for character in text):
        return None
    low, high = _HAN_DIGITS[text[0]], _HAN_DIGITS[text[1]]
    return (low, high) if 0 < low == high - 1 else None
