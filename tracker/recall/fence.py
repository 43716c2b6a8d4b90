"""Words from outside, written so that inside a prompt they stay what they are: a quotation.

A quotation is one line between double quotes, as JSON writes text. What could end it, begin another line, open a tag
or hide from the eye is escaped, so that no memory can pose as an instruction, as another memory or as the end of all
memories."""

from __future__ import annotations

import json

_OPENING = str.maketrans({"<": "\\u003c", ">": "\\u003e", "`": "\\u0060"})
"""What marks and code blocks of a prompt are made of."""


def quoted(text: str, most: int | None = None) -> str:
    """The text as a quotation; of a longer one than `most` characters the beginning, and '…' after it."""
    cut = text if most is None or len(text) <= most else text[:most].rstrip() + "…"
    written = json.dumps(cut, ensure_ascii=False).translate(_OPENING)
    return "".join(one if one.isprintable() else _escaped(one) for one in written)


def _escaped(character: str) -> str:
    """A character that cannot be seen, by its number."""
    return f"\\u{ord(character):04x}" if character.isascii() else json.dumps(character)[1:-1]
