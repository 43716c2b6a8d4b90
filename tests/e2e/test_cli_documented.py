"""The README tells of every command and every option, and of none that does not exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from tracker.serve.cli.app import FAMILIES, app

README = Path(__file__).parents[2] / "README.md"


def offered():
    """Each command as it is typed, with its options."""

    def walk(group, path):
        yield path, group.params
        if isinstance(group, TyperGroup):
            for name in group.list_commands(None):
                yield from walk(group.get_command(None, name), f"{path} {name}")

    return dict(walk(typer.main.get_command(app), "tracker"))


def test_each_family_offers_what_it_is_loaded_for():
    """`tracker where` loads the family in which the table says that `where` is."""
    for module, names in FAMILIES.items():
        family = typer.Typer()
        import_module(f"tracker.serve.cli.{module}").register(family)
        assert tuple(typer.main.get_group(family).commands) == names


@pytest.fixture(scope="module")
def readme():
    assert README.exists(), "there is no README.md"
    return README.read_text(encoding="utf-8")


def test_every_command_is_in_the_readme(readme):
    """A command counts as told when it stands in code: `where ENTITY`, or `tracker where keys` in a block."""
    code = "\n".join(re.findall(r"`[^`]+`|^```.*?^```", readme, flags=re.S | re.M))
    commands = [path.removeprefix("tracker ") for path in offered() if path != "tracker"]
    assert [name for name in commands if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", code)] == []


def test_every_option_is_in_the_readme(readme):
    options = {
        (path, option)
        for path, parameters in offered().items()
        for parameter in parameters
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--") and option != "--help"
    }
    told = set(re.findall(r"--[a-z][a-z-]*", readme))
    assert sorted((option, path) for path, option in options if option not in told) == []


def test_the_readme_tells_of_no_command_that_does_not_exist(readme):
    known = set(offered())
    typed = re.findall(r"^\$? ?tracker ((?:--\w+ \S+ )*)([a-z][a-z-]+)", readme, flags=re.M)
    assert sorted({name for _, name in typed if f"tracker {name}" not in known}) == []
