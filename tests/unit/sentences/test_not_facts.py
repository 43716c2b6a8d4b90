"""What sounds like a claim and is none: each kind, in both languages, with its reason."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tracker.domain.policy import Acceptance
from tracker.ingest.sentences import extract

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)
NOT_FACTS = {
    "question": [
        "Where did you put the torch?",
        "Is the torch in the van?",
        "Has anybody taken the torch",
        "You put the torch in the van, right?",
        "手電筒在哪裡",
        "你把手电筒放在车里了吗",
        "門是不是開著？",
    ],
    "wish": [
        "I want to put the torch in the van.",
        "I hope the torch is in the van.",
        "I need the torch in the van.",
        "I wish the torch was in the van.",
        "Let me put the torch in the van.",
        "我想把手電筒放在車裡。",
        "希望护照在抽屉里。",
    ],
    "hypothetical": [
        "If I left the torch in the van, we are lost.",
        "The torch is in the van unless Tom took it.",
        "Suppose the torch is in the van.",
        "如果我把票放在桌上，就好了。",
        "要是护照在抽屉里的话，我就走。",
    ],
    "instruction": [
        "Put the torch in the van.",
        "Please put the torch in the van.",
        "Don't put the torch in the van.",
        "把門關上。",
    ],
    "future": [
        "I will put the torch in the van.",
        "I'm going to put the torch in the van.",
        "The torch will be in the van.",
        "明天我會把書放在桌上。",
    ],
    "unsure": [
        "I almost left the torch in the van.",
        "I could have left the torch in the van.",
        "The torch should not be in the van.",
        "You should leave the torch in the van.",
        "護照差點在抽屜裡。",
    ],
    "habitual": [
        "I always put the torch in the van.",
        "Tom usually leaves the torch in the van.",
        "Tom puts the torch in the van.",
        "我总是把护照放在抽屉里。",
    ],
    "negated": [
        "I did not put the torch in the van.",
        "Tom hasn't taken the torch.",
        "I never left the torch in the van.",
        "我没有把护照放在抽屉里。",
    ],
    "quoted": [
        '"The torch is in the van."',
        "Tom wrote “I took the torch” on the wall.",
        "「護照在抽屜裡」",
    ],
    "reported": [
        "Tom said the torch is in the van.",
        "According to Tom the torch is in the van.",
        "Lena told me that she put the torch in the van.",
        "I heard the torch is in the van.",
        "他说护照在抽屉里。",
        "小美告訴我她把票拿走了。",
    ],
    "ongoing": ["Tom is putting the torch in the van.", "小美正在把票放进盒子。"],
    "past": ["The torch was in the van.", "Lena once left the torch in the van."],
    "unresolved pronoun": ["It is in the van.", "She is in the van."],
    "no pattern": [
        "I watched Tom put the torch in the van.",
        "The problem is in the details.",
        "Tom is in a hurry.",
        "I took a break.",
        "I put pressure on Tom.",
        "He ran into an old friend.",
        "Lena opened the meeting.",
        "Tom took part in the race.",
        "We took the tram.",
        "It took a lot of work.",
        "I gave Tom a hug.",
        "Got it!",
        "他在开会。",
        "我去睡觉了。",
        "我把精力放在工作上。",
    ],
}
CASES = [(reason, text) for reason, texts in NOT_FACTS.items() for text in texts]


@pytest.mark.parametrize(("reason", "text"), CASES, ids=[f"{reason}: {text}" for reason, text in CASES])
def test_a_sentence_that_states_no_fact_yields_none(reason: str, text: str):
    """Nothing asked, wished, supposed, ordered, planned, doubted, quoted or denied becomes an event about a thing."""
    read = extract(text, at=AT, speaker="ana")
    assert [claim.brief() for claim in read.claims] == []
    assert read.sentences[0].reason == reason


@pytest.mark.parametrize(
    ("text", "yields"),
    [
        ("I put the torch in the van because it was dark.", ["torch: placed in van by ana"]),
        ("I put the torch in the van, but I didn't lock the van.", ["torch: placed in van by ana"]),
        ("When I came home, I put the torch in the drawer.", ["torch: placed in drawer by ana"]),
        ("The torch isn't in the van, it's on the desk.", ["torch: not in van", "torch: on desk"]),
        ("我把票放在桌上，但是我沒拿護照。", ["票: placed on 桌子 by ana"]),
    ],
)
def test_the_factual_clause_of_a_mixed_sentence_is_read(text: str, yields: list[str]):
    """A clause that tells no fact takes nothing away from its neighbour that does."""
    assert [claim.brief() for claim in extract(text, at=AT, speaker="ana").claims] == yields


@pytest.mark.parametrize(
    ("text", "possibly"),
    [
        ("I think the torch is in the van.", "torch: in van"),
        ("The torch is in the van, I guess.", "torch: in van"),
        ("The torch might be in the van.", "torch: in van"),
        ("The torch should be in the van.", "torch: in van"),
        ("Maybe the torch is in the van.", "torch: in van"),
        ("Tom must have left the torch in the van.", "torch: placed in van by tom"),
        ("護照可能在抽屜裡。", "護照: in 抽屜"),
        ("護照應該在抽屜裡。", "護照: in 抽屜"),
        ("我覺得護照大概在抽屜裡。", "護照: in 抽屜"),
        ("护照在抽屉里吧。", "护照: in 抽屉"),
        ("好像小美把票拿走了。", "票: removed by 小美"),
    ],
)
def test_what_is_hedged_is_possible_and_no_fact(text: str, possibly: str):
    """It is read, and too unsure to count before a person has accepted it."""
    claims = extract(text, at=AT, speaker="ana").claims
    assert [claim.brief() for claim in claims] == [possibly]
    accept = Acceptance()
    assert all(accept.review <= claim.confidence < accept.accept for claim in claims)


def test_a_hedge_is_only_of_its_own_clause():
    claims = extract("鑰匙在桌上，錢包可能在車裡。", at=AT, speaker="ana").claims
    assert [claim.confidence < 0.5 for claim in claims] == [False, True]
