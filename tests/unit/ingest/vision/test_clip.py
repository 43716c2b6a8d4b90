"""CLIP through open_clip: the real loading code on a tiny model of random weights, and each way it can be missing."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tracker.errors import InvalidInput, MissingExtra, ModelMissing, TrackerError
from tracker.ingest.media import file_sha256
from tracker.ingest.vision.clip import ClipEncoder
from tracker.ingest.vision.watch import ModelChoice

SHAPE = {
    "embed_dim": 32,
    "vision_cfg": {"image_size": 32, "layers": 2, "width": 64, "patch_size": 8, "head_width": 32},
    "text_cfg": {"context_length": 16, "vocab_size": 49408, "width": 32, "heads": 2, "layers": 1},
}


def local(folder: Path) -> ClipEncoder:
    choice = ModelChoice.model_validate({"name": f"local-dir:{folder.name}"}, context={"folder": folder.parent})
    return ClipEncoder(choice)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    """A folder in open_clip's local-dir layout, weights drawn at random from a fixed seed."""
    import open_clip
    import torch
    from safetensors.torch import save_file

    folder = tmp_path_factory.mktemp("models") / "random"
    folder.mkdir()
    torch.manual_seed(0)
    model = open_clip.CLIP(**SHAPE)
    save_file({name: part.contiguous() for name, part in model.state_dict().items()}, folder / "model.safetensors")
    (folder / "open_clip_config.json").write_text(json.dumps({"model_cfg": SHAPE}))
    return folder


@pytest.fixture
def pictures():
    rng = np.random.default_rng(0)
    return [rng.integers(0, 256, (20 + n, 60 - n, 3), dtype=np.uint8) for n in range(19)]


@pytest.mark.slow
def test_vectors_are_of_unit_length_and_know_their_model(tiny, pictures):
    encoder = local(tiny)
    seen, said = encoder.encode_images(pictures), encoder.encode_texts(["keys", "an empty drawer"])
    assert (seen.shape, said.shape, seen.dtype) == ((19, 32), (2, 32), np.float32)
    assert np.allclose(np.linalg.norm(seen, axis=1), 1, atol=1e-5)
    assert np.allclose(np.linalg.norm(said, axis=1), 1, atol=1e-5)
    assert encoder.encode_texts([]).shape[0] == 0
    assert encoder.scale == pytest.approx(1 / 0.07, rel=1e-4)  # CLIP's starting temperature
    assert encoder.provenance == ("local-dir:random", None, file_sha256(tiny / "model.safetensors"))


@pytest.mark.slow
def test_a_vector_does_not_depend_on_its_company(tiny, pictures):
    """Bit for bit: alone, in another place, in another batch."""
    encoder = local(tiny)
    together = encoder.encode_images(pictures)
    assert np.array_equal(encoder.encode_images(pictures[::-1])[::-1], together)
    assert np.array_equal(encoder.encode_images([pictures[5]])[0], together[5])
    assert np.array_equal(encoder.encode_images(pictures[3:14]), together[3:14])


@pytest.mark.slow
def test_the_edges_of_a_wide_zone_are_seen(tiny):
    """open_clip's default preprocessing would cut both ends off."""
    plain = np.full((32, 128, 3), 128, np.uint8)
    marked = plain.copy()
    marked[:, :20] = 255
    encoder = local(tiny)
    one, other = encoder.encode_images([plain, marked])
    assert not np.allclose(one, other, atol=1e-3)


@pytest.mark.slow
def test_a_prompt_too_long_for_the_model_is_refused(tiny):
    with pytest.raises(InvalidInput, match=r"prompt 'keys keys .*' has 22 tokens, model local-dir:random takes 16"):
        local(tiny).encode_texts([" ".join(["keys"] * 20)])


@pytest.mark.slow
def test_damaged_weights_are_one_line(tiny, tmp_path, pictures):
    (tmp_path / "open_clip_config.json").write_text((tiny / "open_clip_config.json").read_text())
    (tmp_path / "model.safetensors").write_bytes((tiny / "model.safetensors").read_bytes()[:1000])
    with pytest.raises(InvalidInput, match=r"model local-dir:.*: .*model\.safetensors cannot be loaded: ") as raised:
        local(tmp_path).encode_images(pictures)
    assert "\n" not in str(raised.value)


@pytest.mark.slow
def test_weights_that_are_not_numbers_are_refused(tiny, tmp_path, pictures):
    from safetensors.torch import load_file, save_file

    weights = load_file(tiny / "model.safetensors")
    weights["visual.proj"][0, 0] = float("nan")
    save_file(weights, tmp_path / "model.safetensors")
    (tmp_path / "open_clip_config.json").write_text((tiny / "open_clip_config.json").read_text())
    with pytest.raises(TrackerError, match="its vectors are not numbers"):
        local(tmp_path).encode_images(pictures)


