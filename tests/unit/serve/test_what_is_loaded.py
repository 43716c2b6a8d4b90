"""A command loads what it needs: counted in modules, as seconds depend on the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

SHOW = "import sys; from tracker.serve.cli.entry import run; run(sys.argv[1:]); print(*sorted(sys.modules), sep='\\n')"


def loaded(*words: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", SHOW, *words], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.splitlines())


def within(modules: set[str], *packages: str) -> set[str]:
    return {one for one in modules if one.startswith(tuple(f"{package}." for package in packages)) or one in packages}


def test_the_version_loads_neither_the_database_nor_the_models():
    modules = loaded("--version")
    assert (
        within(modules, "sqlalchemy", "pydantic", "numpy", "tracker.store", "tracker.domain", "tracker.language")
        == set()
    )
    assert len(within(modules, "tracker")) <= 10


@pytest.mark.parametrize("words", [("where", "keys"), ("history", "keys"), ("conflicts",)])
def test_a_read_loads_no_grammar_and_no_ingester(words, home):
    modules = loaded("--db", home.url, *words)
    heavy = ("tracker.language.when", "tracker.query.ask", "tracker.ingest.sentences", "tracker.ingest.vision")
    assert within(modules, *heavy, "alembic", "rich", "numpy", "torch") == set()
    assert len(within(modules, "tracker")) <= 140


def test_importing_the_package_loads_nothing_until_it_is_used():
    done = subprocess.run(
        [sys.executable, "-c", "import sys, tracker; print(*sys.modules, sep='\\n')"], capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert within(set(done.stdout.splitlines()), "tracker", "sqlalchemy", "pydantic") == {"tracker"}
