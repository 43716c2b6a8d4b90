"""The pages as a browser without scripts sees them: links, forms, cookies."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import httpx


class Page(HTMLParser):
    """One page: its text, the addresses on it, and its forms as (action, fields)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.addresses, self.links = "", [], []
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self.scripts_inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given: dict[str, Any] = dict(attrs)
        self.addresses += [given[name] for name in ("href", "src", "action") if given.get(name)]
        self.links += [given["href"]] if tag == "a" else []
        self.scripts_inside |= "style" in given or any(name.startswith("on") for name in given) or tag == "style"
        self.scripts_inside |= tag == "script" and "src" not in given
        if tag == "form":
            self.forms.append((given.get("action", ""), {}))
        elif tag == "input" and self.forms and "name" in given:
            self.forms[-1][1].setdefault(given["name"], []).append(given.get("value", ""))

    def handle_data(self, data: str) -> None:
        self.text += data

    def form(self, action: str) -> dict[str, list[str]]:
        return next(fields for at, fields in self.forms if at == action)


def look(http: httpx.Client, path: str, **headers: str) -> Page:
    answer = http.get(path, headers=headers, follow_redirects=True)
    assert answer.status_code == 200, (path, answer.status_code, re.sub(r"<[^>]+>", " ", unescape(answer.text)))
    return Page(answer.text)
