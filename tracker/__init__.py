"""Where is it now, where was it last seen, when did that change."""

from tracker.domain.answers import Conflict, Decision, Interval, Receipt, Reply, Sighting, Whereabouts
from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.errors import TrackerError
from tracker.tracker import Tracker

__all__ = [
    "Conflict",
    "Decision",
    "Event",
    "Evidence",
    "Interval",
    "Receipt",
    "Reply",
    "Sighting",
    "Tracker",
    "TrackerError",
    "Whereabouts",
]
