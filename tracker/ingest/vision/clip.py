"""CLIP models through open_clip: finding the weights, loading them on first use, encoding in equal batches."""

from __future__ import annotations

import functools
import os
import socket
import urllib.parse
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tracker.errors import InvalidInput, MissingExtra, ModelMissing, TrackerError, first_line
from tracker.ingest.media import file_sha256
from tracker.ingest.vision.scores import Provenance, Vectors
from tracker.ingest.vision.watch import ModelChoice
from tracker.ingest.vision.zones import Image

_WEIGHT_SUFFIXES = (".safetensors", ".bin", ".pth", ".pt")
_CPU_BATCH, _GPU_BATCH = 8, 32
_REACHABLE_WITHIN_S = 5.0


class _Loaded(NamedTuple):
    model: Any
    tokenizer: Any
    transform: Any
    device: str


class ClipEncoder:
    """An open_clip model on the GPU if there is one, else on the CPU, in single precision.

    Finding the weights (and downloading them on first use, with open_clip's own progress) happens on first need of
    `provenance`, loading them on first need of a vector. Raises MissingExtra, ModelMissing or InvalidInput in one
    line. Pictures are encoded in batches padded to one size: matrix products take other paths for other sizes, and
    their last bits would differ with the company a picture keeps.

    The whole of a zone is squeezed into the model's square even where the model's own preprocessing cuts the longer
    side off: what lies at the edge of a zone is in the zone."""

    def __init__(self, choice: ModelChoice) -> None:
        self._choice = choice

    @functools.cached_property
    def provenance(self) -> Provenance:
        stat = self._weights.stat()
        digest = _weights_digest(self._weights, stat.st_mtime_ns, stat.st_size)
        return Provenance(self._choice.name, self._choice.pretrained, digest)

    @functools.cached_property
    def scale(self) -> float:
        return float(self._loaded.model.logit_scale.exp().item())

    @property
    def batch(self) -> int:
        return _CPU_BATCH if self._loaded.device == "cpu" else _GPU_BATCH

    def encode_images(self, images: Sequence[Image]) -> Vectors:
        """RGB pictures of any size → n × d float32, each row of length 1."""
        from PIL import Image as Pillow

        loaded = self._loaded
        return self._encode([loaded.transform(Pillow.fromarray(image)) for image in images], loaded.model.encode_image)

    def encode_texts(self, texts: Sequence[str]) -> Vectors:
        """Sentences → n × d float32, each row of length 1. Raises InvalidInput for one the model cannot take whole."""
        loaded = self._loaded
        for text in texts:
            self._refuse_if_cut(text)
        return self._encode(list(loaded.tokenizer(list(texts))) if texts else [], loaded.model.encode_text)

    def _refuse_if_cut(self, text: str) -> None:
        """A tokenizer silently drops what does not fit, often the very words that tell two prompts apart."""
        tokenizer = self._loaded.tokenizer
        if hasattr(tokenizer, "encode"):
            tokens = len(tokenizer.encode(text)) + 2
            if tokens > tokenizer.context_length:
                raise InvalidInput(
                    f"prompt {text!r} has {tokens} tokens, model {self._choice.name} takes {tokenizer.context_length}"
                )

    def _encode(self, inputs: list[Any], encode: Any) -> Vectors:
        import torch

        rows = [np.zeros((0, 0), dtype=np.float32)] if not inputs else []
        for begin in range(0, len(inputs), self.batch):
            part = inputs[begin : begin + self.batch]
            padded = torch.stack(part + [torch.zeros_like(part[0])] * (self.batch - len(part)))
            with torch.inference_mode():
                vectors = encode(padded.to(self._loaded.device), normalize=True)
            rows.append(vectors[: len(part)].float().cpu().numpy())
        found = np.concatenate(rows)
        if not np.isfinite(found).all():
            raise TrackerError(f"model {self._choice.name}: its vectors are not numbers; the weights are damaged")
        return found

    @functools.cached_property
    def _weights(self) -> Path:
        choice = self._choice
        if choice.directory is not None:
            return _weights_in(choice.directory, choice.name)
        return choice.weights_file or _published_weights(choice.name, str(choice.pretrained))

    @functools.cached_property
    def _loaded(self) -> _Loaded:
        open_clip = _open_clip()
        import torch
        from open_clip.pretrained import get_pretrained_cfg
        from open_clip.transform import PreprocessCfg, image_transform_v2

        choice, weights = self._choice, self._weights
        device = "cuda" if torch.cuda.is_available() else "cpu"
        name = f"local-dir:{choice.directory}" if choice.directory is not None else choice.name
        published = {} if choice.directory is not None else get_pretrained_cfg(name, str(choice.pretrained))
        try:
            model = open_clip.create_model(
                name,
                pretrained=None if choice.directory is not None else str(weights),
                device=device,
                force_quick_gelu=bool(published.get("quick_gelu")),
                force_preprocess_cfg={
                    key: published[key] for key in ("mean", "std", "interpolation", "resize_mode") if key in published
                },
                require_pretrained=True,
            )
            tokenizer = open_clip.get_tokenizer(name)
        except Exception as error:  # open_clip lets through whatever torch, safetensors and JSON raise
            raise InvalidInput(f"model {choice.name}: {weights} cannot be loaded: {first_line(error)}") from None
        seen = dict(model.visual.preprocess_cfg)
        if seen.get("resize_mode") == "shortest":
            seen["resize_mode"] = "squash"
        transform = image_transform_v2(PreprocessCfg(**seen), is_train=False)
        return _Loaded(model.eval(), tokenizer, transform, device)


