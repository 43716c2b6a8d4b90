"""What an entity is called in an answer: as the asker called it, else by its registered name, else by its id."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_HAN = re.compile(r"[\u3400-\u9fff]")


class Naming:
    """`said` holds the asker's words by id; `name_of` looks up a registered name and kind."""

    def __init__(self, said: Mapping[str, str], name_of: Callable[[str], tuple[str | None, str | None]]) -> None:
        self.said, self._name_of = said, name_of
        self._found: dict[str, tuple[str | None, str | None]] = {}

    def registered(self, entity_id: str) -> tuple[str | None, str | None]:
        if entity_id not in self._found:
            self._found[entity_id] = self._name_of(entity_id)
        return self._found[entity_id]

    def is_word(self, entity_id: str) -> bool:
        """Whether an id reads as plain lower-case words (hall_drawer), not as a code or a foreign name."""
        return bool(re.fullmatch(r"[a-z]+(?:[ _-][a-z0-9]+)*", entity_id))


def has_han(text: str) -> bool:
    return bool(_HAN.search(text))
