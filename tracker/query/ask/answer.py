"""From a question to a Reply, and from a plan to the same Reply again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from tracker.domain.answers import Reply
from tracker.errors import InvalidInput
from tracker.language.when.second_opinion import Reader
from tracker.query.ask.apart import apart, apart_at_commas, with_one_helper
from tracker.query.ask.bare import bare_name, bare_state
from tracker.query.ask.families import family_of
from tracker.query.ask.follow import follow
from tracker.query.ask.hearsay import told_only
from tracker.query.ask.meaning import Context
from tracker.query.ask.misspelt import meant_instead
from tracker.query.ask.moments import Asker
from tracker.query.ask.nearest import nearest_question
from tracker.query.ask.plan import Language, Plan, read_plan
from tracker.query.ask.question import NotUnderstood, Question, language_said, read_question
from tracker.query.ask.read import read_words
from tracker.query.ask.resolve import resolve
from tracker.query.ask.voice import Voice
from tracker.query.ask.voice.problems import explain
from tracker.query.ask.world import World
from tracker.query.moments import zone

NOT_UNDERSTOOD = "not_understood"
_MOST_AT_ONCE = 4
_FOLLOWS = re.compile(r"(?:and|what about|how about)\b|(?:那|还有)?[^什哪谁几多]{1,12}呢$", re.IGNORECASE)


def understand(text: str, asker: Asker, before: Context | None, second: Reader | None = None) -> Question | Reply:
    """The question taken apart, which needs no events; or the Reply that says why it cannot be read.
    `second` may read its times too, and makes those in doubt that it reads otherwise."""
    like = before.plan.language if before else None

    def taken_apart(one: str) -> Question:
        return read_question(one, asker.now, zone(asker.tz), like, second)

    try:
        whole = taken_apart(text)
    except NotUnderstood as problem:
        several = _several(apart(text), taken_apart) if problem.args[0] in ("several", "time") else None
        return several or _not_understood(text, language_said(text), problem)
    halves = None if whole.chinese else with_one_helper(whole.words)
    if both := _several(halves or (), taken_apart):
        return both
    if _is_read(whole, follows=False):
        return whole
    if whole.chinese:
        return _several(apart_at_commas(text), taken_apart) or whole
    return _several(apart(text), taken_apart) or whole


def _several(parts: Sequence[str], taken_apart: Callable[[str], Question]) -> Question | None:
    """The questions asked in one breath as one; None where they are not several, or one of them is not understood."""
    if not 1 < len(parts) <= _MOST_AT_ONCE:
        return None if len(parts) != 1 else _alone(parts[0], taken_apart)
    try:
        first, *others = [taken_apart(part) for part in parts]
    except NotUnderstood:
        return None
    if not all(_is_read(one, follows=one is not first) for one in (first, *others)):
        return None
    return replace(first, also=tuple(others))


def _alone(part: str, taken_apart: Callable[[str], Question]) -> Question | None:
    """What is left when the rest asked for nothing: 'Where is my wallet? I need it.'"""
    try:
        one = taken_apart(part)
    except NotUnderstood:
        return None
    return one if _is_read(one, follows=False) else None


def _is_read(one: Question, *, follows: bool) -> bool:
    draft = read_words(one.words, one.chinese)
    if draft is not None and draft.settled.get("value") != "then":  # 'is the gate locked and …' is no plan of that name
        return True
    return follows and _FOLLOWS.match(one.words) is not None


def known_by(question: Question, asker: Asker) -> datetime | None:
    """What the question may rest on: 'as known at' in its words, else the asker's own `known_at`."""
    known = question.known
    return asker.known_at if known is None else known.start or known.end


def answer(question: Question, asker: Asker, world: World, before: Context | None) -> Reply:
    """The Reply to a question in one scene. Says so when it does not understand, and never guesses."""
    try:
        plan = _plan(question, asker, world, before)
        also = [_plan(one, asker, world, Context(plan, ())) for one in question.also]
        others = tuple(one for one in also if one != plan)
        return run(plan.model_copy(update={"also": others}), world, question.text)
    except NotUnderstood as problem:
        near = nearest_question(question, world) if problem.args[0] == "no pattern" else None
        return _not_understood(question.text, question.language, problem, near)


