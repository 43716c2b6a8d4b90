"""From a question to a Reply, and from a plan to the same Reply again."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from tracker.domain.answers import Reply
from tracker.errors import InvalidInput
from tracker.language.when.second_opinion import Reader
from tracker.query.ask.bare import bare_name
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


def understand(text: str, asker: Asker, before: Context | None, second: Reader | None = None) -> Question | Reply:
    """The question taken apart, which needs no events; or the Reply that says why it cannot be read.
    `second` may read its times too, and makes those in doubt that it reads otherwise."""
    like = before.plan.language if before else None
    try:
        return read_question(text, asker.now, zone(asker.tz), like, second)
    except NotUnderstood as problem:
        return _not_understood(text, language_said(text), problem)


def known_by(question: Question, asker: Asker) -> datetime | None:
    """What the question may rest on: 'as known at' in its words, else the asker's own `known_at`."""
    known = question.known
    return asker.known_at if known is None else known.start or known.end


def answer(question: Question, asker: Asker, world: World, before: Context | None) -> Reply:
    """The Reply to a question in one scene. Says so when it does not understand, and never guesses."""
    try:
        return run(_plan(question, asker, world, before), world, question.text)
    except NotUnderstood as problem:
        near = nearest_question(question, world) if problem.args[0] == "no pattern" else None
        return _not_understood(question.text, question.language, problem, near)


def _plan(question: Question, asker: Asker, world: World, before: Context | None) -> Plan:
    draft = read_words(question.words, question.chinese) if question.words else None
    plan = follow(question, asker, world, before) if draft is None and before is not None else None
    if plan is not None:
        return plan
    draft = draft or bare_name(question, world)
    if draft is not None:
        return resolve(draft, question, asker, world, before)
    if before is None:
        follow(question, asker, world, None)  # raises when it needs a question before it
    raise NotUnderstood("no pattern")


def run(plan: Plan, world: World, text: str = "") -> Reply:
    """What a plan answers in one scene. The plan may be kept as JSON, read with `read_plan` and run again."""
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
    return Context(read_plan(after.plan), tuple(after.values)) if after.plan is not None else None


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
