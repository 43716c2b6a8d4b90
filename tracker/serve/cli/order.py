"""Common options may stand before or after the command: `tracker --json where keys` is `tracker where keys --json`."""

from __future__ import annotations

from collections.abc import Sequence

OF_THE_PROGRAM = frozenset({"--db", "--policy"})
"""They say which tracker is meant, each with a value."""
FLAGS_OF_COMMANDS = frozenset({"--json"})
OF_COMMANDS = frozenset({"--at", "--known-at", "--start", "--end", "--tz", "--viewer", "--by", "--reason"})
"""They belong to the command, each with a value."""


def in_order(words: Sequence[str]) -> list[str]:
    """The words of a command line with the program's own options first, and the command's behind the command. What
    follows `--` is left where it is."""
    end = words.index("--") if "--" in words else len(words)
    before: list[str] = []
    command: list[str] = []
    behind: list[str] = []
    place = 0
    while place < end:
        name, joined, _ = words[place].partition("=")
        valued = name in OF_THE_PROGRAM or name in OF_COMMANDS
        last = min(place + (2 if valued and not joined else 1), end)
        early = all(word.startswith("-") for word in command)
        if name in OF_THE_PROGRAM:
            to = before
        elif early and (name in OF_COMMANDS or name in FLAGS_OF_COMMANDS):
            to = behind
        else:
            to = command
        to += words[place:last]
        place = last
    return [*before, *command, *behind, *words[end:]]
