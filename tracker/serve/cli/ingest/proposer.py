"""`--propose URL`: a language model that proposes what sentences claim which no pattern reads."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tracker.errors import InvalidInput
from tracker.serve.cli.session import Session

if TYPE_CHECKING:
    from tracker.ingest.endpoint import Endpoint
    from tracker.ingest.runner import Summary
    from tracker.ingest.sentences.proposing import Proposing

MODEL, KEY, BUDGET = "TRACKER_PROPOSER_MODEL", "TRACKER_PROPOSER_KEY", "TRACKER_PROPOSER_BUDGET"
Propose = Annotated[
    str | None,
    typer.Option(
        "--propose",
        metavar="URL",
        envvar="TRACKER_PROPOSER",
        help="An OpenAI-compatible endpoint, like http://127.0.0.1:11434/v1, that proposes claims for sentences no"
        f" pattern reads; they wait for review. {MODEL}, {KEY} and {BUDGET} (tokens a run may spend) are the"
        " environment's.",
    ),
]


def endpoint(url: str) -> Endpoint:
    """The endpoint that the option and the environment name. Raises InvalidInput naming what is missing or wrong."""
    from tracker.ingest.endpoint import Endpoint

    model, budget = os.environ.get(MODEL), os.environ.get(BUDGET)
    if not model:
        raise InvalidInput(f"--propose: which model? Set {MODEL}")
    if budget is not None and not budget.isdecimal():
        raise InvalidInput(f"{BUDGET}: {budget[:40]!r} is not a number of tokens")
    return Endpoint(url, model=model, key=os.environ.get(KEY), budget=int(budget) if budget else None)


def extractor(session: Session, asked: Endpoint, source: str) -> Proposing:
    """Asks the endpoint about what was not understood, for events of this source."""
    from tracker.ingest.sentences.proposing import Proposing

    with session.open() as tracker:
        acceptance = tracker.policy.accepts(source)
    return Proposing(asked, model=os.environ[MODEL], acceptance=acceptance)


def say_spent(asked: Endpoint, label: str) -> None:
    """What the asking cost, for the person who pays for it."""
    spent = asked.spent
    again = f", {spent.retried} tries again" if spent.retried else ""
    cost = f"{spent.tokens:,} tokens, {spent.seconds:.1f} s{again}"
    print(f"{label}: asked the proposer about {spent.asked} sentences: {cost}", file=sys.stderr)


def within_budget(run: Any, asked: Endpoint, label: str) -> Summary | None:
    """What `run()` gives, the cost told however it ends; None when the budget ended it."""
    from tracker.ingest.endpoint import BudgetSpent

    try:
        done: Summary = run()
    except BudgetSpent as spent:
        print(f"{label}: {spent}; run the same command again to go on", file=sys.stderr)
        return None
    finally:
        say_spent(asked, label)
    return done
