"""Who may do what, and see what."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.http.home import PROGRAM, ROOT, ROWS, Thread, at, seen, serving, started
from tracker import Tracker
from tracker.serve.access.rates import Rates


def run(db: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "--db", db, *words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def add_token(db: str, name: str, roles: list[str], labels: list[str]) -> str:
    options = [*(f"--role={role}" for role in roles), *(f"--label={label}" for label in labels)]
    done = run(db, "token", "add", name, *options, "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["name"], made["roles"], made["labels"]) == (name, sorted(roles), sorted(labels))
    return made["token"]


HOLDERS = {
    "reader": (["read"], []),
    "ana": (["read"], ["ana"]),
    "reviewer": (["review"], ["ana"]),
    "camera": (["ingest"], []),
    "admin": (["admin"], ["*"]),
}


class Guarded:
    def __init__(self, server: Thread, tokens: dict[str, str]) -> None:
        self.server, self.tokens = server, tokens

    def call(self, holder: str | None, method: str, path: str, **sent) -> httpx.Response:
        headers = sent.pop("headers", {}) | (
            {"Authorization": f"Bearer {self.tokens[holder]}"} if holder is not None else {}
        )
        return self.server.http.request(method, path, headers=headers, **sent)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory) -> Iterator[Guarded]:
    db = f"sqlite:///{tmp_path_factory.mktemp('guarded') / 'home.db'}"
    with Tracker.open(db) as tracker:
        tracker.append(ROWS)
    tokens = {name: add_token(db, name, *held) for name, held in HOLDERS.items()}
    with serving(db) as server:
        yield Guarded(server, tokens)


@pytest.mark.parametrize(
    ("method", "path", "body", "allowed"),
    [
        ("GET", "/v1/where/keys", None, {"reader", "ana", "reviewer", "admin"}),
        ("GET", "/v1/events", None, {"reader", "ana", "reviewer", "admin"}),
        ("GET", "/v1/conflicts", None, {"reader", "ana", "reviewer", "admin"}),
        ("POST", "/v1/ask", {"question": "where are the keys?"}, {"reader", "ana", "reviewer", "admin"}),
        ("POST", "/v1/events", [], {"camera", "admin"}),
        ("POST", "/v1/note", {"text": "Mary took the pear."}, {"camera", "admin"}),
        ("POST", "/v1/decisions", {"action": "correct", "entity_id": "pear", "value": "bowl"}, {"reviewer", "admin"}),
    ],
)
def test_a_role_allows_what_it_says(guarded, method, path, body, allowed):
    answers = {holder: guarded.call(holder, method, path, json=body).status_code for holder in HOLDERS}
    assert answers == {holder: 200 if holder in allowed else 403 for holder in HOLDERS}
    none = guarded.call(None, method, path, json=body)
    assert (none.status_code, none.headers["www-authenticate"]) == (401, "Bearer")
    wrong = guarded.server.http.request(method, path, json=body, headers={"Authorization": "Bearer trk_wrong"})
    assert (wrong.status_code, wrong.json()) == (401, none.json())


def test_whether_it_lives_is_for_everybody(guarded):
    assert [guarded.call(None, "GET", path).status_code for path in ("/healthz", "/readyz", "/docs")] == [200] * 3


def test_labels_say_what_one_sees(guarded):
    places = {
        holder: guarded.call(holder, "GET", "/v1/where/diary", params={"at": at(40)}).json()["status"]
        for holder in ("reader", "ana", "admin")
    }
    assert places == {"reader": "never_seen", "ana": "current", "admin": "current"}


@pytest.mark.parametrize(("holder", "asked"), [("reader", ["ana"]), ("ana", ["ben"]), ("ana", ["ben", "cy"])])
def test_nobody_reads_as_more_than_he_is(guarded, holder, asked):
    answer = guarded.call(holder, "GET", "/v1/where/diary", params={"at": at(40), "viewer": asked}).json()
    assert answer["status"] == "never_seen"


def test_a_token_is_stored_nowhere(guarded):
    # In a process of its own: whoever closes a file lets go of the locks that SQLite holds on it in this one.
    stored = subprocess.run(
        ["cat", guarded.server.db.removeprefix("sqlite:///")], capture_output=True, check=True
    ).stdout
    assert b"SQLite" in stored
    assert guarded.tokens["ana"].encode() not in stored
    listed = run(guarded.server.db, "token", "list", "--json")
    assert {one["name"] for one in json.loads(listed.stdout)} == set(HOLDERS)
    assert guarded.tokens["ana"] not in listed.stdout


def test_a_revoked_token_counts_no_more(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    token = add_token(db, "ann", ["read"], [])
    with serving(db) as server:
        headers = {"Authorization": f"Bearer {token}"}
        assert server.http.get("/v1/where/keys", headers=headers).status_code == 200
        assert run(db, "token", "revoke", "ann").returncode == 0
        for _ in range(100):
            if server.http.get("/v1/where/keys", headers=headers).status_code == 401:
                break
            time.sleep(0.1)
        assert server.http.get("/v1/where/keys", headers=headers).status_code == 401
        assert server.http.get("/v1/where/keys").status_code == 401, "and the door is not open again"
        assert run(db, "token", "revoke", "ann").returncode == 2


def test_a_first_token_shuts_a_server_that_runs(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    with serving(db) as server:
        assert server.http.get("/v1/where/keys").status_code == 200
        add_token(db, "ann", ["read"], [])
        for _ in range(100):
            if server.http.get("/v1/where/keys").status_code == 401:
                break
            time.sleep(0.1)
        assert server.http.get("/v1/where/keys").status_code == 401


def test_with_a_token_it_may_listen_to_others(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    token = add_token(db, "ann", ["read"], [])
    with started(db, "--host", "0.0.0.0") as server:
        port = server.url.rpartition(":")[2]
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"http://127.0.0.1:{port}/v1/where/keys", headers=headers).status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/v1/where/keys").status_code == 401


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("token", "add", ""), "name:"),
        (("token", "add", "an\nn"), "name:"),
        (("token", "add", "ann", "--label", ""), "label:"),
        (("token", "add", "ann", "--role", "king"), "king"),
        (("token", "revoke", "nobody"), "there is no token of 'nobody'"),
    ],
)
def test_what_is_no_token_is_said_in_one_line(tmp_path, words, says):
    db = f"sqlite:///{tmp_path}/home.db"
    run(db, "init")
    done = run(db, *words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert says in done.stderr


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8360", "127.0.0.1.evil.example", "localhost.evil.example", ""]
)
def test_it_answers_to_its_own_name_only(server, host):
    given = server.http.get("/v1/where/keys", headers={"Host": host})
    assert (given.status_code, given.headers["content-type"][:10]) in {(400, "applicatio"), (400, "text/plain")}
    assert "keys" not in given.text


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:99", "[::1]:8360", "LOCALHOST:1"])
def test_names_of_this_machine_are_its_own(server, host):
    assert server.http.get("/healthz", headers={"Host": host}).status_code == 200


def test_another_name_may_be_allowed(tmp_path):
    with serving(f"sqlite:///{tmp_path}/home.db", hosts=("home.example",)) as server:
        assert server.http.get("/healthz", headers={"Host": "home.example"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_may_not_write(server, headers):
    given = server.http.post("/v1/events", json=[], headers=headers)
    assert (given.status_code, given.json()["error"]["code"]) == (403, "foreign_page")


def test_its_own_pages_may_write(server):
    given = server.http.post("/v1/events", json=[], headers={"Origin": server.url, "Sec-Fetch-Site": "same-origin"})
    assert given.status_code == 200


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 65_536):
        yield b" " * 65_536


@pytest.mark.parametrize("path", ["/v1/ask", "/v1/note", "/v1/decisions"])
@pytest.mark.parametrize("told", [True, False], ids=["length told", "in chunks"])
def test_a_body_has_bounds(server, path, told):
    large = 2 * 1024 * 1024
    content = b" " * large if told else chunks(large)
    given = server.http.post(path, content=content, headers={"Content-Type": "application/json"})
    assert (given.status_code, given.json()["error"]["code"]) == (413, "too_large")


def test_who_asks_too_often_waits(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    tokens = [add_token(db, name, ["read"], []) for name in ("ann", "bob")]
    with serving(db, rate=1) as server:
        codes = [server.http.get("/v1/where/keys", headers={"Authorization": f"Bearer {tokens[0]}"}) for _ in range(8)]
        refused = [one for one in codes if one.status_code == 429]
        assert codes[0].status_code == 200
        assert refused
        assert int(refused[0].headers["retry-after"]) >= 1
        other = server.http.get("/v1/where/keys", headers={"Authorization": f"Bearer {tokens[1]}"})
        assert other.status_code == 200, "the others need not"


def test_guessing_tokens_is_slowed_down(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    add_token(db, "ann", ["read"], [])
    with serving(db) as server:
        guesses = [{"Authorization": f"Bearer trk_{n}"} for n in range(200)]
        codes = {server.http.get("/v1/where/keys", headers=one).status_code for one in guesses}
    assert codes == {401, 429}


def test_a_rate_lets_so_many_at_once_and_then_so_many_a_second():
    now = 0.0
    rates = Rates(2, 3, lambda: now)
    assert [rates.take("ann") for _ in range(4)] == [0, 0, 0, 0.5]
    assert rates.take("bob") == 0
    now = 0.5
    assert [rates.take("ann") for _ in range(2)] == [0, 0.5]
    now = 100.0
    assert [rates.take("ann") > 0 for _ in range(4)] == [False, False, False, True]


def test_what_is_hidden_is_as_if_it_were_not_there(guarded):
    """A decision about a hidden event and about none, a hidden thing and an unknown one: one answer."""
    hidden = guarded.call("admin", "GET", "/v1/events", params={"entity_id": "diary"}).json()["items"][0]["event_id"]
    nobody = hidden[:-4] + "0000"
    with Tracker.open(guarded.server.db) as tracker:
        tracker.append(seen(29, "secret", "cellar", "camera:cellar", visibility=["cellar"]))
        secret = str(next(iter(tracker.events("secret"))).event_id)
    told = [
        guarded.call("reviewer", "POST", "/v1/decisions", json={"action": "reject", "event_ids": [event_id]})
        for event_id in (secret, nobody)
    ]
    assert [one.status_code for one in told] == [400, 400], told[0].text
    assert told[0].text.replace(secret, "") == told[1].text.replace(nobody, "")
    merges = [
        guarded.call("reviewer", "POST", "/v1/decisions", json={"action": "merge", "entity_id": one, "into": "keys"})
        for one in ("secret", "unheard")
    ]
    assert [one.status_code for one in merges] == [400, 400]
    assert merges[0].text.replace("secret", "") == merges[1].text.replace("unheard", "")
    answers = [guarded.call("ana", "GET", f"/v1/where/{one}", params={"at": at(40)}) for one in ("secret", "unheard")]
    assert answers[0].text.replace("secret", "") == answers[1].text.replace("unheard", "")
    assert answers[0].headers["etag"] == answers[1].headers["etag"]


def test_the_log_s_end_tells_nothing_of_what_is_hidden(guarded):
    def ends(holder):
        answer = guarded.call(holder, "GET", "/v1/where/keys", params={"at": at(40)})
        return answer.headers["etag"]

    before = {holder: ends(holder) for holder in ("reader", "admin")}
    with Tracker.open(guarded.server.db) as tracker:
        tracker.append(seen(30, "secret", "cellar", "camera:cellar", visibility=["cellar"]))
    assert ends("reader") == before["reader"]
    assert ends("admin") != before["admin"]
    receipt = guarded.call("camera", "POST", "/v1/events", json=[]).json()
    assert f'W/"{receipt["last_seq"]}-' in ends("reader")


def test_programs_on_the_command_line_see_the_token_once(tmp_path):
    db = f"sqlite:///{tmp_path}/home.db"
    shown = run(db, "token", "add", "ann")
    assert shown.stdout.startswith("trk_")
    assert shown.stdout.strip() not in run(db, "token", "list").stdout
