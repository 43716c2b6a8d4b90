"""The watch file: what is allowed in it, and one line naming file and key for what is not."""

from pathlib import Path

import pytest

from tracker.errors import InvalidInput
from tracker.ingest.vision import watch as watch_module
from tracker.ingest.vision.watch import DEFAULT_MODEL, ModelChoice, read_watch

GOOD = """
[cameras.hall.zones.drawer]
box = [0.1, 0.2, 0.3, 0.4]
place = "hall_drawer"
empty = ["an empty drawer"]
entities.keys.prompts = ["keys in a drawer"]
"""
STATE = """
[cameras.hall.zones.door]
box = [0.1, 0.2, 0.3, 0.4]
[cameras.hall.zones.door.states.front_door.openness.values]
open = ["an open door"]
closed = ["a closed door"]
"""


def read(tmp_path: Path, text: str):
    path = tmp_path / "home.toml"
    path.write_text(text)
    return read_watch(path)


def test_the_example_in_the_documentation_is_valid(tmp_path):
    """What the module's docstring shows can be used as it stands."""
    example = watch_module.__doc__.partition(":\n\n")[0] and watch_module.__doc__.split("\n\n", 1)[1]
    lines = [line[4:] for line in example.splitlines() if line.startswith("    ")]
    watch = read(tmp_path, "\n".join(lines))
    assert list(watch.camera().zones) == ["drawer", "door"]


def test_the_demo_watch_file_is_valid():
    watch = read_watch(Path("fixtures/watch/home.toml"))
    assert list(watch.cameras) == ["hall", "study", "lounge"]


def test_defaults_are_enough_for_a_real_home(tmp_path):
    """A zone and what to look for suffice: the source is named after the camera, the model is a published one."""
    camera = read(tmp_path, GOOD).camera()
    assert camera.source == "camera:hall"
    assert (camera.model.name, camera.model.pretrained) == DEFAULT_MODEL
    assert (ModelChoice().name, ModelChoice().pretrained) == DEFAULT_MODEL


def test_a_local_model_lies_beside_the_watch_file(tmp_path):
    camera = read(tmp_path, '[model]\nname = "local-dir:models/tiny"' + GOOD).camera()
    assert camera.model.directory == tmp_path / "models/tiny"


def test_an_entry_overrides_only_the_thresholds_it_sets(tmp_path):
    text = "[cameras.hall.thresholds]\nenter = 0.9\nmin_samples = 5\n" + GOOD
    camera = read(tmp_path, text + "entities.keys.thresholds.min_samples = 3").camera()
    settings = camera.thresholds_for(camera.zones["drawer"].entities["keys"])
    assert (settings.enter, settings.min_samples, settings.max_gap_s) == (0.9, 3, 60.0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("cameras = 3", "home.toml: cameras: Input should be a valid dictionary"),
        ("", "home.toml: cameras: missing"),
        ("[cameras]", "home.toml: cameras: Dictionary should have at least 1 item"),
        ("not toml", "home.toml: not TOML: "),
        (GOOD.replace("[0.1, 0.2, 0.3, 0.4]", "[0.1, 0.2, 0.3]"), "home.toml: cameras.hall.zones.drawer.box"),
        (GOOD.replace("0.3, 0.4]", "1.3, 0.4]"), "home.toml: cameras.hall.zones.drawer.box.2: "),
        (GOOD.replace("0.3, 0.4]", "0.95, 0.4]"), "drawer.box: the box reaches outside the picture"),
        (GOOD.replace("0.3, 0.4]", "0, 0.4]"), "drawer.box: width and height must be more than 0"),
        (
            GOOD.replace("empty =", "emtpy ="),
            "home.toml: cameras.hall.zones.drawer.emtpy: no such key; did you mean empty?",
        ),
        (GOOD.replace('empty = ["an empty drawer"]', ""), "drawer.entities.keys.negatives: needed"),
        (GOOD.replace('place = "hall_drawer"', ""), "home.toml: cameras.hall.zones.drawer.place: needed"),
        (GOOD.replace('"hall_drawer"', '"keys"'), "entities.keys: the entity is the zone's own place"),
        (GOOD.replace("entities.keys.prompts", "#"), "home.toml: cameras.hall.zones.drawer: nothing to look for"),
        (GOOD + 'entities.keys.examples = ["no.png"]', "entities.keys.examples.0: no such file: "),
        (GOOD + "entities.keys.thresholds.leave = 0.8", "keys.thresholds: leave (0.8) is not below enter (0.7)"),
        (GOOD + "entities.keys.thresholds.enter = nan", "entities.keys.thresholds.enter: "),
        ("[cameras.hall]\nstart = 2026-03-02T14:00:00\n" + GOOD, "home.toml: cameras.hall.start: the time has no zone"),
        ('[cameras.hall]\ntz = "Mars/Base"\n' + GOOD, "home.toml: cameras.hall.tz: unknown time zone 'Mars/Base'"),
        ("[cameras.hall]\nevery_s = 0\n" + GOOD, "home.toml: cameras.hall.every_s: "),
        ('[model]\nname = "ViT-B-16"' + GOOD, "home.toml: model: 'ViT-B-16' needs `pretrained`"),
        ('[model]\nname = "hf-hub:a/b"' + GOOD, "home.toml: model: hf-hub: names are not supported"),
        (STATE.replace('closed = ["a closed door"]', ""), "front_door.openness.values: needs at least two values"),
        (STATE.replace('["a closed door"]', "[]"), "front_door.openness.values.closed: is empty"),
        (STATE.replace("openness", "location"), "front_door.location: location is what entities and place are for"),
    ],
)
def test_a_mistake_is_one_line_naming_file_and_key(tmp_path, text, problem):
    with pytest.raises(InvalidInput) as raised:
        read(tmp_path, text)
    assert problem in str(raised.value)
    assert "\n" not in str(raised.value)
    assert str(raised.value).startswith("home.toml: ")


def test_a_missing_file_or_camera_is_one_line(tmp_path):
    with pytest.raises(InvalidInput, match=r"nothing\.toml: no such file"):
        read_watch(tmp_path / "nothing.toml")
    with pytest.raises(InvalidInput, match="no camera 'attic'; it has: hall"):
        read(tmp_path, GOOD).camera("attic")
    with pytest.raises(InvalidInput, match="several cameras, name one of: hall, study"):
        read(tmp_path, GOOD + GOOD.replace("hall", "study")).camera()
