"""Plans: something will take place at a time; it is over; it is off."""

from __future__ import annotations

from tracker.domain.times import from_us
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import Example, Pattern, happened, payload
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.told import Told
from tracker.language.acts import ENGLISH
from tracker.language.events import EVENTS

_ENDED = frozenset(("over", "finished", "done", "complete"))
_OFF = frozenset(("cancelled", "canceled", "off"))


def due(told: Told) -> dict[str, object]:
    """The due span of a plan. A span that has begun ('today') is due in all of it."""
    until = told.end if told.ahead else told.until
    return payload(due_at=from_us(told.start), due_until=None if until is None else from_us(until))


def _planned(clause: Clause, scene: Scene) -> list[Found] | None:
    told = clause.told
    if told is None or clause.negated or not (told.ahead or told.begun) or told.since or clause.passive:
        return None
    if clause.tense not in ("present", "future"):
        return None
    about = clause.objects if clause.verb == "have" or clause.existential else clause.subjects
    if clause.verb == "be" and not clause.existential and (clause.state or clause.objects):
        return None
    if len(about) != 1 or about[0].pronoun or about[0].head not in EVENTS:
        return None
    entity = scene.named(about[0])
    scene.plan(entity, EVENTS[about[0].head])
    return [Found("planned", entity, {"what": about[0].text, **due(told)})]


def _plan_of(phrase: Phrase, scene: Scene) -> str | None:
    event = None if phrase.pronoun else EVENTS.get(phrase.head)
    if event is None:
        return None
    named = scene.named(phrase)
    known = {plan.entity for plan in scene.context.plans}
    return named if named in known or scene.registered(phrase) else scene.planned(event) or named


def _ended(clause: Clause, scene: Scene) -> list[Found] | None:
    if clause.negated or not (happened(clause, scene) or clause.verb == "be"):
        return None
    if clause.verb == "be":
        kind = "completed" if clause.state in _ENDED else "cancelled" if clause.state in _OFF else None
        about = clause.subjects
    else:
        kind = "cancelled" if clause.verb == "cancel" else "completed"
        about = clause.objects if clause.objects and not clause.passive else clause.subjects
    if (
        kind is None
        or len(about) != 1
        or clause.particle
        or (clause.verb == "be" and clause.tense == "past" and clause.wheres)
    ):
        return None
    entity = _plan_of(about[0], scene)
    return None if entity is None else [Found(kind, entity, {})]


PATTERNS = (
    Pattern(
        "plan",
        "have be",
        0.85,
        _planned,
        (
            Example("I have a dentist appointment next Friday.", ("dentist_appointment: planned dentist appointment",)),
            Example("The board meeting is tomorrow at 10am.", ("board_meeting: planned board meeting",)),
            Example("There's a concert on 5 June.", ("concert: planned concert",)),
            Example("I have a meeting. I had an interview yesterday.", ()),
        ),
        meaning="plan",
    ),
    Pattern(
        "plan.ended",
        "be " + ENGLISH["finish"],
        0.85,
        _ended,
        (
            Example(
                "I have a chemistry exam next Friday. The exam is finally over.",
                ("chemistry_exam: planned chemistry exam", "chemistry_exam: completed"),
            ),
            Example("The interview has been cancelled.", ("interview: cancelled",)),
            Example("I finished my homework.", ("homework: completed",)),
            Example("The movie is over. I finished the soup.", ()),
        ),
    ),
)
