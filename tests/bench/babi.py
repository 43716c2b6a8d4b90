"""Short stories told line by line, each question answered through `ask`: is the answer right, and is the evidence
exactly the lines it rests on?

    .venv/bin/python tests/bench/babi.py --data ../shared/data/babi [--stories 50] [--task 3] [--save bench-babi.json]

Each story gets a tracker of its own in memory. Its lines go through `note`, one second after another; questions never
do. Nothing below knows what a task is about: an answer's values are only written in the data set's own words (a number
as a word, no values as 'nothing'). Evidence is scored as a set of lines: the lines whose notes made the reply's
`event_ids`. Skipped without the data, which is not part of the project.

Also measured: sentences read per second, and questions per second over a log of 10,000 events. All rates are per second
of processor time on one core, so that what else the machine does meanwhile does not count."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tracker import Reply, Tracker
from tracker.ingest.sentences import Discourse, extract

# Late in the evening, so that 'this evening' lies behind the teller.
TOLD = datetime(2026, 3, 4, 23, 0, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Line(NamedTuple):
    """One line of a story; with `answer` it is a question, and `lines` are those that support the answer."""

    number: int
    text: str
    answer: str | None
    lines: frozenset[int]


def stories(path: Path) -> Iterator[list[Line]]:
    """The stories of a file: numbering starts again with each."""
    story: list[Line] = []
    for raw in path.read_text(encoding="utf-8").splitlines():
        number, _, rest = raw.partition(" ")
        text, *asked = rest.split("\t")
        if number == "1" and story:
            yield story
            story = []
        answer = asked[0].strip() if asked else None
        support = frozenset(map(int, asked[1].split())) if asked else frozenset()
        story.append(Line(int(number), text.strip(), answer, support))
    if story:
        yield story


def in_their_words(reply: Reply) -> str:
    """The values as the data set writes answers."""
    if not reply.values:
        return "nothing"
    first = reply.values[0]
    if isinstance(first, int):
        return _NUMBERS[first] if first < len(_NUMBERS) else str(first)
    return ",".join(sorted(str(value) for value in reply.values))


class Score(NamedTuple):
    """Questions asked, answered right, and with exactly the right lines; what went wrong; seconds spent."""

    asked: int
    right: int
    exact: int
    wrong: list[str]
    noting_s: float
    lines: int
    asking_s: float


def run_task(path: Path, limit: int | None) -> Score:
    """Tell and ask all (the first `limit`) stories of a file."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    noting = asking = 0.0
    for index, story in enumerate(stories(path)):
        if limit is not None and index >= limit:
            break
        with Tracker.open("sqlite://") as tracker:
            told: dict[Any, int] = {}
            for line in story:
                now = TOLD + line.number * _SECOND
                begun = time.process_time()
                if line.answer is None:
                    receipt = tracker.note(line.text, at=now)
                    noting += time.process_time() - begun
                    told.update(dict.fromkeys(receipt.event_ids, line.number))
                    counts["lines"] += 1
                    continue
                reply = tracker.ask(line.text, at=now)
                asking += time.process_time() - begun
                shown = {told[one] for one in reply.event_ids}
                wanted = ",".join(sorted(line.answer.lower().split(",")))
                right = in_their_words(reply).lower() == wanted
                counts.update(asked=1, right=right, exact=right and shown == line.lines)
                if not right or shown != line.lines:
                    wrong.append(
                        f"story {index} line {line.number}: {in_their_words(reply)} {sorted(shown)}, wanted"
                        f" {wanted} {sorted(line.lines)}"
                    )
    return Score(counts["asked"], counts["right"], counts["exact"], wrong, noting, counts["lines"], asking)


def read_speed(path: Path) -> float:
    """Sentences read per second: extraction alone, over every story line of a file."""
    lines = [line.text for story in stories(path) for line in story if line.answer is None]
    context = Discourse()
    begun = time.process_time()
    for number, text in enumerate(lines):
        context = extract(text, at=TOLD + number * _SECOND, context=context).context
    return len(lines) / (time.process_time() - begun)


def ask_speed(events: int = 10_000, questions: int = 1_000) -> float:
    """Questions per second over a log of things put into boxes and taken by people, of six kinds in turn."""
    chance = random.Random(7)
    rows = []
    for number in range(events):
        at = TOLD + number * 5 * _SECOND
        payload: dict[str, Any] = {"place": f"box_{chance.randrange(20)}", "relation": "in"}
        kind = "placed"
        if number % 3 == 0:
            kind, payload = "removed", {"by": f"person_{chance.randrange(9)}"}
        rows.append({"entity_id": f"thing_{number % 200}", "type": kind, "occurred_at": at, "observed_at": at,
                     "payload": payload, "source": "camera:bench", "confidence": 0.9})  # fmt: skip
    asked = (
        "where is thing {0}?",
        "is thing {0} still in box {1}?",
        "who has thing {0}?",
        "when did thing {0} leave box {1}?",
        "where was thing {0} an hour ago?",
        "thing {0}在哪裡？",
    )
    with Tracker.open("sqlite://") as tracker:
        tracker.append(rows)
        now = TOLD + events * 5 * _SECOND
        understood = 0
        begun = time.process_time()
        for number in range(questions):
            text = asked[number % len(asked)].format(chance.randrange(200), chance.randrange(20))
            understood += tracker.ask(text, at=now).understood
        took = time.process_time() - begun
    if understood != questions:
        raise SystemExit(f"only {understood} of {questions} questions were understood")
    return questions / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--stories", type=int, help="at most so many stories of each file")
    parser.add_argument("--task", action="append", help="only files whose name begins with qa<TASK>_")
    parser.add_argument("--show", type=int, default=0, help="print so many of each file's wrong answers")
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    files = sorted(given.data.glob("qa*_*.txt"), key=lambda one: int(one.name[2:].split("_")[0]))
    if given.task:
        files = [one for one in files if one.name[2:].split("_")[0] in given.task]
    if not files:
        print(f"skipped: no qa*_*.txt in {given.data}")
        return
    saved: dict[str, Any] = {"tasks": {}}
    print(f"{'':34}asked   right  exact evidence  notes/s  questions/s")
    for path in files:
        score = run_task(path, given.stories)
        figures = {
            "asked": score.asked, "right": score.right / score.asked, "exact": score.exact / score.asked,
            "notes_per_s": score.lines / score.noting_s, "questions_per_s": score.asked / score.asking_s,
        }  # fmt: skip
        saved["tasks"][path.name] = figures
        print(
            f"{path.name:32}{score.asked:7}{figures['right']:8.1%}{figures['exact']:16.1%}{figures['notes_per_s']:9.0f}{figures['questions_per_s']:13.0f}",
            flush=True,
        )
        for each in score.wrong[: given.show]:
            print("   ", each)
    saved["sentences_per_s"] = max(read_speed(path) for path in files)
    saved["questions_per_s_10k_log"] = ask_speed()
    print(
        f"{saved['sentences_per_s']:.0f} sentences/s read, {saved['questions_per_s_10k_log']:.0f}"
        f" questions/s over 10,000 events"
    )
    if given.save:
        given.save.write_text(json.dumps(saved, indent=1))


if __name__ == "__main__":
    main()