def _plan(question: Question, asker: Asker, world: World, before: Context | None) -> Plan:
    draft = read_words(question.words, question.chinese) if question.words else None
    plan = follow(question, asker, world, before) if draft is None and before is not None else None
    if plan is not None:
        return plan
    draft = draft or bare_state(question) or bare_name(question, world)
    if draft is not None:
        return resolve(draft, question, asker, world, before)
    if before is None:
        follow(question, asker, world, None)  # raises when it needs a question before it
    raise NotUnderstood("no pattern")


def run(plan: Plan, world: World, text: str = "") -> Reply:
    """What a plan answers in one scene. The plan may be kept as JSON, read with `read_plan` and run again."""
    if plan.also:
        each = [run(one, world) for one in (plan.model_copy(update={"also": ()}), *plan.also)]
        return _together(plan, each, text)
    answered = family_of(plan.intent, plan.attribute).answer(plan, world)
    ids = (*answered.event_ids, *_referred(world, answered.event_ids))
    events = world.scene.events(ids)
    said = answered.text + told_only(plan, answered, world) + meant_instead(plan, world)
    if plan.reading is not None:
        voice = world.voice(plan)
        meant = _meant(plan, voice)
        said += voice.bit(" (I took {r!r} to mean {w}.)", "（把「{r}」理解為{w}）", r=plan.reading, w=meant)
    return Reply(
        question=storable(text),
        language=plan.language,
        understood=True,
        plan=plan.model_dump(mode="json"),
        status=answered.status,
        values=answered.values,
        text=said[:1].upper() + said[1:],
        answer=answered.answer,
        event_ids=tuple(UUID(one) for one in ids),
        evidence=tuple(piece for one in ids if one in events for piece in events[one].evidence),
    )


def _together(plan: Plan, each: Sequence[Reply], text: str) -> Reply:
    """The answers to what was asked in one breath, one after the other."""
    statuses = {one.status for one in each}
    return Reply(
        question=storable(text),
        language=plan.language,
        understood=True,
        plan=plan.model_dump(mode="json"),
        status=statuses.pop() if len(statuses) == 1 else "mixed",
        values=tuple(value for one in each for value in one.values),
        text=("" if plan.language != "en" else " ").join(one.text for one in each),
        answer=tuple(one.answer for one in each),
        event_ids=tuple(dict.fromkeys(i for one in each for i in one.event_ids)),
        evidence=tuple(piece for one in each for piece in one.evidence),
    )


def _meant(plan: Plan, voice: Voice) -> str:
    """The time that a plan is about: an instant, a span, or all the time before one."""
    if plan.window_us is None or plan.window is None:
        return voice.clock(plan.at_us)
    start, end = plan.window_us
    if plan.window[0] is None:
        return voice.bit("before {t}", "{t}以前", t=voice.moment(end))
    return voice.span(start, end)


def _referred(world: World, event_ids: tuple[str, ...]) -> tuple[str, ...]:
    """The words that the words behind these events refer back to: 'she' rests on the sentence that named her."""
    found: dict[str, None] = {}
    # An action answers its own words, which show nothing more; what those words answer is what they refer back to.
    events = list(world.scene.events(event_ids).values())
    own = {str(e.caused_by) for e in events if e.type != "stated" and e.caused_by is not None}
    words = [*(e for e in events if e.type == "stated"), *world.scene.events(own).values()]
    while back := {str(e.caused_by) for e in words if e.caused_by is not None} - found.keys():
        found.update(dict.fromkeys(sorted(back)))
        words = list(world.scene.events(back).values())
    return tuple(one for one in world.scene.events(found) if one not in event_ids)


def context(after: Reply | Plan | None) -> Context | None:
    """What a follow-up may refer to: the turn before, if it was understood."""
    if after is None:
        return None
    if isinstance(after, Plan):
        return Context(after, ())
    if not isinstance(after, Reply):
        raise InvalidInput("after: is not the Reply of the turn before")
    if after.plan is None:
        return None
    return Context(read_plan(after.plan).model_copy(update={"also": ()}), tuple(after.values))


def storable(text: str) -> str:
    """The text as JSON can carry it: a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _not_understood(text: str, language: Language, problem: NotUnderstood, near: str | None = None) -> Reply:
    reason, *filled = (str(part) for part in problem.args)
    return Reply(
        question=storable(text),
        language=language,
        understood=False,
        status=NOT_UNDERSTOOD,
        text=explain(reason, tuple(filled), language, near),
    )


__all__ = ["Asker", "Context", "answer", "context", "known_by", "run", "understand", "zone"]
