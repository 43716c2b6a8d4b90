"""The media behind an event, and nothing that is not."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from contextlib import contextmanager
from pathlib import Path

import av
import pytest
from PIL import Image

from tests.http.home import ROOT, row, serving
from tests.http.test_access import add_token, run
from tracker import Tracker

MEDIA = Path(ROOT) / "fixtures" / "media"
RED, BLUE = (200, 20, 20), (20, 20, 200)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    with shelf_in(tmp_path_factory.mktemp("shelf")) as server:
        yield server


@contextmanager
def shelf_in(base):
    """A media folder with what should be served and what should not, and events that point at all of it."""
    folder = base / "media"
    (folder / "deep").mkdir(parents=True)
    for name in ("hall.mp4", "ana.flac"):
        shutil.copy(MEDIA / name, folder / name)
    picture = Image.new("RGB", (200, 100), RED)
    picture.paste(BLUE, (100, 50, 200, 100))
    picture.save(folder / "room.png")
    (folder / "words.txt").write_text("the keys are in the drawer", "utf-8")
    (folder / "page.html").write_text("<script>alert(1)</script>", "utf-8")
    (folder / "drawing.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    (base / "outside.png").write_bytes((folder / "room.png").read_bytes())
    os.symlink(base / "outside.png", folder / "out.png")
    os.symlink(base, folder / "up")
    os.symlink(folder / "room.png", folder / "deep" / "same.png")
    os.mkfifo(folder / "pipe.png")
    os.symlink("/dev/zero", folder / "zero.png")
    (folder / "deep" / "folder.png").mkdir()
    db = f"sqlite:///{folder / 'home.png'}"  # a database that looks like a picture
    pieces = {
        "room": {"uri": "room.png", "region": [0.5, 0.5, 0.5, 0.5], "sha256": digest(folder / "room.png")},
        "absolute": {"uri": (folder / "room.png").as_uri()},
        "through a link": {"uri": "deep/same.png"},
        "film": {"uri": "hall.mp4", "start_s": 3.0, "end_s": 6.0, "region": [0.25, 0.25, 0.5, 0.5]},
        "sound": {"uri": "ana.flac", "start_s": 0.5, "end_s": 2.0},
        "words": {"uri": "words.txt"},
        "claims to be a page": {"uri": "words.txt", "media_type": "text/html"},
        "long": {"uri": "hall.mp4", "start_s": 0.0, "end_s": 500.0},
        "other bytes": {"uri": "room.png", "sha256": "0" * 64},
        "missing": {"uri": "none.png"},
        "outside": {"uri": (base / "outside.png").as_uri()},
        "link out": {"uri": "out.png"},
        "link up": {"uri": "up/outside.png"},
        "pipe": {"uri": "pipe.png"},
        "device": {"uri": "zero.png"},
        "folder": {"uri": "deep/folder.png"},
        "database": {"uri": "home.png"},
        "its log": {"uri": "home.png-wal"},
        "page": {"uri": "page.html"},
        "drawing": {"uri": "drawing.svg"},
        "password": {"uri": "file:///etc/passwd"},
        "elsewhere": {"uri": "https://example.org/room.png"},
        "another host": {"uri": "file://example.org/room.png"},
    }
    with Tracker.open(db) as tracker:
        ids = {}
        for minute, (name, piece) in enumerate(pieces.items()):
            event = row(minute, "keys", "seen", "camera:hall", evidence=[piece], payload=CLAIM)
            ids[name] = str(tracker.append(event).event_ids[0])
        secret = row(50, "keys", "seen", "camera:hall", evidence=[pieces["room"]], payload=CLAIM, visibility=["ana"])
        ids["secret"] = str(tracker.append(secret).event_ids[0])
    with serving(db, media=folder) as server:
        server.ids, server.folder = ids, folder
        yield server


CLAIM = {"claim": {"value": "hall", "relation": "in"}}


def get(shelf, name, end="", **sent):
    return shelf.http.get(f"/v1/evidence/{shelf.ids[name]}/0{end}", **sent)


@pytest.mark.parametrize(
    ("name", "file", "kind"),
    [
        ("room", "room.png", "image/png"),
        ("absolute", "room.png", "image/png"),
        ("through a link", "room.png", "image/png"),
        ("film", "hall.mp4", "video/mp4"),
        ("sound", "ana.flac", "audio/flac"),
        ("words", "words.txt", "text/plain; charset=utf-8"),
        ("claims to be a page", "words.txt", "text/plain; charset=utf-8"),
    ],
)
def test_the_media_itself(shelf, name, file, kind):
    given = get(shelf, name)
    assert (given.status_code, given.headers["content-type"]) == (200, kind)
    assert given.content == (shelf.folder / file).read_bytes()
    assert given.headers["x-content-type-options"] == "nosniff"
    again = get(shelf, name, headers={"If-None-Match": given.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "name",
    [
        "other bytes", "missing", "outside", "link out", "link up", "pipe", "device", "folder", "database", "its log",
        "page", "drawing", "password", "elsewhere", "another host",
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", "/crop", "/clip"])
def test_what_is_not_media_in_the_folder_is_not_served(shelf, name, end):
    given = get(shelf, name, end)
    assert (given.status_code, given.json()["error"]["code"]) == (404, "no_media")
    assert str(shelf.folder) not in given.text


def test_the_database_goes_on_after_somebody_asked_for_it(shelf):
    """To open and close its file would have let go of its locks."""
    with Tracker.open(shelf.db) as tracker:
        tracker.append(row(50.1, "cup", "seen", "camera:hall", payload=CLAIM))
        assert get(shelf, "database").status_code == 404
        tracker.append(row(50.2, "cup", "seen", "camera:hall", payload=CLAIM))
        assert tracker.verify().ok
    assert shelf.http.get("/v1/count/cup").json()["count"] == 2


@pytest.mark.parametrize(
    ("asked", "first", "past"),
    [
        ("bytes=0-99", 0, 100),
        ("bytes=100-", 100, None),
        ("bytes=-50", -50, None),
        ("bytes=5-5", 5, 6),
        ("bytes=10-999999999", 10, None),
    ],
)
def test_a_range_of_it(shelf, asked, first, past):
    whole = (shelf.folder / "hall.mp4").read_bytes()
    given = get(shelf, "film", headers={"Range": asked})
    assert given.status_code == 206
    assert given.content == whole[first:past]
    start = first % len(whole)
    assert given.headers["content-range"] == f"bytes {start}-{start + len(given.content) - 1}/{len(whole)}"


def test_ranges_that_are_none(shelf):
    whole = (shelf.folder / "hall.mp4").read_bytes()
    beyond = get(shelf, "film", headers={"Range": f"bytes={len(whole)}-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{len(whole)}")
    for asked in ("bytes=9-3", "bytes=-0"):
        assert get(shelf, "film", headers={"Range": asked}).status_code == 416
    for asked in ("bytes=-", "lines=1-2", "bytes=0-1,5-6", "bytes=a-b"):
        assert get(shelf, "film", headers={"Range": asked}).content == whole
    older = get(shelf, "film", headers={"Range": "bytes=0-9", "If-Range": '"another"'})
    assert (older.status_code, older.content) == (200, whole)


def picture(given):
    assert (given.status_code, given.headers["content-type"]) == (200, "image/webp"), given.text
    return Image.open(io.BytesIO(given.content)).convert("RGB")


def near(one, other):
    return all(abs(a - b) < 40 for a, b in zip(one, other, strict=True))


def test_the_region_of_a_picture(shelf):
    cut = picture(get(shelf, "room", "/crop"))
    assert cut.size == (100, 50)
    assert near(cut.getpixel((5, 5)), BLUE)
    whole = picture(get(shelf, "room", "/crop", params={"whole": True}))
    assert whole.size == (200, 100)
    assert near(whole.getpixel((5, 5)), RED)


def test_the_region_of_a_film_s_frame(shelf):
    with av.open(str(shelf.folder / "hall.mp4")) as film:
        stream = film.streams.video[0]
        width, height = stream.codec_context.width, stream.codec_context.height
        frame = next(one for one in film.decode(stream) if one.time >= 3.0).to_image()
    cut = picture(get(shelf, "film", "/crop"))
    assert cut.size == (width // 2, height // 2)
    assert near(cut.getpixel((10, 10)), frame.getpixel((width // 4 + 10, height // 4 + 10)))


def test_the_seconds_of_a_film(shelf):
    given = get(shelf, "film", "/clip")
    assert (given.status_code, given.headers["content-type"]) == (200, "video/mp4")
    with av.open(io.BytesIO(given.content)) as film:
        times = [frame.time for frame in film.decode(video=0)]
        assert film.streams.video[0].codec_context.name == "h264"
    with av.open(str(shelf.folder / "hall.mp4")) as film:
        meant = [frame.time - 3.0 for frame in film.decode(video=0) if 3.0 < frame.time < 6.0]
    assert times == pytest.approx([0.0, *meant], abs=0.002), "the frame that is on at first, and those that follow"
    assert meant


def test_the_seconds_of_a_recording(shelf):
    given = get(shelf, "sound", "/clip")
    assert (given.status_code, given.headers["content-type"]) == (200, "audio/wav")
    with av.open(io.BytesIO(given.content)) as cut:
        heard = sum(frame.samples for frame in cut.decode(audio=0)) / cut.streams.audio[0].rate
    assert heard == pytest.approx(1.5, abs=0.001)


@pytest.mark.parametrize(
    ("name", "end"), [("sound", "/crop"), ("words", "/crop"), ("words", "/clip"), ("room", "/clip"), ("long", "/clip")]
)
def test_what_cannot_be_cut_is_said(shelf, name, end):
    given = get(shelf, name, end)
    assert given.status_code == 400
    assert "\n" not in given.json()["error"]["message"]


def test_what_is_damaged_is_said(shelf):
    (shelf.folder / "broken.png").write_bytes((shelf.folder / "room.png").read_bytes()[:60])
    (shelf.folder / "broken.mp4").write_bytes((shelf.folder / "hall.mp4").read_bytes()[:200])
    (shelf.folder / "list.mp4").write_bytes(b"ffconcat version 1.0\nfile '/etc/passwd'\n")
    for name in ("broken.png", "broken.mp4", "list.mp4"):
        event = row(50.3, name, "seen", "camera:hall", evidence=[{"uri": name}], payload=CLAIM)
        shelf.ids[name] = shelf.http.post("/v1/events", json=event).json()["event_ids"][0]
        assert get(shelf, name, "/crop").status_code == 400
        assert get(shelf, name, "/clip").status_code == 400


@pytest.mark.parametrize(
    "path", ["{event}/1", "{event}/99999", "00000000-0000-0000-0000-000000000000/0", "x/0", "{event}/-1"]
)
def test_what_no_event_points_at_is_not_there(shelf, path):
    given = shelf.http.get(f"/v1/evidence/{path.format(event=shelf.ids['room'])}")
    assert given.status_code in (404, 422)


@pytest.fixture
def own_shelf(tmp_path):
    with shelf_in(tmp_path) as server:
        yield server


def test_what_is_restricted_is_hidden_and_looking_at_it_is_noted(own_shelf):
    shelf = own_shelf
    tokens = {name: add_token(shelf.db, name, ["read"], [name]) for name in ("ana", "ben")}

    def look(who, name, end=""):
        return get(shelf, name, end, headers={"Authorization": f"Bearer {tokens[who]}"})

    hidden = look("ben", "secret")
    shelf.ids["nothing"] = shelf.ids["secret"][:-4] + "0000"
    assert (hidden.status_code, hidden.text) == (404, look("ben", "nothing").text)
    assert look("ben", "secret", "/crop").text == look("ben", "nothing", "/crop").text
    assert look("ben", "room").status_code == 200
    assert [look("ana", "secret", end).status_code for end in ("", "/crop")] == [200, 200]
    noted = json.loads(run(shelf.db, "token", "looked", "--json").stdout)
    ours = [one for one in noted if one["name"] in tokens]
    assert [(one["name"], one["event_id"], one["what"]) for one in ours] == [
        ("ana", shelf.ids["secret"], "media"),
        ("ana", shelf.ids["secret"], "crop"),
    ]
