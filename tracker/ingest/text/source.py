"""What must be said about a text, because the file does not say it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from tracker.domain.ids import EntityId, Label
from tracker.domain.mistakes import first_mistake
from tracker.domain.times import UtcTime, ZoneName
from tracker.errors import InvalidInput

Format = Literal["auto", "notes", "dialogue", "captions", "jsonl", "whatsapp", "telegram", "line"]
DateOrder = Literal["auto", "dmy", "mdy", "ymd"]


class TextSource(BaseModel):
    """A file of words. `source` is who reports (`user:ana`, `import:whatsapp`); without one the job says who.

    `start` is when the first line of an untimed text was written; each line after it counts one second later, so
    that a story keeps its order; under a heading that is a date ('2026-11-30', '# Monday, 2 March 2026') lines are
    said on that day, the first at the time of day of `start`. For captions, it is when the recording began. `tz` is
    the zone that time words, and the local times of an export, mean. `speaker` is who wrote a text that names nobody.
    `style="narration"` reads bare verbs and the present tense as what the writer does. `date_order` settles 03/04/2026
    when the file does not."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: Path
    source: EntityId | None = None
    start: UtcTime | None = None
    tz: ZoneName = "UTC"
    format: Format = "auto"
    style: Literal["prose", "narration"] = "prose"
    speaker: EntityId | None = None
    encoding: str = "utf-8"
    date_order: DateOrder = "auto"
    visibility: tuple[Label, ...] = ()
    media_root: Path | None = None

    @field_validator("encoding")
    @classmethod
    def _encoding_is_known(cls, value: str) -> str:
        try:
            "".encode(value)
        except LookupError:
            raise ValueError(f"unknown encoding {value[:60]!r}; give one like utf-8, utf-16 or big5") from None
        return value

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.tz)


def read_source(**fields: Any) -> TextSource:
    """The source that these fields describe; InvalidInput naming the first wrong field."""
    try:
        return TextSource(**fields)
    except ValidationError as error:
        raise InvalidInput(str(first_mistake(error, "text"))) from None
