"""SubRip. Its libraries drop cues without milliseconds, read `24,5` as 24.005 s, or lose the words after a blank line;
here every line with an arrow begins a cue, and all that stands under it is its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.errors import InvalidInput
from tracker.ingest.text.cue import ARROW, Cue, times
from tracker.ingest.text.lines import Line


def cues(lines: Sequence[Line], path: object) -> Iterator[Cue]:
    """The cues in file order. Raises InvalidInput naming a line whose times cannot be read, or that stands above the
    first cue and is no number."""
    begins = [place for place, line in enumerate(lines) if ARROW in line.text]
    top = begins[0] if begins else len(lines)
    for line in lines[: top - 1 if top and _is_number(lines[top - 1].text) else top]:
        if line.text.strip("\ufeff \t"):
            raise InvalidInput(f"{path}:{line.number}: words under no caption time")
    for place, below in zip(begins, [*begins[1:], len(lines)], strict=True):
        span = times(lines[place].text)
        if span is None:
            raise InvalidInput(
                f"{path}:{lines[place].number}: the times of the caption cannot be read; they are written like "
                "00:00:20,000 --> 00:00:24,500"
            )
        body = [line.text for line in lines[place + 1 : below]]
        if below < len(lines):
            _drop_number_of_next(body, lines[place - 1].text if place else "")
        yield Cue(lines[place].number, *span, tuple(line for line in body if line.strip()))


def _drop_number_of_next(body: list[str], own: str) -> None:
    """A number above the next time line counts the cues, unless it stands among the words and does not go on
    counting."""
    while body and not body[-1].strip():
        body.pop()
    if body and _is_number(body[-1]):
        counts = _is_number(own) and int(body[-1]) == int(own.strip("\ufeff \t")) + 1
        if counts or len(body) == 1 or not body[-2].strip():
            body.pop()


def _is_number(text: str) -> bool:
    return text.strip("\ufeff \t").isdecimal()
