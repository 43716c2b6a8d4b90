"""One single-valued attribute over time: claims, ends, conflicts, bounds and decay. Pure."""

from tracker.timeline.line import Timeline

__all__ = ["Timeline"]
