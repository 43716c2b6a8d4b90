"""Who 'she', 'them' and 'there' are: the nearest that fits, and nobody when two do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tracker.ingest.sentences import Discourse, extract
from tracker.link.mentions import Names

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def briefs(text: str, speaker: str | None = "ana") -> list[str]:
    return [claim.brief() for claim in extract(text, at=AT, speaker=speaker).claims]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Tom went to the attic. He took the lamp.", "lamp: removed by tom"),
        ("Lena gave the lamp to Tom. She went to the attic.", "lena: moved in attic"),
        ("Lena and Tom went to the attic. He took the lamp.", "lamp: removed by tom"),
        ("Lena and Tom went to the attic. Then they went to the cellar.", "tom: moved in cellar"),
        ("The scissors are in the drawer. The lamp is on the desk. Tom took them.", "scissors: removed by tom"),
        ("The scissors are in the box. I put it in the van.", "box: placed in van by ana"),
        ("Tom took the lamp and the clock. He put them in the van.", "clock: placed in van by tom"),
        ("Tom went to the attic. Lena took the lamp there.", "lamp: removed by lena"),
        ("I bought a new lamp. I put it in the attic.", "new_lamp: placed in attic by ana"),
        ("Where is the lamp? I put it in the attic.", "lamp: placed in attic by ana"),
        ("小美去了車站。她拿了梯子。", "梯子: removed by 小美"),
        ("老陈和小美去了车站。他们去了公园。", "小美: moved at 公园"),
    ],
)
def test_a_pronoun_means_the_nearest_that_fits(text: str, last: str):
    """Recency, the subject first, number and gender."""
    assert briefs(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "Lena and Petra went to the attic. She took the lamp.",
        "The lamp and the clock are on the desk. Tom put it in the van.",
        "The lamp is on the desk. The scissors are in the box. Tom put it in the van.",
        "Tom went to the attic. She is in the cellar.",
        "他把梯子拿走了。它们在车里。",
    ],
)
def test_two_that_fit_are_none(text: str):
    """Nobody is chosen at random: the last sentence names no one person or thing."""
    last = extract(text, at=AT, speaker="ana").sentences[-1]
    assert not any(claim.payload.get("by") for claim in last.claims)
    assert not any(
        "van" in claim.brief() or "cellar" in claim.brief() or "车里" in claim.brief() for claim in last.claims
    )


def test_after_a_long_silence_nobody_means_the_old_it():
    """A pronoun reaches back over an hour at most."""
    context = extract("The lamp is on the desk.", at=AT, speaker="ana").context
    soon = extract("I took it.", at=AT + timedelta(minutes=50), speaker="ana", context=context)
    late = extract("I took it.", at=AT + timedelta(minutes=70), speaker="ana", context=context)
    assert [c.brief() for c in soon.claims] == ["lamp: removed by ana"]
    assert late.sentences[0].reason == "unresolved pronoun"


def test_an_unknown_speaker_does_nothing_by_name():
    """Without a speaker 'I put it there' still says where it is, but not who has it."""
    assert briefs("I put the lamp in the attic.", None) == ["lamp: placed in attic"]
    assert briefs("I went to the attic.", None) == []


def test_a_discourse_is_never_changed():
    """Reading gives back the next discourse and leaves the one it was given."""
    given = Discourse()
    extract("Tom took the lamp.", at=AT, context=given)
    assert given == Discourse()


class Registry:
    def __init__(self, **known: list[str]) -> None:
        self.known = known

    def resolve(self, phrase: str) -> list[str]:
        return self.known.get(phrase.lower().replace(" ", "_").replace("'", ""), [])


def test_registered_names_come_first():
    """A registered thing is found by its name, may be of any kind, and an ambiguous name is not guessed."""
    names: Names = Registry(gizmo=["gizmo-7"], clock=["clock-1", "clock-2"], anas_lamp=["lamp-9"])
    found = extract("Tom took the gizmo. Tom took the clock. Tom took my lamp.", at=AT, speaker="Ana", names=names)
    assert [claim.entity for claim in found.claims] == ["gizmo-7", "lamp-9"]
    assert found.sentences[1].reason == "ambiguous name"
