"""Canonical JSON: one byte sequence for one document (RFC 8785), so that a hash over it means something.

`orjson` with sorted keys writes the same bytes as RFC 8785 as long as numbers and keys stay where the two agree; this
module finds out cheaply whether a document does, brings whole-numbered floats there (RFC 8785 writes 1.0 as 1), and
otherwise writes the document out by the book. A property test holds it against the `rfc8785` package."""

from __future__ import annotations

from typing import Any

import orjson

# Below, ECMAScript (which RFC 8785 follows) and orjson lay out exponents differently.
_SMALLEST = 1e-5
# From 2^53 on a float and the integer that it is written as no longer read back as the same number everywhere.
LARGEST_INTEGER = 2**53 - 1


def canonical(document: Any) -> bytes:
    """RFC 8785 bytes of JSON data. ValueError for NaN, infinities, numbers beyond ±(2^53 − 1), lone surrogates, keys
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
    return whole if whole == value else value


def agrees(value: float) -> bool:
    """Whether orjson writes this number (after `number`) as RFC 8785 does."""
    return value == 0 or value >= _SMALLEST or value <= -_SMALLEST


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
    if kind is float or kind is int:
        if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:  # not so for NaN either
            raise ValueError(f"{value} is not a number that every reader of JSON understands alike")
        exact = number(value)
        return exact, agrees(exact)
    if kind is bool or value is None:
        return value, True
    raise ValueError(f"{kind.__name__} is not JSON")


def _written(value: Any) -> str:
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(f"{_written(key)}:{_written(item)}" for key, item in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    if isinstance(value, float) and not agrees(value):
        return _tiny(value)
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from None


def _tiny(value: float) -> str:
    """The shortest decimal that reads back as the value, laid out as ECMAScript's Number::toString does below 1e-5."""
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    first, _, rest = mantissa.partition(".")
    rest = "" if rest == "0" else rest
    if int(exponent) == -6:
        return f"{sign}0.00000{first}{rest}"
    return f"{sign}{first}{'.' + rest if rest else ''}e{int(exponent)}"
