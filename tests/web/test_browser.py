"""A newcomer's whole path in a real browser, by keyboard, in both languages; and no page that keeps anybody out."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from tests.http.home import ROWS, row, serving
from tests.web.chromium import Heard, browsing
from tracker import Tracker
from tracker.serve.web import words

pytestmark = pytest.mark.slow
expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
PATHS = ("/", "/?q=where+are+the+car+keys", "/things", "/thing?id=keys", "/places", "/review", "/review?status=all",
         "/sources", "/log", "/log?start=never")  # fmt: skip
GRAVE = ("serious", "critical")
LANGUAGES = {"en": "en-GB", "zh-Hant": "zh-TW"}
QUESTIONS = {"en": "Where are the car keys?", "zh-Hant": "車鑰匙在哪裡？"}


@pytest.fixture
def media(tmp_path) -> Path:
    """A folder with a picture and a recording, and events that point at them."""
    from PIL import Image

    Image.new("RGB", (320, 180), "#456").save(tmp_path / "study.jpg")
    with wave.open(str(tmp_path / "ana.wav"), "wb") as sound:
        sound.setnchannels(1), sound.setsampwidth(2), sound.setframerate(8000)
        sound.writeframes(bytes(16_000 * 3))
    return tmp_path


def told() -> list[dict]:
    picture = {"uri": "study.jpg", "media_type": "image/jpeg", "region": [0.2, 0.3, 0.2, 0.3]}
    words_said = "My car keys are on the desk."
    sound = {"uri": "ana.wav", "media_type": "audio/wav", "start_s": 0.5, "end_s": 1.5, "text": words_said}
    claim = {"claim": {"value": "desk", "relation": "on"}, "text": words_said, "speaker": "ana"}
    room = row(0.5, "study", "registered", "user:ana", payload={"kind": "room", "names": ["study", "書房"]})
    rows = [one for one in ROWS if one["source_key"] != "keys-25"]
    lies = {"claim": {"value": "desk", "relation": "on"}}
    rows.append(row(25, "keys", "seen", "camera:study", payload=lies, confidence=0.9, evidence=[picture]))
    return [*rows, room, row(5, "keys", "stated", "chat:ana", payload=claim, evidence=[sound])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_asks_looks_decides_by_keyboard_and_takes_it_back(media, language):
    db, say, heard = f"sqlite:///{media / 'home.db'}", words.catalogue(language), Heard()
    with serving(db, media=media) as server, browsing(server.url, heard=heard, locale=LANGUAGES[language]) as page:
        page.goto("/")
        assert page.get_by_text(say["first_title"]).is_visible()
        assert page.locator("html").get_attribute("lang") == language
        with Tracker.open(db) as tracker:
            tracker.append(told())

        page.goto("/")
        page.keyboard.type(QUESTIONS[language])  # the box waits for it
        page.keyboard.press("Enter")
        card = page.locator("article.card.conflict")
        card.wait_for()
        assert say["status_conflict"] in card.inner_text()
        assert "Asia/Taipei" in page.locator("footer").inner_text()

        picture = page.locator("a.frame img").first
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("one => one.naturalWidth") > 0
        assert page.locator("a.frame rect").first.get_attribute("width") == "0.2"

        card.get_by_text(say["settle"]).press("Enter")
        page.locator("section.item").wait_for()
        page.keyboard.press("1")
        page.locator("section.outcome").wait_for()
        assert server.http.get("/v1/where/keys").json()["status"] == "current"
        outcome = page.locator("section.outcome").inner_text()
        assert say["status_conflict"] in outcome
        assert say["status_current"] in outcome

        decided = page.url
        page.keyboard.press("u")
        page.wait_for_url(lambda url: "decided=" in url and url != decided)
        assert server.http.get("/v1/where/keys").json()["status"] == "conflict"
        assert (heard.foreign, heard.failed) == ([], [])


def test_what_was_said_can_be_heard_and_its_words_are_marked(media):
    db = f"sqlite:///{media / 'home.db'}"
    with Tracker.open(db) as tracker:
        tracker.append(told())
        said = next(tracker.events(types=["stated"])).event_id
    with serving(db, media=media) as server, browsing(server.url) as page:
        page.goto(f"/event?id={said}")
        assert page.locator("mark").inner_text() == "desk"
        page.locator("audio").evaluate("sound => sound.play()")
        expect(page.locator("audio")).not_to_have_js_property("currentTime", 0)
        assert page.locator("audio").evaluate("sound => sound.duration") == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_keeps_anybody_out(media, language, scheme):
    """axe-core finds nothing serious, on a desk and on a phone, and a phone scrolls no page sideways."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    db, heard = f"sqlite:///{media / 'home.db'}", Heard()
    with Tracker.open(db) as tracker:
        tracker.append(told())
        item = next(one for one in tracker.conflicts() if one.entity_id == "keys")
        side = item.candidates[0].event_id
        keep = {"action": "resolve", "conflict_id": item.conflict_id, "keep": [side], "by": "ana"}
        decided = tracker.decide(keep).event_ids[0]
        tracker.append([row(40, "keys", "seen", "camera:lounge", payload={"claim": {"value": "sofa"}}, confidence=0.9)])
    shape = {"locale": LANGUAGES[language], "color_scheme": scheme, "viewport": {"width": 390, "height": 844}}
    with serving(db, media=media) as server, browsing(server.url, heard=heard, **shape) as page:
        for path in (*PATHS, f"/review?decided={decided}", f"/event?id={decided}"):
            page.goto(path)
            page.wait_for_load_state("networkidle")
            found = axe.Axe().run(page).response["violations"]
            grave = [(one["id"], one["nodes"][0]["target"]) for one in found if one["impact"] in GRAVE]
            assert grave == [], path
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, path
        assert (heard.foreign, heard.failed) == ([], [])


def test_the_login_page_keeps_nobody_out_either_and_signs_in(media):
    from tracker.serve.access.tokens import Tokens

    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    db = f"sqlite:///{media / 'home.db'}"
    with Tracker.open(db) as tracker:
        tracker.append(told())
        token = Tokens(tracker.store).add("ana", ["review"], ["*"])
    with serving(db, media=media) as server, browsing(server.url) as page:
        page.goto("/review")
        assert axe.Axe().run(page).response["violations"] == []
        page.keyboard.type(token)
        page.keyboard.press("Enter")
        page.locator("section.item").wait_for()
        page.keyboard.press("1")
        page.locator("section.outcome").wait_for()
    with Tracker.open(db) as tracker:
        assert [one.source for one in tracker.events(types=["resolved"])] == ["user:ana"]


def test_things_are_found_as_one_types(media):
    db = f"sqlite:///{media / 'home.db'}"
    with Tracker.open(db) as tracker:
        tracker.append(told())
    with serving(db, media=media) as server, browsing(server.url) as page:
        page.goto("/things")
        everything = page.locator(".things li").count()
        page.locator("#name").press_sequentially("wall")
        expect(page.locator(".things li")).to_have_count(1)
        assert everything > 1
