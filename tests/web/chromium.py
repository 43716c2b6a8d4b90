"""Debian's chromium, driven by Playwright; no page of it may ask any other host for anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def program() -> str:
    """The browser. Without one the test is skipped, but in CI it fails: there it must run."""
    found = shutil.which("chromium")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium, which .ci/run installs")
        pytest.skip("there is no chromium on this machine")
    return found


class Heard:
    """What the pages of one browser asked of other hosts, and the scripts that failed in them."""

    def __init__(self) -> None:
        self.foreign: list[str] = []
        self.failed: list[str] = []


@contextmanager
def browsing(url: str, *, heard: Heard | None = None, **context) -> Iterator:
    """A page of a new browser, at home at `url`; `context`: as Playwright takes it (locale, color_scheme, viewport)."""
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    told, own = heard or Heard(), urlsplit(url).netloc
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=list(QUIET))
        try:
            page = browser.new_context(base_url=url, timezone_id="Asia/Taipei", **context).new_page()
            page.on("request", lambda one: urlsplit(one.url).netloc in (own, "") or told.foreign.append(one.url))
            page.on("pageerror", lambda error: told.failed.append(str(error)))
            yield page
        finally:
            browser.close()
