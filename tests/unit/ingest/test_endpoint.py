"""A language model behind a real HTTP server that speaks the protocol, well and badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tracker import Tracker
from tracker.errors import InvalidInput
from tracker.ingest.endpoint import BudgetSpent, Endpoint, ProposerFailed
from tracker.serve.cli.entry import run

Answer = tuple[int, dict[str, str], bytes]


def says(content: str, tokens: int = 40) -> Answer:
    body = {"choices": [{"message": {"role": "assistant", "content": content}}], "usage": {"total_tokens": tokens}}
    return 200, {}, json.dumps(body).encode()


class Model:
    """What the server answers: the next of `answers`, then the last one over and over; `asked` is what came."""

    def __init__(self) -> None:
        self.answers: list[Answer | Callable[[dict[str, Any]], Answer] | None] = []
        self.asked: list[tuple[dict[str, Any], str | None]] = []
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.asked.append((body, self.headers.get("Authorization")))
                answer = model.answers.pop(0) if len(model.answers) > 1 else model.answers[0]
                if answer is None:  # it goes away in the middle
                    self.connection.close()
                    return
                status, headers, content = answer(body) if callable(answer) else answer
                self.send_response(status if self.path == "/v1/chat/completions" else 404)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_it_asks_as_the_protocol_says(model):
    model.answers = [says("hello", tokens=12)]
    endpoint = Endpoint(model.url, model="tiny", key="secret")
    assert endpoint("Say hello.") == "hello"
    ((body, key),) = model.asked
    assert body == {"model": "tiny", "temperature": 0, "messages": [{"role": "user", "content": "Say hello."}]}
    assert key == "Bearer secret"
    assert (endpoint.spent.asked, endpoint.spent.tokens, endpoint.spent.retried) == (1, 12, 0)


@pytest.mark.parametrize("passing", [(429, {"Retry-After": "7"}, b""), (503, {}, b"busy"), (500, {}, b"{}"), None])
def test_what_passes_is_tried_again(model, passing):
    model.answers = [passing, passing, says("hello")]
    waits: list[float] = []
    endpoint = Endpoint(model.url, model="tiny", sleep=waits.append)
    assert endpoint("hi") == "hello"
    assert endpoint.spent.retried == len(waits) == 2
    assert waits == [7.0, 7.0] if passing and "Retry-After" in passing[1] else all(0 < one <= 60 for one in waits)


@pytest.mark.parametrize(
    ("answer", "told", "tries"),
    [((401, {}, b""), "it says 401", 1), ((404, {}, b""), "it says 404", 1), ((503, {}, b""), "it says 503", 3)],
)
def test_what_does_not_pass_is_one_line(model, answer, told, tries):
    model.answers = [answer]
    endpoint = Endpoint(model.url, model="tiny", tries=3, sleep=lambda _: None)
    with pytest.raises(ProposerFailed, match=told) as caught:
        endpoint("hi")
    assert "\n" not in str(caught.value)
    assert len(model.asked) == tries


def test_nobody_there_and_nobody_answering(model):
    gone = Endpoint("http://127.0.0.1:9/v1", model="tiny", tries=2, sleep=lambda _: None)
    with pytest.raises(ProposerFailed, match="9/v1/chat/completions does not answer"):
        gone("hi")
    hold = threading.Event()
    model.answers = [lambda _: (hold.wait(30), says("late"))[1]]
    slow = Endpoint(model.url, model="tiny", tries=2, timeout_s=0.2, sleep=lambda _: None)
    with pytest.raises(ProposerFailed, match="does not answer"):
        slow("hi")
    hold.set()


@pytest.mark.parametrize(
    "body", [b"<html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{"message": {"content": null}}]}', b"null"]
)
def test_a_malformed_answer_is_no_reply(model, body):
    model.answers = [(200, {}, body)]
    endpoint = Endpoint(model.url, model="tiny")
    assert endpoint("hi") == ""
    assert endpoint.spent.tokens > 0, "an answer without a count is estimated"


def test_the_budget_ends_the_asking(model):
    model.answers = [says("hello", tokens=60)]
    endpoint = Endpoint(model.url, model="tiny", budget=100)
    assert [endpoint("a"), endpoint("b")] == ["hello", "hello"]
    with pytest.raises(BudgetSpent, match="100 tokens"):
        endpoint("c")
    assert len(model.asked) == 2


@pytest.mark.parametrize("url", ["", "home", "ftp://home/v1", "http://", "http://home:port/v1"])
def test_what_is_no_url_is_refused(url):
    with pytest.raises(InvalidInput, match="is not a URL"):
        Endpoint(url, model="tiny")


SAID = "Ana: Blorp the keys yonder hall drawer.\nAna: Blorp the lamp yonder moon.\n"


def proposes(body: dict[str, Any]) -> Answer:
    """Claims the keys, with words that stand there, and invents a garage."""
    prompt = body["messages"][0]["content"]
    asked = json.loads(prompt.rpartition("<data>")[2].partition("</data>")[0])["sentence"]
    claims = [
        {"entity": "keys", "place": "hall drawer", "quote": "the keys yonder hall drawer"},
        {"entity": "lamp", "place": "garage", "quote": "the lamp"},
    ]
    claims = [{"type": "stated", "relation": "in", "sure": 1, **one} for one in claims]
    return says(json.dumps({"claims": [one for one in claims if one["entity"] in asked]}))


@pytest.fixture
def home(tmp_path, monkeypatch):
    (tmp_path / "chat.txt").write_text(SAID)
    monkeypatch.setenv("TRACKER_DB", f"sqlite:///{tmp_path}/home.db")
    monkeypatch.setenv("TRACKER_PROPOSER_MODEL", "tiny")
    monkeypatch.delenv("TRACKER_PROPOSER_BUDGET", raising=False)
    return tmp_path


def ingest(home, *more: str) -> int:
    return run(["ingest", "text", f"{home}/chat.txt", "--start", "2026-03-02T08:00:00Z", *more])


def test_what_it_proposes_waits_for_a_person(model, home, capsys):
    model.answers = [proposes]
    assert ingest(home, "--propose", model.url) == 0
    told = capsys.readouterr()
    assert "asked the proposer about 2 sentences: 80 tokens" in told.err
    assert "1 claims proposed" in told.out
    with Tracker.open(f"sqlite:///{home}/home.db") as t:
        assert t.where("keys").place is None
        (item,) = t.conflicts()
        t.decide({"action": "accept", "event_ids": item.event_ids, "by": "ana"})
        assert t.where("keys", at="2026-03-02T08:01:00Z").place == "hall_drawer"
    asked = len(model.asked)
    assert ingest(home, "--propose", model.url) == 0
    assert len(model.asked) == asked, "a job that is done asks nothing"


def test_an_endpoint_that_goes_away_loses_nothing(model, home, capsys, monkeypatch):
    (home / "chat.txt").write_text("Ana: I put the cup on the shelf.\n" + SAID)
    model.answers = [(401, {}, b"")]
    assert ingest(home, "--propose", model.url) == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("does not answer: it says 401 Unauthorized")
    with Tracker.open(f"sqlite:///{home}/home.db") as t:
        assert t.where("cup", at="2026-03-02T08:01:00Z").place == "shelf"
    model.answers = [proposes]
    monkeypatch.setenv("TRACKER_PROPOSER", model.url)
    assert ingest(home) == 0
    with Tracker.open(f"sqlite:///{home}/home.db") as t:
        assert [item.entity_id for item in t.conflicts()] == ["keys"]


def test_a_budget_stops_and_goes_on(model, home, capsys, monkeypatch):
    model.answers = [proposes]
    monkeypatch.setenv("TRACKER_PROPOSER_BUDGET", "30")
    assert ingest(home, "--propose", model.url) == 0
    assert "budget of 30 tokens is spent; run the same command again to go on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TRACKER_PROPOSER_MODEL", "", "which model? Set TRACKER_PROPOSER_MODEL"),
        ("TRACKER_PROPOSER_BUDGET", "much", "TRACKER_PROPOSER_BUDGET: 'much' is not a number of tokens"),
    ],
)
def test_what_is_missing_is_named(home, capsys, monkeypatch, name, value, told):
    monkeypatch.setenv(name, value)
    assert ingest(home, "--propose", "http://127.0.0.1:9/v1") == 2
    assert told in capsys.readouterr().err
