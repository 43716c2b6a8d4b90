"""Evidence: a pointer to the media behind an event, never the media itself."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Self
from urllib.parse import unquote

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from tracker.domain.ids import Text, printable

Seconds = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Region(NamedTuple):
    """A box in an image: left, top, width, height, as fractions of the image's size."""

    x: Fraction
    y: Fraction
    w: Fraction
    h: Fraction


def _contained(uri: str) -> str:
    path = uri.split("://", 1)[-1]
    while "%" in path and path != (plain := unquote(path)):  # however often it was encoded
        path = plain
    if ".." in path.replace("\\", "/").split("/"):
        raise ValueError("the path climbs out of its folder")
    if uri[0] in "/\\":
        raise ValueError("an absolute path; give it relative to the media folder, or as file:///…")
    return printable(uri)


class Evidence(BaseModel):
    """What an event rests on. `start_s` and `end_s` are seconds into the media; `region` is in 0..1."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    uri: Annotated[str, StringConstraints(min_length=1, max_length=2000), AfterValidator(_contained)]
    media_type: Annotated[str, StringConstraints(max_length=200), AfterValidator(printable)] | None = None
    start_s: Seconds | None = None
    end_s: Seconds | None = None
    region: Region | None = None
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None
    text: Text | None = None

    @model_validator(mode="after")
    def _spans_run_forward(self) -> Self:
        if self.start_s is not None and self.end_s is not None and self.end_s < self.start_s:
            raise ValueError("end_s is before start_s")
        # Boxes are often computed in single precision; a rounding step past the edge is not a wrong box.
        box = self.region
        if box is not None and max(box.x + box.w, box.y + box.h) > 1.000001:
            raise ValueError("region reaches outside the image")
        return self
