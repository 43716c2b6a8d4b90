"""What must be said about a recording, because the file does not say it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tracker.domain.ids import EntityId, Label
from tracker.domain.mistakes import first_mistake
from tracker.domain.times import UtcTime, ZoneName
from tracker.errors import InvalidInput


class Recording(BaseModel):
    """A file of speech: `start` is the moment of its first sample, `source` who recorded it (`mic:kitchen`).

    `speaker` is the one person heard. `channel_speakers` instead names one for each channel, which are then heard
    apart; None stands for a channel of somebody unknown. `tz` is the zone that spoken times mean ("at five").
    Evidence is named relative to the folder `media_root`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: Path
    start: UtcTime
    source: EntityId
    speaker: EntityId | None = None
    channel_speakers: Annotated[tuple[EntityId | None, ...], Field(min_length=1)] | None = None
    tz: ZoneName = "UTC"
    visibility: tuple[Label, ...] = ()
    media_root: Path | None = None

    @model_validator(mode="after")
    def _speakers_are_named_once(self) -> Self:
        if self.speaker is not None and self.channel_speakers is not None:
            raise ValueError("give speaker or channel_speakers, not both")
        return self

    def speaker_of(self, channel: int) -> str | None:
        return self.channel_speakers[channel] if self.channel_speakers is not None else self.speaker


def read_recording(**fields: Any) -> Recording:
    """The recording that these fields describe; InvalidInput naming the first wrong field."""
    try:
        return Recording(**fields)
    except ValidationError as error:
        raise InvalidInput(str(first_mistake(error, "recording"))) from None
