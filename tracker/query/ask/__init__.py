"""What people ask, read as a plan over events and answered in their language."""

from tracker.query.ask.answer import NOT_UNDERSTOOD, answer, context, known_by, run, understand, zone
from tracker.query.ask.meaning import Context
from tracker.query.ask.moments import Asker
from tracker.query.ask.plan import Plan, read_plan
from tracker.query.ask.world import World

__all__ = [
    "NOT_UNDERSTOOD",
    "Asker",
    "Context",
    "Plan",
    "World",
    "answer",
    "context",
    "known_by",
    "read_plan",
    "run",
    "understand",
    "zone",
]
