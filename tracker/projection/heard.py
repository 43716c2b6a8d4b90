"""The newest words about something, as one reader sees them at one known time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tracker.fold.identity import verdict
from tracker.language.news import NEWS
from tracker.language.spoken import is_only_a_landmark, key_of, mentions, spelled_in, words_in, words_of_name
from tracker.link.mentions import fold
from tracker.projection.streams import Streams
from tracker.store import mentions as stored
from tracker.store.mentions import Asked, Said

if TYPE_CHECKING:
    from tracker.projection.scene import Scene

_EVER = 1 << 62
_FURTHER = 3
"""Words on either side that may make of a name a longer one: the 'car' of 'car keys'."""


class Heard:
    """Looks each question up once; where no such words were ever said, once for all."""

    def __init__(self, scene: Scene, streams: Streams) -> None:
        self._scene, self._streams = scene, streams
        self._silent: dict[int, bool] = {}
        self._found: dict[tuple[str, Asked], Said | None] = {}

    def newest(self, root: str, upto: int, after: tuple[int, str] | None, says: int) -> Said | None:
        """The newest words by `upto` that mention this root entity, said after the event `after` (its time and id);
        they say just so much; `NEWS` is not only about where something else is by it."""
        asked = Asked(upto, self._streams.known_at, self._streams.viewer, after, says)
        if (root, asked) not in self._found:
            self._found[root, asked] = None if self._nobody_said(says) else next(self._about(root, asked), None)
        return self._found[root, asked]

    def _nobody_said(self, says: int) -> bool:
        if says not in self._silent:
            self._silent[says] = not stored.any_that_say(self._streams.connection, says)
        return self._silent[says]

    def _about(self, root: str, asked: Asked) -> Iterator[Said]:
        scene = self._scene
        called = {*scene.members(root), *(one.name for one in scene.names_of(root))}
        names = {words_of_name(each) for each in called} - {()}
        found = [each for key in _keys(names) for each in self._first(key, names, asked)]
        if asked.says == NEWS:
            found += [each for one in scene.members(root) for each in self._first(stored.meaning(one), None, asked)]
        yield from sorted(found, key=lambda said: (said.at, said.seq), reverse=True)

    def _first(self, key: str, names: set[tuple[str, ...]] | None, asked: Asked) -> Iterator[Said]:
        """The newest words under the key that do mention the thing by one of these names (None: by a pronoun)."""
        for said in stored.standing_under(self._streams.connection, key, asked):
            if (names is None or self._mentioned(said.text, names, asked.says)) and not self._is_rejected(said):
                yield said
                return

    def _mentioned(self, text: str, names: set[tuple[str, ...]], says: int) -> bool:
        words = words_in(text)
        places = [place for name in sorted(names) for place in mentions(words, name)]
        if says == NEWS:
            places = [place for place in places if not is_only_a_landmark(words, *place)]
        return any(not self._is_of_a_longer_name(text, *place) for place in places)

    def _is_of_a_longer_name(self, text: str, start: int, end: int) -> bool:
        """Whether these words belong to the name of something else that is known: the 'keys' of 'car keys'."""
        spelled = spelled_in(text)
        for first in range(max(0, start - _FURTHER), start + 1):
            for last in range(end, min(len(spelled), end + _FURTHER) + 1):
                if (first, last) != (start, end) and self._is_known(_written(spelled[first:last])):
                    return True
        return False

    def _is_known(self, name: str) -> bool:
        scene = self._scene
        return bool(scene.named(fold(name))) or scene.reported(name) or bool(next(scene.targeting(name, _EVER), None))

    def _is_rejected(self, said: Said) -> bool:
        decisions = self._streams.sources(self._streams.root(said.entity_id)).decisions
        return verdict(said.event_id, decisions) == "rejected"


def _keys(names: Iterable[tuple[str, ...]]) -> list[str]:
    return sorted({key for name in names if (key := key_of(name)) is not None})


def _written(words: list[str]) -> str:
    """The words as an id spells them."""
    return "".join(words) if all(not word.isascii() for word in words) else "_".join(words)
