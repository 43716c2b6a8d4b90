"""Where is it now, where was it last seen, when did that change."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.domain.answers import (
        Conflict,
        Decision,
        Entity,
        Interval,
        Receipt,
        Reply,
        Sighting,
        SourceState,
        Whereabouts,
    )
    from tracker.domain.events import Event
    from tracker.domain.evidence import Evidence
    from tracker.domain.memories import Context, Recalled
    from tracker.errors import TrackerError
    from tracker.tracker import Tracker

__all__ = [
    "Conflict",
    "Context",
    "Decision",
    "Entity",
    "Event",
    "Evidence",
    "Interval",
    "Recalled",
    "Receipt",
    "Reply",
    "Sighting",
    "SourceState",
    "Tracker",
    "TrackerError",
    "Whereabouts",
]

_HOMES = {
    "Event": "domain.events",
    "Evidence": "domain.evidence",
    "Context": "domain.memories",
    "Recalled": "domain.memories",
    "TrackerError": "errors",
    "Tracker": "tracker",
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first used: what only a part of the package needs loads that part alone."""
    if name not in __all__:
        raise AttributeError(f"module 'tracker' has no attribute {name!r}")
    found = getattr(import_module(f"tracker.{_HOMES.get(name, 'domain.answers')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
