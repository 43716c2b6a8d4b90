"""Canonical JSON: one byte sequence for one document (RFC 8785), so that a hash over it means something.

`orjson` with sorted keys writes the same bytes as RFC 8785 as long as numbers and keys stay where the two agree; this
module finds out cheaply whether a document does, brings whole-numbered floats there (RFC 8785 writes 1.0 as 1), and
otherwise writes the document out by the book. A property test holds it against the `rfc8785` package."""

from __future__ import annotations

import math
from typing import Any

import orjson

# Below, ECMAScript (which RFC 8785 follows) and orjson write exponents differently; from 2^53 on every float is whole,
# and orjson writes it with ".0" or an exponent.
_SMALLEST, _LARGEST = 1e-5, 2.0**53
LARGEST_INTEGER = 2**53 - 1


def canonical(document: Any) -> bytes:
    """RFC 8785 bytes of JSON data. ValueError for NaN, infinities, integers beyond ±(2^53 − 1), lone surrogates, keys
    that are not text and anything that is not JSON."""
    plain, agrees = _plain(document)
    if not agrees:
        return _written(plain).encode()
    try:
        return orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from None


def number(value: float) -> float | int:
    """The number in the form in which it is written: 1.0 and 1 are one document."""
    whole = int(value)
    return whole if whole == value and abs(whole) <= LARGEST_INTEGER else value


def agrees(value: float) -> bool:
    """Whether orjson writes this number (after `number`) as RFC 8785 does."""
    return value == 0 or _SMALLEST <= abs(value) < _LARGEST


def _plain(value: Any) -> tuple[Any, bool]:
    """The value with whole floats as integers, and whether orjson may write it."""
    kind = type(value)
    if kind is str:
        return value, True
    if kind is dict:
        same, copy = True, {}
        for key, item in value.items():
            if type(key) is not str:
                raise ValueError(f"a JSON key must be text, not {key!r}")
            copy[key], item_same = _plain(item)
            # Beyond ASCII the two sort differently: by UTF-16 unit and by code point.
            same = same and item_same and key.isascii()
        return copy, same
    if kind is list or kind is tuple:
        items = [_plain(item) for item in value]
        return [item for item, _ in items], all(item_same for _, item_same in items)
    if kind is float:
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a JSON number")
        exact = number(value)
        return exact, agrees(exact)
    if kind is int:
        if abs(value) > LARGEST_INTEGER:
            raise ValueError(f"the integer {value} is beyond 2^53 and would be rounded by other readers")
        return value, True
    if kind is bool or value is None:
        return value, True
    raise ValueError(f"{kind.__name__} is not JSON")


def _written(value: Any) -> str:
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(f"{_written(key)}:{_written(item)}" for key, item in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    if isinstance(value, float):
        return _ecmascript(value)
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from None


def _ecmascript(value: float) -> str:
    """The shortest decimal that reads back as the value, laid out as ECMAScript's Number::toString does."""
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return f"{sign}{digits}{'0' * (point - count)}"
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return f"{sign}{digits[0]}{'.' + digits[1:] if count > 1 else ''}{power}"
