"""Every page, in both languages, without scripts: what it says, what it lets through, and what it never lets slip."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import httpx
import pytest

from tests.http.home import ROWS, seen, serving
from tests.web.browse import Page, look
from tracker import Tracker
from tracker.domain.payloads import PAYLOADS
from tracker.serve.access.tokens import Tokens
from tracker.serve.web import words

PATHS = ("/", "/?q=where+are+the+car+keys", "/things", "/thing?id=keys", "/thing?id=box+2%2F3", "/places", "/review",
         "/sources", "/log")  # fmt: skip
FOLDER = Path(words.__file__).parent


@pytest.fixture
def db(tmp_path) -> str:
    url = f"sqlite:///{tmp_path / 'home.db'}"
    with Tracker.open(url) as tracker:
        tracker.append(ROWS)
    return url


@pytest.fixture
def server(db):
    with serving(db) as running:
        yield running


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_page_is_of_this_server_alone_and_holds_no_script_or_style(server, language):
    for path in PATHS:
        answer = server.http.get(path, headers={"Accept-Language": language})
        page = Page(answer.text)
        assert answer.status_code == 200
        assert not page.scripts_inside, path
        assert all(at.startswith(("/", "#")) and not at.startswith("//") for at in page.addresses), path
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert policy.startswith("default-src 'none'")


def test_every_link_on_every_page_leads_somewhere(server):
    """Also to things whose ids hold a slash, a space."""
    found = {at for path in PATHS for at in look(server.http, path).links}
    for at in sorted(found - {"#main"}):
        assert server.http.get(at, follow_redirects=True).status_code == 200, at


def test_an_answer_says_its_status_as_a_word_and_shows_both_sides(server):
    english = look(server.http, "/?q=where are the car keys")
    assert "disputed" in english.text
    assert "camera:study" in english.text
    assert "camera:lounge" in english.text
    chinese = look(server.http, "/?q=車鑰匙在哪裡", **{"Accept-Language": "zh-TW"})
    assert "有爭議" in chinese.text


def test_an_empty_database_leads_to_the_demo_and_takes_a_first_sentence(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'new.db'}") as server:
        first = look(server.http, "/")
        assert "tracker demo --serve" in first.text
        told = {**first.form("/note"), "text": ["The lamp is on the desk."]}
        assert server.http.post("/note", data=told).status_code == 303
        assert "desk" in look(server.http, "/thing?id=lamp").text


def test_a_decision_shows_what_it_changed_and_undo_brings_it_back(server):
    before = look(server.http, "/thing?id=keys").text
    item = look(server.http, "/review")
    side = next(one for one in re.findall(r'value="keep:([^"]+)"', server.http.get("/review").text))
    fields = item.form("/review")
    answer = server.http.post("/review", data={**fields, "do": f"keep:{side}"}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    outcome = look(server.http, answer.headers["location"])
    assert "What the decision changed" in outcome.text
    assert server.http.get("/v1/where/keys").json()["status"] == "current"
    undone = server.http.post("/review/undo", data=outcome.form("/review/undo"))
    assert undone.status_code == 303
    assert "disputed" in look(server.http, undone.headers["location"]).text
    assert server.http.get("/v1/where/keys").json()["status"] == "conflict"
    assert "disputed" in before


def test_a_decision_on_what_has_changed_is_refused_and_shows_how_it_stands_now(server, db):
    text = server.http.get("/review").text
    fields = Page(text).form("/review")
    side = re.findall(r'value="keep:([^"]+)"', text)[0]
    with Tracker.open(db) as tracker:
        tracker.append([seen(29, "keys", "garage", "camera:garage", confidence=0.9)])
    late = server.http.post("/review", data={**fields, "do": f"keep:{side}"})
    assert late.status_code == 409
    assert "nothing was decided" in late.text
    assert "garage" in late.text
    with Tracker.open(db) as tracker:
        assert list(tracker.events(types=["resolved"])) == []


def test_no_form_counts_without_the_proof_of_a_page_of_this_visitor(server):
    form = look(server.http, "/review").form("/review")
    other = httpx.Client(base_url=server.url)
    other.get("/review")
    for client, data in (
        (server.http, {**form, "csrf": ["0" * 64]}),
        (other, form),
        (httpx.Client(base_url=server.url), form),
    ):
        assert client.post("/review", data={**data, "do": "neither"}).status_code == 403
    assert server.http.get("/v1/where/keys").json()["status"] == "conflict"


@pytest.fixture
def guarded(db):
    with Tracker.open(db) as tracker:
        tokens = {
            "reader": Tokens(tracker.store).add("reader", ["read"], []),
            "ana": Tokens(tracker.store).add("ana", ["admin"], ["*"]),
            "feeder": Tokens(tracker.store).add("feeder", ["ingest"], []),
        }
    with serving(db) as running:
        yield running, tokens


def sign_in(server, token: str) -> httpx.Client:
    http = httpx.Client(base_url=server.url)
    fields = look(http, "/login").form("/login")
    answer = http.post("/login", data={**fields, "token": token, "to": "/things"})
    assert answer.status_code == 303
    cookie = next(one for one in answer.headers.get_list("set-cookie") if one.startswith("tracker_session"))
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    return http


def test_who_is_not_signed_in_is_led_to_the_login_and_back(guarded):
    server, tokens = guarded
    for path in PATHS:
        answer = httpx.get(server.url + path)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/login?to=")
    wrong = httpx.Client(base_url=server.url)
    fields = look(wrong, "/login").form("/login")
    assert wrong.post("/login", data={**fields, "token": "trk_no"}).status_code == 401
    http = sign_in(server, tokens["ana"])
    assert "diary" in look(http, "/things").text
    assert http.post("/logout", data=look(http, "/").form("/logout")).status_code == 303
    assert http.get("/things").status_code == 303


def test_the_login_leads_to_no_other_site(guarded):
    server, tokens = guarded
    for to in ("//evil.example", "https://evil.example", "/\\evil.example"):
        http = httpx.Client(base_url=server.url)
        fields = look(http, "/login").form("/login")
        answer = http.post("/login", data={**fields, "token": tokens["ana"], "to": to})
        assert answer.headers["location"] == "/"


def test_no_page_hints_at_what_a_visitor_may_not_see(guarded, db):
    server, tokens = guarded
    http = sign_in(server, tokens["reader"])
    with Tracker.open(db) as tracker:
        hidden = next(tracker.events("diary"))
    for path in (*PATHS, "/thing?id=desk", "/review?status=all"):
        assert "diary" not in look(http, path).text, path
    unknown, absent = look(http, "/thing?id=diary"), look(http, "/thing?id=dairy")
    assert unknown.text.replace("diary", "dairy") == absent.text
    assert http.get(f"/event?id={hidden.event_id}").status_code == 404
    assert "at position 8" in look(http, "/log").text


def test_who_may_only_read_decides_nothing_and_who_may_only_report_reads_nothing(guarded):
    server, tokens = guarded
    http = sign_in(server, tokens["reader"])
    page = look(http, "/review")
    assert "not decide it" in page.text
    assert http.post("/review", data={**page.form("/review"), "do": "neither"}).status_code == 403
    feeder = sign_in(server, tokens["feeder"]).get("/things")
    assert feeder.status_code == 403
    assert "You may not do this" in feeder.text


def test_a_cookie_reads_evidence_and_writes_nothing_over_the_api(guarded):
    server, tokens = guarded
    http = sign_in(server, tokens["ana"])
    assert http.get("/v1/where/keys").status_code == 200
    assert http.post("/v1/note", json={"text": "The lamp is on the desk."}).status_code == 401


@pytest.mark.parametrize("path", ["/event?id=00000000-0000-0000-0000-000000000000", "/static/../words.py",
                                  "/static/vendor/nothing.js"])  # fmt: skip
def test_what_is_not_there_is_a_page_that_says_so(server, path):
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert "def " not in answer.text


@pytest.mark.parametrize("path", ["/log?start=soon", "/thing?id=keys&known_at=never", "/log?cursor=x", "/thing",
                                  "/event?id=1", "/?q=" + "x" * 600, "/thing?id=" + "x" * 300])  # fmt: skip
def test_bad_input_is_a_page_and_no_defect(server, path):
    answer = server.http.get(path)
    assert answer.status_code in (200, 400, 422)
    assert answer.headers["content-type"].startswith("text/html")


def test_the_chain_is_checked_for_who_may_read_all(server):
    done = server.http.post("/log/verify", data=look(server.http, "/log").form("/log/verify"))
    assert "The chain holds" in done.text


def test_both_catalogues_hold_the_same_messages_with_the_same_gaps():
    english, chinese = (words.catalogue(one) for one in words.LANGUAGES)
    assert english.keys() == chinese.keys()
    for key in english:
        gaps = [{name for _, name, _, _ in Formatter().parse(one[key]) if name} for one in (english, chinese)]
        assert gaps[0] == gaps[1], key
    assert {f"type_{one}" for one in PAYLOADS} <= english.keys()


def test_every_message_of_a_template_is_in_the_catalogue():
    used = {key for file in (FOLDER / "templates").glob("*.html")
            for key in re.findall(r"""\bt\(["'](\w+)["'][,)]""", file.read_text(encoding="utf-8"))}  # fmt: skip
    assert used
    assert used <= words.catalogue("en").keys()


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [(None, "", "en"), (None, "zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"), (None, "en-GB,zh;q=0.5", "en"),
     (None, "de;q=0.9,zh-Hant;q=0.2", "zh-Hant"), ("zh-Hant", "en", "zh-Hant"), ("xx", "zh", "zh-Hant"),
     (None, "en;q=0.x,zh;q=0.1", "zh-Hant")],
)  # fmt: skip
def test_the_language_is_the_one_switched_to_or_else_the_browsers(cookie, accepted, language):
    assert words.chosen(cookie, accepted) == language