def test_a_local_model_that_is_not_there_says_what_and_where(tmp_path):
    with pytest.raises(ModelMissing, match=f"wanted an open_clip folder .*, looked in {tmp_path / 'gone'}; check"):
        _ = local(tmp_path / "gone").provenance
    (tmp_path / "open_clip_config.json").write_text("{}")
    with pytest.raises(ModelMissing, match=f"found no weights in {tmp_path}"):
        _ = local(tmp_path).provenance
    (tmp_path / "a.safetensors").touch(), (tmp_path / "b.bin").touch()
    with pytest.raises(ModelMissing, match=r"found a\.safetensors, b\.bin in"):
        _ = local(tmp_path).provenance


def test_a_missing_extra_names_the_install_command(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "open_clip", None)
    with pytest.raises(MissingExtra, match=r"pip install 'tracker\[clip\]'"):
        _ = ClipEncoder(ModelChoice()).provenance


def run_in_new_process(code: str, **environment: str) -> str:
    code = (
        "from tracker.ingest.vision.clip import ClipEncoder\nfrom tracker.ingest.vision.watch import ModelChoice\n"
        f"try:\n    {code}\nexcept Exception as error:\n    print(type(error).__name__, error, sep=': ')"
    )
    command, env = [sys.executable, "-c", code], {"PATH": "", **environment}
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120, env=env)
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "why"),
    [
        ({"HF_HUB_OFFLINE": "1"}, "and HF_HUB_OFFLINE is set"),
        # Nobody listens on port 1: the network is there, the hub is not.
        ({"HF_ENDPOINT": "http://127.0.0.1:1"}, "and http://127.0.0.1:1 cannot be reached"),
    ],
)
def test_a_published_model_that_cannot_be_had_is_one_line(tmp_path, environment, why):
    """What was wanted, where it was looked for, how to get it; in seconds, and without a word from the hub client."""
    said = run_in_new_process("ClipEncoder(ModelChoice()).provenance", HF_HUB_CACHE=str(tmp_path), **environment)
    assert said == (
        "ModelMissing: model ViT-B-32 (laion2b_s34b_b79k): wanted laion/CLIP-ViT-B-32-laion2B-s34B-b79K "
        f"(open_clip_model.safetensors or open_clip_pytorch_model.bin), not in {tmp_path} {why}; "
        "run once with a network, set HF_HUB_CACHE to where it is, or use local-dir:PATH"
    )


@pytest.mark.slow
def test_a_published_model_in_the_cache_needs_no_network(tmp_path):
    """Its weights are found and named; the hub's cache layout, with stand-in weights that are not loaded here."""
    snapshot = tmp_path / "models--laion--CLIP-ViT-B-32-laion2B-s34B-b79K" / "snapshots" / ("a" * 40)
    snapshot.mkdir(parents=True)
    (snapshot / "open_clip_pytorch_model.bin").write_bytes(b"weights")
    (snapshot.parents[1] / "refs").mkdir()
    (snapshot.parents[1] / "refs" / "main").write_text("a" * 40)
    said = run_in_new_process("print(ClipEncoder(ModelChoice()).provenance.digest)", HF_HUB_CACHE=str(tmp_path))
    assert said == hashlib.sha256(b"weights").hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "tag", "problem"),
    [
        ("ViT-B-33", "x", "model 'ViT-B-33': open_clip has no model of that name"),
        ("ViT-B-32", "x", "model ViT-B-32: no weights tagged 'x' and no such file; open_clip has: openai"),
    ],
)
def test_a_wrong_name_or_tag_is_one_line(name, tag, problem):
    with pytest.raises(InvalidInput, match=problem):
        _ = ClipEncoder(ModelChoice(name=name, pretrained=tag)).provenance


@pytest.mark.slow
def test_a_published_architecture_takes_a_weights_file(tmp_path, pictures):
    """`pretrained` may be a file beside the watch file; the smallest architecture open_clip lists, random weights."""
    import open_clip
    import torch

    torch.manual_seed(0)
    torch.save(open_clip.create_model("ViT-S-32-alt").state_dict(), tmp_path / "mine.pth")
    choice = ModelChoice.model_validate(
        {"name": "ViT-S-32-alt", "pretrained": "mine.pth"}, context={"folder": tmp_path}
    )
    encoder = ClipEncoder(choice)
    assert encoder.encode_images(pictures[:2]).shape == (2, 256)
    assert encoder.provenance.digest == file_sha256(tmp_path / "mine.pth")
