"""Pictures from still image files, each with its time from its name, its EXIF data, or a given start and interval."""

from __future__ import annotations

import bisect
import hashlib
import itertools
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from tracker.domain.evidence import Evidence, Region
from tracker.domain.times import aware, to_us
from tracker.errors import InvalidInput
from tracker.ingest.job import check_span
from tracker.ingest.media import Media, read_media
from tracker.ingest.vision.pictures import SUFFIXES, exif_time, read_picture
from tracker.ingest.vision.samples import DamagedMedia, Sample

_UNREAD = frozenset({".arw", ".cr2", ".cr3", ".dng", ".gif", ".jp2", ".jxl", ".nef", ".orf", ".psd", ".raf", ".rw2"})
"""Pictures too, of kinds that are not read here."""
_TIME_IN_NAME = re.compile(
    r"(?<!\d)(\d{4})-?(\d\d)-?(\d\d)[T_ -]?(\d\d)[-:.]?(\d\d)[-:.]?(\d\d)(?:[.,](\d{1,6}))?"
    r"(?:(Z|[ _-]?(?:UTC|GMT)(?![+-]?\w)|[+-]\d\d:\d\d|\+\d{4})|(-\d{4}))?(?!\d)"
)
_MOST_OFFSETS = 2
"""How many zones one camera's names may show: those of summer and winter."""


class Still(NamedTuple):
    at: int
    media: Media


class Pace(NamedTuple):
    """Times by count: the first still, in order of name, is at `start` (aware), the next `interval_s` later."""

    start: datetime
    interval_s: float


