"""The routes as a page to read, made from the OpenAPI document. Nothing on it comes from another host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 1rem }
h2 { margin-top: 2.5rem } code, pre { font-family: ui-monospace, monospace }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0 }
pre { overflow-x: auto; padding: .5rem; background: color-mix(in srgb, currentColor 8%, transparent) }
table { border-collapse: collapse } td { padding: .1rem 1rem .1rem 0; vertical-align: top }
"""
_METHODS = ("get", "post", "put", "delete")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    document = request.app.openapi()
    return HTMLResponse("".join(_page(document)), headers={"Content-Security-Policy": _POLICY})


def _page(document: dict[str, Any]) -> Iterator[str]:
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<style>{_STYLE}</style><body><h1>{title}</h1><p>{escape(document['info']['summary'])}</p>"
    yield '<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>'
    tag = ""
    for path, methods in document["paths"].items():
        for method in filter(methods.__contains__, _METHODS):
            route = methods[method]
            if route["tags"][0] != tag:
                tag = route["tags"][0]
                yield f"<h2>{escape(tag)}</h2>"
            yield from _route(method.upper(), path, route)
    yield "</body></html>"


def _route(method: str, path: str, route: dict[str, Any]) -> Iterator[str]:
    yield f"<article><h3><code>{method} {escape(path)}</code></h3><p>{escape(route['summary'])}</p>"
    if "description" in route:
        yield f"<p>{escape(route['description'])}</p>"
    parameters = route.get("parameters", [])
    if parameters:
        yield "<table>"
        for one in parameters:
            needed = ", needed" if one.get("required") else ""
            told = escape(one.get("description", ""))
            yield f"<tr><td><code>{escape(one['name'])}</code></td><td>{one['in']}{needed}</td><td>{told}</td></tr>"
        yield "</table>"
    for kind, content in route.get("requestBody", {}).get("content", {}).items():
        example = content.get("example") or next((one["value"] for one in content.get("examples", {}).values()), None)
        if example is not None:
            text = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2)
            yield f"<p>{escape(kind)}</p><pre>{escape(text)}</pre>"
    yield "</article>"
