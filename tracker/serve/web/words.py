"""What the pages say, in each language: catalogues of messages, and which of them a browser wants."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "zh-Hant": "繁體中文"}
DEFAULT = "en"
_FOLDER = Path(__file__).parent / "messages"
_WANTED = re.compile(r"\s*([A-Za-z-]+)\s*(?:;\s*q\s*=\s*([0-9.]+))?\s*")
_CJK = re.compile(r"[\u3400-\u9fff]")


@cache
def catalogue(language: str) -> dict[str, str]:
    """The messages by key."""
    read: dict[str, str] = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return read


def chosen(cookie: str | None, accepted: str) -> str:
    """The language that was switched to, or else the one that the browser prefers (its Accept-Language)."""
    if cookie in LANGUAGES:
        return cookie
    found: list[tuple[float, str]] = []
    for part in accepted.split(","):
        wanted = _WANTED.fullmatch(part)
        language = None if wanted is None else _spoken(wanted[1].lower())
        if wanted is not None and language is not None:
            found.append((_weight(wanted[2]), language))
    return max(found, key=lambda one: one[0])[1] if found else DEFAULT


def say(language: str, key: str, **given: object) -> str:
    """The message. Raises KeyError for one that no catalogue has."""
    return catalogue(language)[key].format(**given)


def say_or(language: str, key: str, otherwise: str) -> str:
    """The message of a word that programs use, or the word itself: rules may bring words of their own."""
    return catalogue(language).get(key, otherwise)


def best_name(language: str, names: tuple[str, ...], otherwise: str) -> str:
    """The name that a reader of the language knows best."""
    chinese = language.startswith("zh")
    return next((name for name in names if bool(_CJK.search(name)) is chinese), names[0] if names else otherwise)


def _spoken(tag: str) -> str | None:
    return next((language for language in LANGUAGES if language.partition("-")[0] == tag.partition("-")[0]), None)


def _weight(quality: str | None) -> float:
    try:
        return 1.0 if quality is None else float(quality)
    except ValueError:
        return 0.0