class Stills:
    """A folder of stills (other files in it are passed over), or the files given, in order of time.

    A time comes from `pace` if given, else from the name (`20260302T143930Z.jpg`, `hall_2026-03-02_14-39-30.png`),
    else from EXIF; `tz` (IANA) is the zone of names and EXIF times without one. `root`: the media folder that evidence
    names files relative to. `on_damaged="skip"` passes over pictures that cannot be decoded and lists them in
    `skipped`. Making it reads every file once, for digests. Raises InvalidInput naming the file."""

    unit = "stills"

    def __init__(
        self,
        paths: Path | Sequence[Path],
        tz: str | None = None,
        pace: Pace | None = None,
        root: Path | None = None,
        on_damaged: Literal["stop", "skip"] = "stop",
    ) -> None:
        files = _files(paths)
        counted = _are_counters(files)
        times = _paced(files, pace) if pace else [time_of(path, tz, counted=counted) for path in files]
        self._stills = sorted(Still(at, read_media(path, root)) for at, path in zip(times, files, strict=True))
        self._times = [still.at for still in self._stills]
        self._marks = list(itertools.accumulate(self._stills, _marked, initial="stills"))
        self._on_damaged = on_damaged
        self.skipped: list[str] = []
        self.total = float(len(self._stills))
        # The first still alone names the set, so that a folder that grows is one job that goes on.
        self.identity = self._marks[1]

    def samples(self, every: int, after: int | None) -> Iterator[Sample]:
        """The first still in each `every` microseconds, counted from the first of all."""
        zero = self._times[0]
        due = zero if after is None else zero + ((after - zero) // every + 1) * every
        for still in self._stills:
            if still.at < due:
                continue
            try:
                image = read_picture(still.media.path)
            except InvalidInput as error:
                if self._on_damaged == "stop":
                    raise DamagedMedia(f"{error}; events up to there are kept") from None
                self.skipped.append(str(error))
                continue
            due = zero + ((still.at - zero) // every + 1) * every
            yield Sample(still.at, image)

    def mark(self, after: int) -> str:
        return self._marks[bisect.bisect_right(self._times, after)]

    def done(self, at: int) -> float:
        return float(bisect.bisect_right(self._times, at))

    def evidence(self, first: int, last: int, region: Region) -> tuple[Evidence, ...]:
        return tuple(
            Evidence(uri=media.uri, media_type=media.media_type, sha256=media.sha256, region=region)
            for media in dict.fromkeys((self._at(first), self._at(last)))
        )

    def _at(self, at: int) -> Media:
        return self._stills[bisect.bisect_left(self._times, at)].media


def _marked(before: str, still: Still) -> str:
    """A digest of all stills up to this one."""
    return hashlib.sha256(f"{before} {still.at} {still.media.sha256}".encode()).hexdigest()


def _files(paths: Path | Sequence[Path]) -> list[Path]:
    if isinstance(paths, Path):
        if paths.is_dir():
            inside = sorted(path for path in paths.iterdir() if path.is_file())
            unread = next((path for path in inside if path.suffix.lower() in _UNREAD), None)
            if unread is not None:
                raise InvalidInput(f"{unread}: pictures of this kind are not read: convert it, or take it away")
            found = [path for path in inside if path.suffix.lower() in SUFFIXES]
            if not found:
                raise InvalidInput(f"{paths}: no pictures in this folder ({', '.join(sorted(SUFFIXES))})")
            return found
        paths = [paths]
    if not paths:
        raise InvalidInput("no pictures given")
    return list(paths)


def _paced(files: list[Path], pace: Pace) -> list[int]:
    try:
        start = to_us(aware(pace.start))
    except ValueError as error:
        raise InvalidInput(f"start: {error}") from None
    if not pace.interval_s >= 0.000_001:  # not so for NaN either
        raise InvalidInput(f"interval: {pace.interval_s} s is not a microsecond or more")
    check_span(pace.start, pace.interval_s * len(files), "start and interval")
    interval = round(pace.interval_s * 1_000_000)
    return [start + index * interval for index in range(len(files))]


def _are_counters(files: Sequence[Path]) -> bool:
    """Whether `-0001` behind the times of these names counts pictures: as offsets from UTC they would be none that
    clocks show, or more than one camera has."""
    behind = {match[9] for match in map(_TIME_IN_NAME.search, (path.name for path in files)) if match and match[9]}
    return len(behind) > _MOST_OFFSETS or any(not _is_offset(one) for one in behind)


def _is_offset(written: str) -> bool:
    """Whether clocks west of Greenwich are behind by so much: whole hours to twelve, or 2:30, 3:30, 9:30."""
    hours, minutes = int(written[1:3]), int(written[3:5])
    return (minutes == 0 and 1 <= hours <= 12) or (minutes == 30 and hours in (2, 3, 9))


def time_of(path: Path, tz: str | None = None, *, counted: bool = False) -> int:
    """When the still was taken, microseconds since the epoch (UTC), from its name or EXIF. `counted`: a number behind a
    hyphen counts pictures and is no zone. Raises InvalidInput."""
    text = _time_in(path.name, counted) or exif_time(path)
    if text is None:
        raise InvalidInput(
            f"{path}: no time in its name (like 20260302T143930Z.jpg) or EXIF; rename it, or give start and interval"
        )
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = _in_zone(moment, tz)
        return to_us(aware(moment))
    except ValueError as error:
        raise InvalidInput(f"{path}: {text}: {error}") from None


def _time_in(name: str, counted: bool) -> str | None:
    match = _TIME_IN_NAME.search(name)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, zone, behind = match.groups()
    part = f".{fraction.ljust(6, '0')}" if fraction else ""
    offset = "Z" if zone and zone.strip(" _-").isalpha() else zone or ("" if counted else behind) or ""
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}{part}{offset}"


def _in_zone(naive: datetime, tz: str | None) -> datetime:
    if tz is None:
        raise ValueError("the time has no zone: end the name's time with Z, or give the camera a `tz`")
    moment = naive.replace(tzinfo=ZoneInfo(tz))
    if moment.utcoffset() != moment.replace(fold=1).utcoffset():
        # In a gap the two differ as well, and `aware` would say so less plainly.
        raise ValueError(f"the clocks change then in {tz}: give the time with its offset")
    return moment
