"""Long dated conversations: how many of the turns that answer a question are among the first that are recalled for it?

    .venv/bin/python tests/bench/recall.py --data ../shared/data/locomo [--save bench-recall.json]

Every turn is a `stated` event at the time of its session; a question is recalled by its words alone, without a filter,
as of the end of the conversation. Recall@k is the share of a question's gold evidence turns among the first k, averaged
over the questions of a category (1 several turns, 2 times, 3 open domain, 4 one turn, 5 adversarial). Skipped without
the data, which is not part of the project."""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean
from typing import Any

from tracker import Tracker
from tracker.domain.policy import Policy

_CLOCK = "%I:%M %p on %d %B, %Y"
_MOST = 10


def turns(talk: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The turns as events, a second apart in each session."""
    for name in [name for name in talk if name.startswith("session_") and f"{name}_date_time" in talk]:
        began = datetime.strptime(talk[f"{name}_date_time"], _CLOCK).replace(tzinfo=UTC)
        for number, turn in enumerate(talk[name]):
            said = {"text": turn["text"], "speaker": turn["speaker"]}
            yield {"entity_id": turn["speaker"], "type": "stated", "source": "import:locomo", "payload": said,
                   "source_key": turn["dia_id"], "occurred_at": began + timedelta(seconds=number)}  # fmt: skip


def measure(file: Path) -> Iterator[tuple[int, float, float, float]]:
    """Of each question its category, recall@5, recall@10, and the seconds it took."""
    talk = json.loads(file.read_text(encoding="utf-8"))
    with Tracker.open("sqlite://", policy=Policy(memory_half_life_s={})) as tracker:
        events = list(turns(talk))
        ids = {event["source_key"]: one for event, one in zip(events, tracker.append(events).event_ids, strict=True)}
        for asked in talk["qa"]:
            gold = {ids[turn] for turn in asked["evidence"] if turn in ids}
            if not gold:
                continue
            began = time.process_time()
            found = [set(one.event_ids) for one in tracker.recall(asked["question"], k=_MOST)]
            took = time.process_time() - began
            shares = [len(gold & set().union(*found[:k])) / len(gold) for k in (5, _MOST)]
            yield asked["category"], shares[0], shares[1], took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    files = sorted(options.data.glob("*.json"))
    if not files:
        print(f"skipped: no conversations in {options.data}")
        return
    found = defaultdict(list)
    for file in files:
        for category, *figures in measure(file):
            found[category].append(figures)
    found[0] = [one for figures in found.values() for one in figures]
    told = {}
    for category, figures in sorted(found.items()):
        five, ten, took = map(mean, zip(*figures, strict=True))
        name = "all" if category == 0 else str(category)
        told[name] = {"questions": len(figures), "recall@5": five, "recall@10": ten, "ms": 1000 * took}
        print(f"{name:>4}  {len(figures):5} questions  recall@5 {five:.3f}  @10 {ten:.3f}  {1000 * took:.1f} ms each")
    if options.save:
        options.save.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
