"""For random homes: a claim told in words is affirmed when it is asked in the same words, denied for a place that does
not go with it, never both; and what is counted by kind is what the registry holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker import Tracker

DAY = "2026-11-30"
AT = f"{DAY}T18:00:00Z"
ENGLISH = ("keys", "wallet", "umbrella", "hammer", "torch", "charger"), ("drawer", "box", "basket", "toolbox", "fridge")
CHINESE = ("鑰匙", "錢包", "雨傘", "鐵鎚", "手電筒", "充電器"), ("抽屜", "櫃子", "籃子", "工具箱", "冰箱")
TELL = {"en": "The {thing} is in the {place}.", "zh": "{thing}在{place}裡。"}
ASK = {"en": "is the {thing} in the {place}?", "zh": "{thing}在{place}裡嗎？"}


def homes(words: tuple[tuple[str, ...], tuple[str, ...]]) -> st.SearchStrategy[list[tuple[str, str]]]:
    """What was told, in order: a thing may be told of again."""
    return st.lists(st.tuples(st.sampled_from(words[0]), st.sampled_from(words[1])), min_size=1, max_size=6)


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_what_was_told_is_affirmed_and_what_does_not_go_with_it_denied(language: str, data: st.DataObject) -> None:
    words = ENGLISH if language == "en" else CHINESE
    told = data.draw(homes(words))
    with Tracker.open("sqlite://") as tracker:
        for minute, (thing, place) in enumerate(told):
            text = TELL[language].format(thing=thing, place=place)
            tracker.note(text, at=f"{DAY}T09:{minute:02}:00Z", speaker="ana", source="chat:home")
        for thing, place in dict(told).items():
            said = {each: _asked(tracker, language, thing, each) for each in words[1]}
            assert said == {each: ("yes",) if each == place else ("no",) for each in words[1]}


def _asked(tracker: Tracker, language: str, thing: str, place: str) -> tuple[Any, ...]:
    reply = tracker.ask(ASK[language].format(thing=thing, place=place), at=AT)
    assert reply.understood, reply.text
    return reply.values


KINDS = ("pump", "lamp", "chair", "drill")


@settings(max_examples=15, deadline=None)
@given(
    st.dictionaries(
        st.integers(0, 30), st.tuples(st.sampled_from(KINDS), st.sampled_from(("ward", "lab"))), min_size=1, max_size=12
    )
)
def test_what_is_counted_by_kind_is_what_is_registered(things: dict[int, tuple[str, str]]) -> None:
    with Tracker.open("sqlite://") as tracker:
        tracker.append([event for number, (kind, place) in things.items() for event in _thing(number, kind, place)])
        for kind in KINDS:
            for place in ("ward", "lab"):
                wanted = sum(each == (kind, place) for each in things.values())
                reply = tracker.ask(f"how many {kind}s are in the {place}?", at=AT)
                assert reply.values == (wanted,), reply.text


def _thing(number: int, kind: str, place: str) -> list[dict[str, Any]]:
    at = {"entity_id": f"t{number}", "occurred_at": f"{DAY}T10:00:00Z", "observed_at": f"{DAY}T10:00:00Z"}
    registered = {**at, "type": "registered", "source": "user:ana", "payload": {"kind": kind}}
    claim = {"claim": {"value": place, "relation": "in"}}
    return [registered, {**at, "type": "seen", "source": "camera:hall", "confidence": 0.9, "payload": claim}]
