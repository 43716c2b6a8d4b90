"""Whom the words of a question mean: names, other spellings of ids, pronouns, 'the drawer' of what was in one."""

from __future__ import annotations

from typing import Any, NamedTuple

from tracker.domain.payloads import LOCATION
from tracker.link.happenings import event_kind, is_any_of_its_kind
from tracker.link.mentions import fold, slug
from tracker.projection.scene import resolve as resolve_name
from tracker.query.ask import lexicon
from tracker.query.ask.plan import Plan
from tracker.query.ask.question import NotUnderstood, Question
from tracker.query.ask.world import World

_EVER = 1 << 61


class Context(NamedTuple):
    """The turn before: its plan and what it answered, for 'it', 'there' and 'and yesterday?'."""

    plan: Plan
    values: tuple[Any, ...]


def is_whole(phrase: str, world: World) -> bool:
    return len(resolve_name(world.scene, slug(phrase))) > 1 or world.known(
        resolve_name(world.scene, slug(phrase) or phrase)[0]
    )


def entity(
    phrase: str, question: Question, world: World, before: Context | None, attribute: str, said: dict[str, str]
) -> str:
    """The id that a phrase means: a registered name, an id that has reports, the same name written otherwise, else
    the id that the phrase itself makes."""
    if phrase.lower() in lexicon.PRONOUNS:
        return _meant_before(phrase, before, said)
    written = question.as_written(phrase)
    made = slug(written)
    if not made:
        raise NotUnderstood("no name", phrase)
    found = _found(written, made, world, attribute)
    if attribute == "plan" and not world.reported(found, "plan"):
        found = _plan_named(phrase, world) or found
    said[found] = written
    return found


def _found(written: str, made: str, world: World, attribute: str) -> str:
    for candidate in dict.fromkeys((made, written)):
        ids = resolve_name(world.scene, candidate)
        if len(ids) > 1:
            raise NotUnderstood("ambiguous", written, ", ".join(ids))
        if ids[0] != candidate or world.reported(ids[0], attribute) or world.known(ids[0]):
            return ids[0]
    key = fold(written)
    alike = [one for one in dict.fromkeys((*world.scene.entities(), *world.scene.targets())) if fold(one) == key]
    if len(alike) > 1:
        raise NotUnderstood("ambiguous", written, ", ".join(alike))
    return alike[0] if alike else made


def _plan_named(phrase: str, world: World) -> str | None:
    """The one plan that the phrase can mean: 'the exam' for `algebra_exam`, 考試 for 期末考. Of several, the one that
    is not over."""
    planned = dict.fromkeys(view.entity_id for view in world.scene.started_in(0, _EVER, "plan"))
    alike = [one for one in planned if _same_event(phrase, one)]
    if len(alike) > 1:
        alike = [one for one in alike if not _is_over(world, one)] or alike
    if len(alike) > 1:
        raise NotUnderstood("ambiguous", phrase, ", ".join(alike))
    return alike[0] if alike else None


def _same_event(asked: str, planned: str) -> bool:
    if fold(planned).endswith(f"_{fold(asked)}"):
        return True
    kind = event_kind(asked)
    general = is_any_of_its_kind(asked) or is_any_of_its_kind(planned)
    return kind is not None and general and kind == event_kind(planned)


def _is_over(world: World, entity: str) -> bool:
    view = next(world.scene.newest_before(entity, "plan", _EVER), None)
    return view is not None and bool(view.slice.claims) and view.slice.claims[0].value in ("completed", "cancelled")


def other(
    slot: str,
    phrase: str,
    question: Question,
    world: World,
    before: Context | None,
    about: str | None,
    said: dict[str, str],
) -> str:
    if phrase.lower() in lexicon.PRONOUNS:
        return _place_before(phrase, before, said) if slot == "place" else _meant_before(phrase, before, said)
    written = question.as_written(phrase)
    made = slug(written)
    if not made:
        raise NotUnderstood("no name", phrase)
    found = _found(written, made, world, LOCATION)
    if slot == "place" and not world.known(found):
        found = _place_of(about, found, written, world) or found
    said[found] = written
    return found


def _place_of(about: str | None, made: str, written: str, world: World) -> str | None:
    """'The drawer', when the one drawer this entity (None: anything) was ever in is the `hall_drawer`."""
    head = fold(made)
    if about is None:
        return _one_of({one for one in world.scene.targets() if _ends_with(fold(one), head)}, written)
    places = {view.target for view in world.scene.slices_of(about, LOCATION) if view.target}
    for each in list(places):
        places |= {view.target for view in world.scene.slices_of(world.scene.root(each), LOCATION) if view.target}
    return _one_of({one for one in places if fold(one) == head or _ends_with(fold(one), head)}, written)


def _one_of(fitting: set[str], written: str) -> str | None:
    if len(fitting) > 1:
        raise NotUnderstood("ambiguous", written, ", ".join(sorted(fitting)))
    return next(iter(fitting), None)


def _ends_with(name: str, head: str) -> bool:
    return name.endswith((f"_{head}", f" {head}", f"-{head}")) or (not head.isascii() and name.endswith(head))


def _meant_before(phrase: str, before: Context | None, said: dict[str, str]) -> str:
    if before is None:
        raise NotUnderstood("no context", phrase)
    plan = before.plan
    person = phrase.lower() in ("he", "she", "him", "her", "his", "hers", "他", "她")
    order = (plan.holder, *plan.entities, plan.receiver) if person else (*plan.entities, plan.holder, plan.place)
    meant = next((one for one in order if one), None)
    if meant is None:
        raise NotUnderstood("no context", phrase)
    said.update({one: plan.said[one] for one in (meant,) if one in plan.said})
    return meant


def _place_before(phrase: str, before: Context | None, said: dict[str, str]) -> str:
    """'There': the place the turn before asked about, else the one that it answered."""
    if before is None:
        raise NotUnderstood("no context", phrase)
    answered = (
        before.values[0]
        if before.plan.intent in ("where", "visits", "where_next_to", "last_seen") and before.values
        else None
    )
    meant = before.plan.place or (answered if isinstance(answered, str) else None)
    if meant is None:
        raise NotUnderstood("no context", phrase)
    said.update({one: before.plan.said[one] for one in (meant,) if one in before.plan.said})
    return meant
