"""Media as evidence points at them."""

import hashlib

import pytest

from tracker.errors import InvalidInput
from tracker.ingest.media import file_sha256, media_type, read_media


def test_media_is_named_relative_to_its_folder_and_digested(tmp_path):
    path = tmp_path / "kitchen" / "day one.FLAC"
    path.parent.mkdir()
    path.write_bytes(b"sound" * 1_000_000)
    media = read_media(path, tmp_path)
    assert (media.uri, media.media_type) == ("kitchen/day one.FLAC", "audio/flac")
    assert media.sha256 == hashlib.sha256(b"sound" * 1_000_000).hexdigest() == file_sha256(path)
    assert read_media(path).uri == path.resolve().as_uri()


@pytest.mark.parametrize(
    ("name", "kind"), [("a.mp4", "video/mp4"), ("a.JPG", "image/jpeg"), ("a.png", "image/png"), ("a.zzz", None)]
)
def test_media_types_follow_the_suffix(tmp_path, name, kind):
    assert media_type(tmp_path / name) == kind


def test_media_outside_its_folder_or_absent_is_one_line(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out.wav").write_bytes(b"x")
    (tmp_path / "line\nbreak.wav").write_bytes(b"x")
    for path, root, problem in [
        (tmp_path / "out.wav", tmp_path / "in", "not inside the media folder"),
        (tmp_path / "in" / ".." / "out.wav", tmp_path / "in", "not inside the media folder"),
        (tmp_path / "gone.wav", tmp_path, "no such file"),
        (tmp_path / "in", tmp_path, "not a file"),
        (tmp_path / "line\nbreak.wav", tmp_path, "cannot be kept as evidence"),
    ]:
        with pytest.raises(InvalidInput, match=problem) as refused:
            read_media(path, root)
        assert "\n" not in str(refused.value)
