"""Pages from templates: in the visitor's language and zone, with headers that let nothing else in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from tracker.serve.web import visitor as visiting
from tracker.serve.web import words
from tracker.serve.web.visitor import Visitor

_POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "media", "connect")),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "private, no-store",
    # Forms tell which page they come from, to this server alone: the guard asks for it.
    "Referrer-Policy": "same-origin",
    "Vary": "Cookie, Accept-Language",
}
Called = Callable[[str | None], str]


def page(request: Request, who: Visitor, template: str, context: dict[str, Any], status: int = 200) -> HTMLResponse:
    """The page that the template makes of this."""
    query = f"?{request.url.query}" if request.url.query and request.method == "GET" else ""
    common: dict[str, Any] = {
        "who": who,
        "here": request.url.path,
        "address": request.url.path + query,
        "languages": words.LANGUAGES,
        "t": partial(words.say, who.language),
        "word": partial(_word, who.language),
        "clock": partial(_clock, who),
        "day": partial(_local, who),
        "called": str,
    }
    body = _environment().get_template(template).render(common | context)
    response = HTMLResponse(body, status, _HEADERS)
    if who.fresh:
        visiting.keep(response, request, visiting.VISIT, who.visit)
    return response


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("tracker.serve.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["link"] = link
    return made


def link(path: str, **query: object) -> str:
    """The path with those of the parameters that have a value."""
    given = {name: str(value) for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def _word(language: str, group: str, value: object) -> str:
    return "" if value is None else words.say_or(language, f"{group}_{value}", str(value).replace("_", " "))


def _clock(who: Visitor, moment: datetime | None) -> Markup:
    """The moment as the visitor's clock shows it, for people and for programs."""
    if moment is None:
        return Markup("–")
    shown = moment.astimezone(who.clock()).strftime("%Y-%m-%d %H:%M:%S")
    return Markup('<time datetime="{}">{}</time>').format(moment.isoformat(), escape(shown))


def _local(who: Visitor, moment: datetime | None) -> str:
    """The moment as a field of a form takes it, in the visitor's zone."""
    return "" if moment is None else moment.astimezone(who.clock()).strftime("%Y-%m-%dT%H:%M:%S")
