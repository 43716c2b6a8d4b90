"""Which things of a kind are open, on or locked, and whether any or all of them are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tracker.link.mentions import fold
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.families import state
from tracker.query.ask.lexicon import OTHERWISE
from tracker.query.ask.of_kind import ends_with, kind_of_word
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.telling import capital, going_on
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World

_MOST_TOLD = 12
_VERDICTS = {"yes": "是", "no": "不是", "maybe": "不確定"}


class _One(NamedTuple):
    """One thing of the kind, and the answer to whether it is so."""

    entity: str
    answered: Answered

    @property
    def verdict(self) -> str:
        return str(self.answered.values[0])

    @property
    def told(self) -> str:
        """The sentence without its verdict."""
        _, _, told = self.answered.text.replace("：", ": ", 1).partition(": ")
        return told


def _which(plan: Plan, world: World) -> Answered:
    v = world.voice(plan)
    found = [_One(one, _asked_of(plan, world, one)) for one in _ofkind_of_word(plan, world)]
    by = {word: [one for one in found if one.verdict == word] for word in _VERDICTS}
    if plan.asks == "which":
        values: tuple[object, ...] = tuple(one.entity for one in by["yes"])
        named, unsure, opening = by["yes"], by["maybe"], ""
    else:
        verdict = _all(by) if plan.asks == "whether_all" else _any(by)
        values, opening = (verdict,), v.bit("{w}: ", "{w}：", w=v.bit(verdict, _VERDICTS[verdict]))
        named = [] if verdict == "maybe" else by[verdict]
        unsure = [] if plan.asks == "whether_all" and verdict == "no" else by["maybe"]
    text = _tell(v, plan, found, named, unsure)
    status = "never_seen" if not found else "current" if named or not unsure else "unknown"
    ids = each_once(i for one in (named or found) for i in one.answered.event_ids)
    return Answered(status, values, opening + (going_on(text) if opening else text), list(values), ids)


def _tell(v: Voice, plan: Plan, found: list[_One], named: list[_One], unsure: list[_One]) -> str:
    of_any = v.bit("any {k}", "{k}", k=kind_of_word(plan.kind) if v.english else plan.kind) if plan.kind else ""
    of_any = of_any or v.bit("anything", "什麼東西")
    if not found:
        return v.bit("that was never reported of {k}.", "從來沒有{k}的這種消息。", k=of_any)
    sentences = [one.told for one in named[:_MOST_TOLD]]
    if len(named) > _MOST_TOLD:
        sentences.append(v("{n} more.", "另外還有 {n} 個。", n=len(named) - _MOST_TOLD))
    if unsure:
        sentences.append(_open(v, unsure))
    if not sentences:
        state_told = v.state(plan.attribute, plan.value or "")
        sentences = [v("no report says that {k} is {s}.", "沒有{k}{s}的消息。", k=of_any, s=state_told)]
    return v.bit(" ", "").join(map(capital, sentences))


def _all(by: dict[str, list[_One]]) -> str:
    return "no" if by["no"] else "maybe" if by["maybe"] or not by["yes"] else "yes"


def _any(by: dict[str, list[_One]]) -> str:
    return "yes" if by["yes"] else "maybe" if by["maybe"] or not by["no"] else "no"


def _open(v: Voice, unsure: list[_One]) -> str:
    names = [v.name(one.entity) for one in unsure[:_MOST_TOLD]]
    if len(unsure) > _MOST_TOLD:
        names.append(v.bit("{n} more", "另外 {n} 個", n=len(unsure) - _MOST_TOLD))
    return v("of {all} that is not known.", "{all}不清楚。", all=v.all_of(names))


def _asked_of(plan: Plan, world: World, entity: str) -> Answered:
    one = plan.model_copy(update={"intent": "is_so", "entities": (entity,), "asks": None})
    return state.FAMILY.answer(one, world)


def _ofkind_of_word(plan: Plan, world: World) -> list[str]:
    """The things of the kind asked about, by what they are registered as or the last word of what they are called:
    those of which such a state was ever reported, and whatever else is called so."""
    kinds = frozenset({kind_of_word(plan.kind)} if plan.kind else ())
    reported = set(_reported(plan, world))
    if not kinds:
        return sorted(reported)
    so = {one for one in reported if _is_called(world, one, kinds)}
    kinds |= {kind for one in so if (kind := world.kind_of(one)) is not None}
    so |= {one for one in reported if _is_called(world, one, kinds)}
    return sorted(so | {one for one in world.scene.entities() if ends_with(fold(one), kinds)})


def _reported(plan: Plan, world: World) -> Iterable[str]:
    """Whatever the attribute was reported of; 開著 is said of lamps as of doors."""
    attributes = {plan.attribute, plan.attribute if plan.language == "en" else OTHERWISE.get(plan.attribute)}
    for attribute in attributes - {None}:
        for view in world.scene.started_in(-(1 << 61), plan.upto_us + 1, attribute):
            yield world.scene.root(view.entity_id)


def _is_called(world: World, entity: str, kinds: frozenset[str]) -> bool:
    names, kind = world.names_of(entity)
    return kind in kinds or any(ends_with(fold(name), kinds) for name in (entity, *names))


_BE = "(?:is|are|(?P<ever>was|were))"
_KIND = "(?P<kind>(?!things?|else|one|ones|time|day)[a-z]+)"
_ZH_KIND = "(?P<kind>(?!东西|人)[^的着在是有没]{1,4}?)"
_MEASURE = "(?:一)?(?:个|扇|些|盏|台|几个|几扇|几盏)"
FAMILY = Family(
    "which",
    ("which_so",),
    (
        *english(
            "which_so",
            f"(?:what|which) {_KIND} {_BE} (?:still |currently |now )?(?:left )?STATE(?: now)?",
            f"(?:what|which (?:things|ones)) {_BE} (?:still |currently |now )?(?:left )?STATE(?: now)?",
            asks="which",
        ),
        *english(
            "which_so",
            f"{_BE} (?:there )?(?:any|a|some)(?: of the)? {_KIND} (?:still |currently |now )?(?:left )?STATE(?: now)?",
            f"{_BE} (?:there )?(?:anything|something) (?:still |currently |now )?(?:left )?STATE(?: now)?",
            asks="whether",
        ),
        *english(
            "which_so",
            f"{_BE} everything (?:still |currently |now )?STATE(?: now)?",
            f"{_BE} (?:all|all the|all of the|every|both) {_KIND} (?:still |currently |now )?STATE(?: now)?",
            asks="whether_all",
        ),
        *chinese(
            "which_so",
            f"(?:有)?(?:哪{_MEASURE}|什么){_ZH_KIND}MAYBESTATE着END",
            "(?:有)?(?:哪些|什么)(?:东西)?MAYBESTATE着END",
            asks="which",
        ),
        *chinese(
            "which_so",
            f"(?:有没有|是不是有|有)(?:什么|任何)?{_ZH_KIND}STATE着END",
            asks="whether",
        ),
        *chinese(
            "which_so",
            f"(?:所有的?|全部的?|每{_MEASURE}){_ZH_KIND}(?:是不是|是否)?(?:都)?STATE着END",
            asks="whether_all",
        ),
    ),
    (
        Example("which doors are open?", {"intent": "which_so", "kind": "doors", "value": "open", "asks": "which"}),
        Example("are all the windows closed?", {"intent": "which_so", "kind": "windows", "asks": "whether_all"}),
        Example("is any lamp on?", {"intent": "which_so", "kind": "lamp", "attribute": "power", "asks": "whether"}),
        Example("what is open?", {"intent": "which_so", "kind": None, "value": "open"}),
        Example("哪些門開著？", {"intent": "which_so", "value": "open", "asks": "which"}),
        Example("有窗户开着吗？", {"intent": "which_so", "value": "open", "asks": "whether"}),
    ),
    _which,
)
