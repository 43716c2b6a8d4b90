"""Identifiers: what may name an entity, a source or an attribute, and how event ids come about."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any
from uuid import UUID

import uuid_utils
from pydantic import AfterValidator, StringConstraints
from uuid_utils.compat import uuid5

# Control, surrogate, private-use, line and paragraph separators; and the characters that reorder or hide text, with
# which two different ids could look the same.
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
_INVISIBLE = frozenset("\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
_SOURCE_KEYS = uuid_utils.UUID("6f0d1c52-7f0e-5d6b-9c57-3f1a2b6f9d11")
_CONFLICTS = UUID("0b9a4d8e-53a1-5b0c-8f6e-7f7f6a2c4f10")


def printable(text: str) -> str:
    """The text itself if every character in it can be seen; ValueError naming the first that cannot."""
    if text.isascii() and text.isprintable():
        return text
    for position, character in enumerate(text):
        if unicodedata.category(character) in _FORBIDDEN_CATEGORIES or character in _INVISIBLE:
            raise ValueError(f"character U+{ord(character):04X} at position {position} is not allowed here")
    return text


def unbroken(text: str) -> str:
    """Free text that can be stored on every database: no NUL, no lone surrogate."""
    if "\x00" in text:
        raise ValueError(f"NUL character at position {text.index(chr(0))}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"lone surrogate at position {error.start}") from None
    return text


def plain_json(value: Any, depth: int = 0) -> None:
    """ValueError unless the value is JSON data that every reader understands alike: text keys, numbers
    within ±(2^53 − 1), storable text, at most 32 levels."""
    if depth > 32:
        raise ValueError("nested deeper than 32 levels")
    if isinstance(value, str):
        if len(value) > 65_536:
            raise ValueError("text longer than 65536 characters")
        unbroken(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise ValueError(f"the key {key!r} is not text")
            unbroken(key)
            plain_json(item, depth + 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            plain_json(item, depth + 1)
    elif isinstance(value, float):  # on its own, as NumPy's compare to no bool, which compiled code would refuse
        if not -(2.0**53) < value < 2.0**53:  # not so for NaN either
            raise _too_large(value)
    elif isinstance(value, int):
        if not -(2**53) < value < 2**53:
            raise _too_large(value)
    elif value is not None:
        raise ValueError(f"{type(value).__name__} is not JSON")


def _too_large(value: object) -> ValueError:
    return ValueError(f"the number {str(value)[:24]} is not finite or beyond 2^53")


def identifier(text: str) -> str:
    """The text itself if it can name something: every character can be seen, and none at the ends is white space."""
    if text[:1].isspace() or text[-1:].isspace():
        raise ValueError("leading or trailing white space")
    return printable(text)


EntityId = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(identifier)]
Label = EntityId
Text = Annotated[str, StringConstraints(max_length=65_536), AfterValidator(unbroken)]


def event_id_for(source: str, source_key: str) -> UUID:
    """The id that every sender of the same `(source, source_key)` arrives at."""
    return UUID(id_text_for(source, source_key))


def id_text_for(source: str, source_key: str) -> str:
    """As `event_id_for`, as text."""
    return str(uuid_utils.uuid5(_SOURCE_KEYS, f"{source}\x1f{source_key}"))


def conflict_id_for(entity_id: str, attribute: str, event_ids: list[str]) -> UUID:
    """The id of the conflict that these events began; the same on every rebuild."""
    return uuid5(_CONFLICTS, "\x1f".join((entity_id, attribute, *sorted(event_ids))))