@functools.lru_cache(maxsize=64)
def _weights_digest(path: Path, mtime_ns: int, size: int) -> str:  # noqa: ARG001  # they tell a changed file
    return file_sha256(path)


def _open_clip() -> Any:
    try:
        import open_clip
    except ImportError:
        raise MissingExtra("looking at pictures", "clip") from None
    return open_clip


def _weights_in(directory: Path, name: str) -> Path:
    wanted = f"model {name}: wanted an open_clip folder with open_clip_config.json and one weights file"
    if not (directory / "open_clip_config.json").is_file():
        raise ModelMissing(f"{wanted}, looked in {directory}; check the path (it is relative to the watch file)")
    found = sorted(path for path in directory.iterdir() if path.suffix in _WEIGHT_SUFFIXES)
    if len(found) != 1:
        raise ModelMissing(f"{wanted}, found {', '.join(path.name for path in found) or 'no weights'} in {directory}")
    return found[0]


def _published_weights(name: str, tag: str) -> Path:
    """The weights file of an open_clip name and tag: from the cache, or downloaded into it."""
    open_clip = _open_clip()
    from huggingface_hub import constants, hf_hub_download, try_to_load_from_cache
    from open_clip.constants import HF_SAFE_WEIGHTS_NAME, HF_WEIGHTS_NAME
    from open_clip.pretrained import get_pretrained_cfg

    if name not in open_clip.list_models():
        raise InvalidInput(f"model {name!r}: open_clip has no model of that name")
    published = get_pretrained_cfg(name, tag).get("hf_hub")
    if published is None:
        tags = ", ".join(open_clip.list_pretrained_tags_by_model(name))
        raise InvalidInput(f"model {name}: no weights tagged {tag!r} and no such file; open_clip has: {tags}")
    repository, _, file = published.rpartition("/")
    candidates = [file] if file else [HF_SAFE_WEIGHTS_NAME, HF_WEIGHTS_NAME]
    for candidate in candidates:
        cached = try_to_load_from_cache(repository, candidate)
        if isinstance(cached, str):
            return Path(cached)
    missing = f"model {name} ({tag}): wanted {repository} ({' or '.join(candidates)}), not in {constants.HF_HUB_CACHE}"
    remedy = "run once with a network, set HF_HUB_CACHE to where it is, or use local-dir:PATH"
    if constants.HF_HUB_OFFLINE:
        raise ModelMissing(f"{missing} and HF_HUB_OFFLINE is set; {remedy}")
    # The hub client would retry for most of a minute before it admits that there is no network.
    if not _reachable(constants.ENDPOINT):
        raise ModelMissing(f"{missing} and {constants.ENDPOINT} cannot be reached; {remedy}")
    problem = ""
    for candidate in candidates:
        try:
            return Path(hf_hub_download(repository, candidate))
        except (OSError, ValueError) as error:
            problem = first_line(error)
    raise ModelMissing(f"{missing} and could not be downloaded ({problem}); {remedy}")


def _reachable(endpoint: str) -> bool:
    """Whether a connection to the endpoint opens; taken for granted behind a proxy."""
    parts = urllib.parse.urlsplit(endpoint)
    if urllib.request.getproxies().get(parts.scheme) or os.environ.get("ALL_PROXY"):
        return True
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        socket.create_connection((parts.hostname or "", port), timeout=_REACHABLE_WITHIN_S).close()
    except OSError:
        return False
    return True
