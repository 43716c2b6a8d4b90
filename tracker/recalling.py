"""Recalling: what was said, planned and written, by exact time and then by likeness."""

from __future__ import annotations

from typing import get_args

from tracker.asking import Asking, one_entity
from tracker.domain.memories import Context, MemoryKind, Recalled
from tracker.errors import InvalidInput
from tracker.projection.scene import Scene
from tracker.query.moments import Moment, Viewers, moment, name, window, zone
from tracker.query.registry import Wanted, entities
from tracker.query.where import where
from tracker.recall.filters import Filters, Window
from tracker.recall.likeness import by_words
from tracker.recall.memories import memories
from tracker.recall.ranking import Asked, recalled

Moments = tuple[Moment, Moment] | None
_LONGEST = 10_000


class Recalling(Asking):
    """What can be recalled of an opened tracker; nothing here changes it."""

    def recall(
        self,
        query: str,
        as_of: Moment = None,
        overlaps: Moments = None,
        throughout: Moments = None,
        changed_in: Moments = None,
        before: Moment = None,
        after: Moment = None,
        known_at: Moment = None,
        entity: str | None = None,
        kind: str | None = None,
        source: str | None = None,
        place: str | None = None,
        k: int = 4,
        *,
        viewer: Viewers = None,
    ) -> list[Recalled]:
        """The `k` memories most like the query of all that fit: if so many fit, so many come back.

        `as_of`: which hold then. `overlaps`, `throughout`, `changed_in`: (start, end); which hold at some time in it,
        throughout it, or began, ended or were decided in it. `before`, `after`: which began before, or then and after.
        Without any of these the versions of one document, or of one plan, fold into the one that holds now. `entity`:
        about it. `kind`: utterance, note, plan or document. `source`: reported by it (`camera`: by any). `place`:
        which tell of it, or of what is registered within it. Raises InvalidInput for what is none of that."""
        text = _question(query, "query")
        times = Filters(
            as_of=moment(as_of, "as_of"),
            overlaps=_window(overlaps, "overlaps"),
            throughout=_window(throughout, "throughout"),
            changed_in=_window(changed_in, "changed_in"),
            before=moment(before, "before"),
            after=moment(after, "after"),
            kind=_kind(kind),
            source=None if source is None else name(source, "source"),
        )
        count = _whole(k, "k")
        with self._scene(known_at, viewer) as scene:
            about = None if entity is None else one_entity(scene, entity)
            places = None
            if place is not None:
                root = one_entity(scene, place)
                places = frozenset((root, *(one.id for one in entities(scene, Wanted(within=root)))))
            at = times.as_of if times.as_of is not None else self._store.clock()
            wanted = times._replace(entity=about, places=places)
            return self._recalled(scene, Asked(text, wanted, at, count, self.policy.memory_half_life_s))

    def context(
        self,
        question: str,
        now: Moment = None,
        tz: str | None = None,
        k: int = 6,
        budget: int | None = None,
        *,
        viewer: Viewers = None,
    ) -> Context:
        """What a language model should know to answer the question at `now` (default: the clock's time) in the zone
        `tz` (default UTC): what time it is, how the things that the question names are now, and up to `k` memories,
        each dated both ways and with its evidence; in Chinese for a Chinese question.

        What was recorded from outside stands in double quotes, with whatever could end the quotation escaped. With a
        `budget` (tokens, counted by estimate) the least useful is left out first. Raises InvalidInput."""
        # They speak with the voices of answers, which take a while to load.
        from tracker.recall.context import attributes_of, context, things_named
        from tracker.recall.dating import Dating, tongue_of

        text, count, zoned = _question(question, "question"), _whole(k, "k"), zone(name(tz or "UTC", "tz"))
        room = None if budget is None else _whole(budget, "budget")
        with self._scene(None, viewer) as scene:
            at = self._when(now, "now")
            asked = Asked(text, Filters(as_of=at), at, count, self.policy.memory_half_life_s)
            found = self._recalled(scene, asked)
            alike = [one for one in found if one.likeness > 0]
            dating = Dating(at, zoned, tongue_of(text))
            states = [
                where(scene, self.policy, root, attribute, at, zoned)
                for root in things_named(scene, text)
                for attribute in attributes_of(scene, root)
            ]
            return context(text, states, alike or found, dating, room)

    def _recalled(self, scene: Scene, asked: Asked) -> list[Recalled]:
        return recalled(memories(scene), asked, lambda q, found: by_words(q, [one.searched() for one in found]))


def _question(given: str, argument: str) -> str:
    if not isinstance(given, str):
        raise InvalidInput(f"{argument}: is {type(given).__name__}, not text")
    if len(given) > _LONGEST:
        raise InvalidInput(f"{argument}: is longer than {_LONGEST} characters")
    return given


def _whole(given: int, argument: str) -> int:
    if type(given) is not int or given < 1:
        raise InvalidInput(f"{argument}: is not a whole number above zero")
    return given


def _kind(given: str | None) -> MemoryKind | None:
    found: MemoryKind | None = next((one for one in get_args(MemoryKind) if one == given), None)
    if found is None and given is not None:
        raise InvalidInput(f"kind: unknown {str(given)[:60]!r}; known: {', '.join(get_args(MemoryKind))}")
    return found


def _window(given: Moments, argument: str) -> Window | None:
    if given is None:
        return None
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise InvalidInput(f"{argument}: give two times, (start, end)")
    try:
        return window(*given)
    except InvalidInput as error:
        raise InvalidInput(f"{argument}: {error}") from None
