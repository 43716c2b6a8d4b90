"""Two moments of one answer read differently: told no finer than they must be, and as fine as it takes."""

from __future__ import annotations

from datetime import datetime

_FORMS = ("%H:%M", "%H:%M:%S", "%H:%M:%S.%f")


def times_apart(first: datetime, second: datetime) -> tuple[str, str]:
    """The times of day of two moments in one zone, to the minute, or finer until they differ; with the name of the
    zone's time where a clock shows the same twice. One and the same instant reads the same."""
    for form in _FORMS:
        one, other = (_without_zeros(moment.strftime(form)) for moment in (first, second))
        if one != other:
            return one, other
    one, other = first.strftime(_FORMS[0]), second.strftime(_FORMS[0])
    if first.utcoffset() == second.utcoffset():
        return one, other
    return f"{one} {first.tzname()}", f"{other} {second.tzname()}"


def _without_zeros(time: str) -> str:
    return time.rstrip("0").rstrip(".") if "." in time else time
