"""What people say and ask on an ordinary day (`tests/everyday`): which share is understood, and which share of what is
made of it is right.

    PYTHONPATH=. .venv/bin/python tests/bench/everyday.py [english_statements …] [--half kept] [--show] [--save FILE]

A message is understood when everything it says is claimed (a question: answered) and nothing else is; precision is
the share of claims (of answers' values) that are right. What must claim nothing counts as understood when it claims
nothing, and is left out of 'told'."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from tests.everyday.sheets import FOLDER, Message, Verdict, judged, sheet


class Figures(NamedTuple):
    """Counts over messages: `told` are those that say something, `heard` those of them that were understood."""

    messages: int
    understood: int
    told: int
    heard: int
    made: int
    wrong: int

    def row(self) -> str:
        precision = 1 - self.wrong / self.made if self.made else 1.0
        return (
            f"{self.messages:9}{self.understood / self.messages:12.1%}"
            f"{self.heard / self.told if self.told else 1.0:9.1%}{self.made:7}{precision:11.1%}"
        )


def figures(fared: list[tuple[Message, Verdict]]) -> Figures:
    """What became of some messages, counted."""
    says = [verdict for message, verdict in fared if message.given.get("claims") or message.given.get("values")]
    return Figures(
        len(fared),
        sum(verdict.understood for _, verdict in fared),
        len(says),
        sum(verdict.understood for verdict in says),
        sum(verdict.made for _, verdict in fared),
        sum(len(verdict.wrong) for _, verdict in fared),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", default=sorted(path.stem for path in FOLDER.glob("*.toml")))
    parser.add_argument("--half", choices=("working", "kept", "both"), default="working")
    parser.add_argument("--show", action="store_true", help="print what was missed and what is wrong")
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    saved = {}
    for name in given.sheets:
        by_kind: dict[str, list[tuple[Message, Verdict]]] = defaultdict(list)
        for message in sheet(name):
            if given.half in ("both", "kept" if message.kept_aside else "working"):
                by_kind[message.kind].append((message, judged(message)))
        print(f"{name + ' (' + given.half + ')':44} messages  understood     told   made  precision")
        for kind, fared in by_kind.items():
            print(f"  {kind:42}{figures(fared).row()}")
            if given.show:
                _show(fared)
        every = figures([one for fared in by_kind.values() for one in fared])
        print(f"  {'all':42}{every.row()}")
        saved[name] = every._asdict()
    if given.save:
        given.save.write_text(json.dumps(saved, indent=1))


def _show(fared: list[tuple[Message, Verdict]]) -> None:
    for message, verdict in fared:
        if not verdict.understood:
            said = message.given.get("said") or message.given["ask"]
            print(f"      {said!r}: missing {list(verdict.missing)}, wrong {list(verdict.wrong)}")


if __name__ == "__main__":
    main()
