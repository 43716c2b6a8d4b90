"""Whom the words of a question mean: names, other spellings of ids, pronouns, 'the drawer' of what was in one."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tracker.domain.payloads import LOCATION, Planned
from tracker.language.english.lexicon import ADJECTIVES
from tracker.link.happenings import event_kind, is_any_of_its_kind
from tracker.link.mentions import fold, slug
from tracker.link.planned import speaks_of
from tracker.projection.scene import resolve as resolve_name
from tracker.query.ask import lexicon
from tracker.query.ask.plan import Plan
from tracker.query.ask.question import NotUnderstood, Question
from tracker.query.ask.world import World

_EVER = 1 << 61
_OWN = re.compile("(?:我們|我们|咱們|咱们|咱|我)家?(?=.)")
"""What a Chinese noun may have before it without a 的."""


class Context(NamedTuple):
    """The turn before: its plan and what it answered, for 'it', 'there' and 'and yesterday?'."""

    plan: Plan
    values: tuple[Any, ...]


_PERSONS = frozenset(("he", "she", "him", "her", "his", "hers", "他", "她"))
_ANSWER_PLACES = frozenset(("where", "visits", "where_next_to", "last_seen"))


def answered_places(before: Context) -> list[str]:
    """The places that the turn before answered with, if it was asked for a place."""
    plan, values = before
    if plan.intent not in _ANSWER_PLACES and not (plan.intent == "did" and plan.asks == "where"):
        return []
    return [one for one in values if isinstance(one, str)]


class Meaning:
    """Turns the phrases of one question into ids. `said` collects how the ids that it found were called."""

    def __init__(self, question: Question, world: World, before: Context | None, said: dict[str, str]) -> None:
        self._question, self._world, self._before = question, world, before
        self.said = said

    def entity(self, phrase: str, attribute: str = LOCATION) -> str:
        """The id that a phrase means: a registered name, an id that has reports, the same name written otherwise, else
        the id that the phrase itself makes. Plans are also known by what kind of event they are."""
        if phrase.lower() in lexicon.PLACE_PRONOUNS:
            raise NotUnderstood("no pattern")  # 'there' is no thing
        if phrase.lower() in lexicon.PRONOUNS:
            return self._meant_before(phrase)
        found, written = self._named(phrase, attribute)
        if attribute == "plan" and not self._world.reported(found, "plan"):
            found = _plan_named(phrase, self._world) or found
        self.said[found] = written
        return found

    def planned(self, phrase: str) -> str | None:
        """The plan that a phrase means; None when it means none."""
        if phrase.lower() in lexicon.PRONOUNS:
            return None
        found = self.entity(phrase, "plan")
        return found if self._world.reported(found, "plan") else None

    def to_do(self, phrase: str, *, sure: bool = False) -> str:
        """The plan that words speak of, whatever form they have: 'Mum come' for what was told as 'Mum is coming over'.

        Without such a plan the question is about something else, unless its words are `sure` to be about one."""
        scene = self._world.scene
        planned = dict.fromkeys(view.entity_id for view in scene.started_in(0, _EVER, "plan"))
        alike = {one for one in planned if speaks_of(phrase, one, _told_as(one, self._world))}
        if len(alike) > 1:
            alike = {one for one in alike if not _is_over(self._world, one)} or alike
        found = _one_of(alike, phrase)
        if found is None and not sure:
            raise NotUnderstood("no pattern")
        found = found or self._named(phrase, "plan")[0]
        self.said[found] = self._question.as_written(phrase)
        return found

    def place(self, phrase: str, about: str | None) -> str:
        """The place that a phrase means; of an unknown one the only place by that last word that `about` (None:
        anything) was ever in: 'the drawer' for `hall_drawer`."""
        if phrase.lower() in lexicon.PRONOUNS:
            return self._place_before(phrase)
        found, written = self._named(phrase, LOCATION)
        if not self._world.known(found) and (meant := self._place_of(about, found, written)):
            return meant
        self.said[found] = written
        return found

    def known_name(self, phrase: str) -> str | None:
        """The id that a phrase means, if anything was ever reported about it or of it."""
        found, _ = self._named(phrase, LOCATION)
        return found if self._world.known(found) else None

    def is_whole(self, phrase: str) -> bool:
        """Whether a phrase with an 'and' in it is one name."""
        made = slug(self._question.as_written(phrase))
        ids = resolve_name(self._world.scene, made)
        return len(ids) > 1 or self._world.known(ids[0])

    def _named(self, phrase: str, attribute: str) -> tuple[str, str]:
        """The id, and the phrase as it was written."""
        written = self._question.as_written(phrase)
        if self._question.text.isupper():
            written = written.lower()  # WHERE ARE THE KEYS is no other name
        made = slug(written)
        if not made:
            raise NotUnderstood("no name", phrase)
        scene = self._world.scene
        for candidate in dict.fromkeys((made, written)):
            ids = resolve_name(scene, candidate)
            if len(ids) > 1:
                raise NotUnderstood("ambiguous", written, ", ".join(ids))
            if ids[0] != candidate or self._world.reported(ids[0], attribute) or self._world.known(ids[0]):
                return ids[0], written
        if mine := _OWN.match(written):
            own = resolve_name(scene, slug(written[mine.end() :]))[0]
            if self._world.known(own):
                return own, written[mine.end() :]  # 我筆電 is 筆電
        key = fold(written)
        everything = {*scene.entities(), *scene.targets()}
        alike = {one for one in everything if fold(one) == key}
        if not alike and not key.isascii():
            key = key.replace("的", "")
            alike = {one for one in everything if fold(one).replace("的", "") == key}  # 廚房的燈 is 廚房燈
        if not alike and key.isascii():
            alike = {one for one in everything if _is_with_adjectives(fold(one), key)}
            return (next(iter(alike)) if len(alike) == 1 else made), written
        return _one_of(alike, written) or made, written

    def _place_of(self, about: str | None, made: str, written: str) -> str | None:
        scene, head = self._world.scene, fold(made)
        if about is None:
            return _one_of({one for one in scene.targets() if _ends_with(fold(one), head)}, written)
        places = {view.target for view in scene.slices_of(about, LOCATION) if view.target}
        for each in list(places):
            places |= {view.target for view in scene.slices_of(scene.root(each), LOCATION) if view.target}
        return _one_of({one for one in places if fold(one) == head or _ends_with(fold(one), head)}, written)

    def _meant_before(self, phrase: str) -> str:
        if self._before is None:
            raise NotUnderstood("no context", phrase)
        plan = self._before.plan
        things = (*plan.entities, plan.holder, plan.place)
        order = (plan.holder, *plan.entities, plan.receiver) if phrase.lower() in _PERSONS else things
        return self._as_before(phrase, next((one for one in order if one), None))

    def _place_before(self, phrase: str) -> str:
        """'There': the place the turn before answered, else the one that it asked about."""
        if self._before is None:
            raise NotUnderstood("no context", phrase)
        answered = answered_places(self._before)
        if len(answered) > 1:
            raise NotUnderstood("ambiguous", phrase, ", ".join(answered))
        meant = answered[0] if answered else self._before.plan.place
        if meant is None:
            raise NotUnderstood("no place", phrase)
        return self._as_before(phrase, meant)

    def _as_before(self, phrase: str, meant: str | None) -> str:
        if meant is None or self._before is None:
            raise NotUnderstood("no context", phrase)
        if meant in self._before.plan.said:
            self.said[meant] = self._before.plan.said[meant]
        return meant


def _plan_named(phrase: str, world: World) -> str | None:
    """The one plan that the phrase can mean: 'the exam' for `algebra_exam`, 考試 for 期末考, 'the dentist' for what was
    planned as 'dentist appointment'. Of several, the one that is not over."""
    planned = dict.fromkeys(view.entity_id for view in world.scene.started_in(0, _EVER, "plan"))
    alike = {one for one in planned if _same_event(phrase, one) or _is_planned_as(phrase, one, world)}
    alike = alike or {one for one in planned if speaks_of(phrase, one, _told_as(one, world))}
    if len(alike) > 1:
        alike = {one for one in alike if not _is_over(world, one)} or alike
    return _one_of(alike, phrase)


def _same_event(asked: str, planned: str) -> bool:
    if fold(planned).endswith(f"_{fold(asked)}"):
        return True
    kind = event_kind(asked)
    general = is_any_of_its_kind(asked) or is_any_of_its_kind(planned)
    return kind is not None and general and kind == event_kind(planned)


def _is_planned_as(asked: str, entity: str, world: World) -> bool:
    """Whether the plan was told in these words, or in these and what kind of event it is."""
    told = next((one for one in world.scene.reports(entity, ("planned",), _EVER)), None)
    if told is None or not isinstance(told.payload, Planned):
        return False
    what, key = fold(told.payload.what), fold(asked)
    of_what_kind = is_any_of_its_kind(what.removeprefix(f"{key}_")) if what.startswith(f"{key}_") else False
    return what == key or of_what_kind or _same_event(asked, told.payload.what)


def _told_as(entity: str, world: World) -> str:
    told = next((one for one in world.scene.reports(entity, ("planned",), _EVER)), None)
    return told.payload.what if told is not None and isinstance(told.payload, Planned) else ""


def _is_over(world: World, entity: str) -> bool:
    view = next(world.scene.newest_before(entity, "plan", _EVER), None)
    return view is not None and bool(view.slice.claims) and view.slice.claims[0].value in ("completed", "cancelled")


def _one_of(fitting: set[str], written: str) -> str | None:
    if len(fitting) > 1:
        raise NotUnderstood("ambiguous", written, ", ".join(sorted(fitting)))
    return next(iter(fitting), None)


def _is_with_adjectives(name: str, key: str) -> bool:
    """'The old milk' is the milk; 'the car key' is not the key."""
    before, ended, rest = name.rpartition(f"_{key}")
    return bool(ended) and not rest and all(word in ADJECTIVES for word in before.split("_"))


def _ends_with(name: str, head: str) -> bool:
    return name.endswith((f"_{head}", f" {head}", f"-{head}")) or (not head.isascii() and name.endswith(head))
