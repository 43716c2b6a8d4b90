"""Pictures of every page for docs/screenshots, from the demo's home (`make screenshots` makes that first)."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tests.http.home import ROOT, serving
from tests.web.chromium import browsing
from tracker import Tracker

SHAPES = {"desk": {"width": 1100, "height": 760}, "phone": {"width": 390, "height": 844}}
SCHEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "zh": "zh-TW"}
QUESTIONS = {"en": "Where are the keys?", "zh": "鑰匙在哪裡？"}


def main() -> None:
    """Make them all anew."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("db", help="the database of a demo")
    given.add_argument("--output", type=Path, default=ROOT / "docs" / "screenshots")
    asked = given.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    with Tracker.open(asked.db) as tracker:
        decided = [one.event_id for one in tracker.events(types=["resolved"])]
    with serving(asked.db, media=ROOT / "fixtures") as server:
        for language, locale in LANGUAGES.items():
            for scheme in SCHEMES:
                for shape, viewport in SHAPES.items():
                    with browsing(server.url, locale=locale, color_scheme=scheme, viewport=viewport) as page:
                        for name, path in pages(language, decided):
                            page.goto(path)
                            page.wait_for_load_state("networkidle")
                            page.screenshot(path=asked.output / f"{name}-{language}-{scheme}-{shape}.png")


def pages(language: str, decided: list) -> list[tuple[str, str]]:
    """The pages by name."""
    question = re.sub(r"\s", "+", QUESTIONS[language])
    settled = [("decided", f"/review?decided={decided[0]}")] if decided else []
    return [
        ("ask", f"/?q={question}"), ("things", "/things"), ("thing", "/thing?id=keys"), ("places", "/places"),
        ("review", "/review?status=all"), *settled, ("sources", "/sources"), ("log", "/log"),
    ]  # fmt: skip


if __name__ == "__main__":
    main()
