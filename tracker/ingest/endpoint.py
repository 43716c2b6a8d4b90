"""A language model behind any endpoint that speaks OpenAI's chat protocol, on this machine or another.

It is asked patiently: what passes (a rate limit, a busy server, a time-out) is tried again, what does not (a wrong key,
an unknown model) ends the asking in one line, as does an endpoint that has gone. What it cost is counted."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tracker.errors import InvalidInput, MissingExtra, TrackerError

CHAT = "/chat/completions"
_PASSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_LONGEST_WAIT_S = 60.0
_CHARACTERS_PER_TOKEN = 4
"""What a token is taken to be where the endpoint does not count them."""


class ProposerFailed(TrackerError):
    """The proposer does not answer."""


class BudgetSpent(TrackerError):
    """The proposer's budget is spent."""


class Spent(NamedTuple):
    """What asking cost so far: questions that were answered, tokens, seconds of waiting, and tries that came to
    nothing."""

    asked: int = 0
    tokens: int = 0
    seconds: float = 0.0
    retried: int = 0


class Endpoint:
    """A `complete` for `Proposing`. `url` is the API's base (`http://127.0.0.1:11434/v1`), `model` a name it knows.

    `budget` is how many tokens may be spent; None: any number. `spent` counts. Not for several threads at once. Raises
    InvalidInput for a URL that is none, MissingExtra without httpx."""

    def __init__(
        self,
        url: str,
        *,
        model: str,
        key: str | None = None,
        budget: int | None = None,
        timeout_s: float = 60.0,
        tries: int = 5,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        try:
            import httpx
        except ImportError:
            raise MissingExtra("asking a language model", "propose") from None
        self._url = url.rstrip("/").removesuffix(CHAT) + CHAT
        try:
            parsed = httpx.URL(self._url)
        except httpx.InvalidURL as error:
            raise InvalidInput(f"--propose: {url[:100]!r} is not a URL: {error}") from None
        if parsed.scheme not in ("http", "https") or not parsed.host:
            raise InvalidInput(f"--propose: {url[:100]!r} is not a URL like http://127.0.0.1:11434/v1")
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._client = httpx.Client(timeout=timeout_s, headers=headers)
        self._model, self._budget, self._tries, self._sleep = model, budget, tries, sleep
        self.spent = Spent()

    def __call__(self, prompt: str) -> str:
        """The model's reply; empty when it is none that the protocol knows. Raises ProposerFailed, BudgetSpent."""
        if self._budget is not None and self.spent.tokens >= self._budget:
            raise BudgetSpent(f"the proposer's budget of {self._budget} tokens is spent")
        began = time.monotonic()
        body = self._answered({"model": self._model, "temperature": 0, "messages": _asking(prompt)})
        reply = _reply(body)
        used = _tokens(body, prompt, reply)
        spent = self.spent
        seconds = spent.seconds + time.monotonic() - began
        self.spent = spent._replace(asked=spent.asked + 1, tokens=spent.tokens + used, seconds=seconds)
        return reply

    def _answered(self, question: dict[str, Any]) -> Any:
        """The body of the answer as JSON data; None when it is no JSON."""
        import httpx

        why = ""
        for attempt in range(self._tries):
            wait = min(2.0**attempt * (0.5 + random.random()), _LONGEST_WAIT_S)
            try:
                answer = self._client.post(self._url, json=question)
            except httpx.HTTPError as error:
                why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            else:
                if answer.is_success:
                    try:
                        return answer.json()
                    except ValueError:
                        return None
                why = f"it says {answer.status_code} {answer.reason_phrase}"
                if answer.status_code not in _PASSES:
                    break
                wait = _asked_wait(answer.headers.get("Retry-After"), wait)
            if attempt + 1 < self._tries:
                self.spent = self.spent._replace(retried=self.spent.retried + 1)
                self._sleep(wait)
        raise ProposerFailed(f"the proposer at {self._url} does not answer: {' '.join(why.split())}")


def _asking(prompt: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": prompt}]


def _asked_wait(given: str | None, otherwise: float) -> float:
    """How long the endpoint asks to wait, in seconds, if it says so in seconds; never longer than a minute."""
    try:
        return min(max(float(given), 0.0), _LONGEST_WAIT_S) if given is not None else otherwise
    except ValueError:
        return otherwise


def _reply(body: Any) -> str:
    try:
        content = body["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        return ""
    return content if isinstance(content, str) else ""


def _tokens(body: Any, prompt: str, reply: str) -> int:
    usage = body.get("usage") if isinstance(body, dict) else None
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    if isinstance(total, int) and total >= 0:
        return total
    return -(-(len(prompt) + len(reply)) // _CHARACTERS_PER_TOKEN)
