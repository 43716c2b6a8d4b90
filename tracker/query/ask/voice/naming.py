"""What an entity is called in an answer: as the asker called it, else by its registered name, else by its id."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

NamesOf = Callable[[str], tuple[tuple[str, ...], str | None]]
_HAN = re.compile(r"[\u3400-\u9fff]")


class Naming:
    """`said` holds the asker's words by id; `names_of` looks up registered names and the kind."""

    def __init__(self, said: Mapping[str, str], names_of: NamesOf) -> None:
        self.said, self._names_of = said, names_of
        self._found: dict[str, tuple[tuple[str, ...], str | None]] = {}

    def registered(self, entity_id: str, *, han: bool) -> tuple[str | None, str | None]:
        """A registered name, in Han characters or not if there is a choice, and the kind of the entity."""
        if entity_id not in self._found:
            self._found[entity_id] = self._names_of(entity_id)
        names, kind = self._found[entity_id]
        fitting = next((name for name in names if has_han(name) is han), None)
        if fitting is None and names and not (self.is_word(entity_id) and not han):
            fitting = names[0]
        return fitting, kind

    def is_word(self, entity_id: str) -> bool:
        """Whether an id reads as plain lower-case words (hall_drawer), not as a code or a foreign name."""
        return bool(re.fullmatch(r"[a-z]+(?:[ _-][a-z0-9]+)*", entity_id))


def has_han(text: str) -> bool:
    return bool(_HAN.search(text))
