"""A later sentence that mentions a thing, could be about its place and was not understood ends 'current': the older
report is told as reported, the newer words are quoted beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tracker import Tracker
from tracker.domain.answers import Decision
from tracker.domain.times import to_us

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)
LATER = AT + timedelta(hours=9)
Tell = Callable[..., Any]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def tracker(request: pytest.FixtureRequest) -> Iterator[Tracker]:
    url = "sqlite://" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Tracker.open(url, clock=lambda: to_us(LATER + timedelta(hours=1))) as opened:
        yield opened


@pytest.fixture
def tell(tracker: Tracker) -> Tell:
    """Words said by Ana, each a minute after those before."""
    minutes = iter(range(10_000))

    def told(text: str, speaker: str = "ana", **more: Any) -> Any:
        return tracker.note(text, at=AT + timedelta(minutes=next(minutes)), speaker=speaker, source="chat:home", **more)

    return told


MOVED = [
    ("The pump is in the kitchen.", "pump", "Somebody lugged the pump over to the workshop."),
    ("The pump is in the kitchen.", "pump", "Turns out the pump isn't there any more, guys."),
    ("The pump is in the kitchen.", "pump", "Raj vamoosed with the pump."),
    ("The keys are in the bowl.", "keys", "Whoever it was nicked my keys from the bowl."),
    ("My car keys are in the bowl.", "car_keys", "Ben absconded with Ana's car keys, apparently."),
    ("The vaccines are in the fridge.", "vaccines", "The blue vaccine trundled across to the ward."),
    ("Tom is in the garden.", "tom", "Tom skedaddled back towards the house."),
    ("鑰匙在抽屜裡。", "鑰匙", "小明好像順手把鑰匙揣走了。"),
    ("鑰匙在抽屜裡。", "鑰匙", "結果鑰匙根本不在那兒嘛。"),
    ("钥匙在抽屉里。", "钥匙", "不知誰把那串鑰匙扛回老家了咯。"),
    ("護照在抽屜裡。", "護照", "護照被誰給順走了。"),
    ("貓在沙發上。", "貓", "貓咻一下竄進院子裡頭。"),
]  # fmt: skip


@pytest.mark.parametrize(("known", "thing", "words"), MOVED)
def test_words_that_could_be_about_its_place_end_current(
    tracker: Tracker, tell: Tell, known: str, thing: str, words: str
) -> None:
    tell(known)
    before = tracker.where(thing, AT + timedelta(seconds=1))
    assert before.status == "current"
    told = tell(words).event_ids
    now = tracker.where(thing, LATER)
    assert now.status in ("last_seen", "unknown")
    assert now.last_seen is not None
    assert now.last_seen.place == before.place
    assert now.words is not None
    assert now.words.text == words
    assert now.words.at == AT + timedelta(minutes=1)
    assert now.words.event_id in told
    assert now.words.event_id in now.event_ids
    assert words in now.text


NO_NEWS = [
    ("The pump is in the kitchen.", "pump", "I love the pump."),
    ("The pump is in the kitchen.", "pump", "Is the pump in the workshop?"),
    ("The pump is in the kitchen.", "pump", "I wish the pump were in the workshop."),
    ("The pump is in the kitchen.", "pump", "If Raj lugs the pump to the workshop, I will scream."),
    ("The pump is in the kitchen.", "pump", "Could somebody lug the pump to the workshop?"),
    ("The pump is in the kitchen.", "pump", "The pump needs a new gasket."),
    ("The pump is in the kitchen.", "pump", "The pump was painted blue on Monday."),
    ("The pump is in the kitchen.", "pump", "Raj lugged the hose over to the workshop."),
    ("The keys are in the bowl.", "keys", "Somebody nicked the piano keys from the shop."),
    ("The box is in the hall.", "box", "Raj wedged a spoon into the box."),
    ("鑰匙在抽屜裡。", "鑰匙", "我好喜歡這串鑰匙。"),
    ("鑰匙在抽屜裡。", "鑰匙", "鑰匙在外套裡嗎？"),
    ("鑰匙在抽屜裡。", "鑰匙", "要是小明把鑰匙揣走了，我會很生氣。"),
]  # fmt: skip


@pytest.mark.parametrize(("known", "thing", "words"), NO_NEWS)
def test_what_is_no_news_of_it_ends_nothing(tracker: Tracker, tell: Tell, known: str, thing: str, words: str) -> None:
    if "piano" in words:
        tell("The piano keys are in the shop.")
    tell(known)
    tell(words)
    now = tracker.where(thing, LATER)
    assert now.status == "current"
    assert now.words is None


def test_a_report_after_the_words_is_current_again(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen.")
    tell("Somebody lugged the pump over to the workshop.")
    tell("The pump is in the shed.")
    assert tracker.where("pump", LATER).place == "shed"
    assert tracker.where("pump", AT + timedelta(minutes=1)).status == "last_seen"


def test_words_of_the_same_moment_count_in_the_order_in_which_they_came(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen. Somebody lugged the pump over to the workshop.")
    tell("Somebody lugged the hose over to the workshop. The hose is in the kitchen.")
    assert tracker.where("pump", LATER).status == "last_seen"
    assert tracker.where("hose", LATER).status == "current"


def test_the_rest_of_a_sentence_that_was_not_understood_counts_too(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen.")
    tell("The keys are in the bowl, but somebody lugged the pump over to the workshop.")
    assert tracker.where("pump", LATER).status == "last_seen"
    assert tracker.where("keys", LATER).status == "current"


def test_what_is_in_a_thing_that_may_have_moved_is_still_in_it(tracker: Tracker, tell: Tell) -> None:
    tell("The keys are in the bag.")
    tell("The bag is in the hall.")
    tell("Somebody lugged the bag over to the workshop.")
    keys = tracker.where("keys", LATER)
    assert (keys.status, keys.path) == ("current", ("bag",))
    assert tracker.inside("hall", LATER) == []


def test_yes_and_still_and_inside_are_not_said_either(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen.")
    tell("Somebody lugged the pump over to the workshop.")
    for question in ("is the pump still in the kitchen?", "is the pump in the kitchen?", "幫浦還在廚房嗎？"):
        reply = tracker.ask(question, at=LATER)
        assert "yes" not in reply.values
    assert "lugged" in tracker.ask("is the pump still in the kitchen?", at=LATER).text
    assert tracker.ask("what is in the kitchen?", at=LATER).values == ()


def test_a_name_that_is_registered_later_finds_what_was_said_before(tracker: Tracker, tell: Tell) -> None:
    tracker.append(seen("p-17", "kitchen", AT - timedelta(hours=1)))
    tell("Somebody lugged the green pump over to the workshop.")
    assert tracker.where("p-17", LATER).status == "current"
    tracker.append(named("p-17", "green pump"))
    assert tracker.where("p-17", LATER).status == "last_seen"


def test_words_that_were_rejected_or_redacted_or_are_not_known_yet_do_not_count(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen.")
    words = tell("Somebody lugged the pump over to the workshop.").event_ids[0]
    assert tracker.where("pump", LATER, known_at=AT + timedelta(seconds=30)).status in ("current", "never_seen")
    receipt = tracker.decide(Decision(action="reject", by="ana", event_ids=(words,)))
    assert tracker.where("pump", LATER).status == "current"
    tracker.decide(Decision(action="reject", by="ana", event_ids=receipt.event_ids))  # taken back
    assert tracker.where("pump", LATER).status == "last_seen"
    redacted = {"event_ids": [str(words)], "reason": "private"}
    tracker.append({"entity_id": "ana", "type": "redacted", "source": "user:ana", "occurred_at": LATER.isoformat(),
                    "payload": redacted})  # fmt: skip
    assert tracker.where("pump", LATER).status == "current"
    with tracker.store.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM mentions WHERE word = 'workshop'").scalar_one() == 0


def test_a_reader_who_may_not_read_the_words_hears_nothing_of_them(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen.")
    said = {"text": "Somebody lugged the pump over to the workshop.", "speaker": "raj"}
    tracker.append({"entity_id": "raj", "type": "stated", "source": "chat:home", "payload": said,
                    "occurred_at": (AT + timedelta(hours=1)).isoformat(), "visibility": ["family"]})  # fmt: skip
    assert tracker.where("pump", LATER).status == "last_seen"
    assert tracker.where("pump", LATER, viewer="family").status == "last_seen"
    guest = tracker.where("pump", LATER, viewer="guest")
    assert (guest.status, guest.words) == ("current", None)


def test_a_replay_makes_the_index_anew(tracker: Tracker, tell: Tell) -> None:
    tell("The pump is in the kitchen.")
    tell("Somebody lugged the pump over to the workshop.")
    with tracker.store.write() as connection:
        before = connection.exec_driver_sql("SELECT * FROM mentions ORDER BY word").all()
        connection.exec_driver_sql("DELETE FROM mentions")
    tracker.replay()
    with tracker.store.read() as connection:
        assert connection.exec_driver_sql("SELECT * FROM mentions ORDER BY word").all() == before != []


def test_what_was_only_said_is_quoted_and_only_the_unmentioned_was_never_seen(tracker: Tracker, tell: Tell) -> None:
    tell("My passport is, well, you know how it is with the desk drawer.", speaker="ben")
    reply = tracker.ask("where is my passport?", at=LATER)
    assert (reply.status, reply.values) == ("unknown", ())
    assert 'Ben said at 09:00: "My passport is, well' in reply.text
    assert [str(one) for one in reply.event_ids] == [str(one.event_id) for one in tracker.events(types=["stated"])]
    assert tracker.where("passport", LATER).status == "unknown"
    assert tracker.ask("where are the gloves?", at=LATER).status == "never_seen"
    tell("護照嘛，你也知道抽屜那回事。", speaker="小美")
    assert "小美" in tracker.ask("護照在哪裡？", at=LATER).text


def seen(thing: str, place: str, at: datetime) -> dict[str, Any]:
    claim = {"claim": {"value": place, "relation": "in"}}
    return {
        "entity_id": thing,
        "type": "seen",
        "source": "camera:hall",
        "occurred_at": at.isoformat(),
        "payload": claim,
    }


def named(thing: str, name: str) -> dict[str, Any]:
    given = {"kind": "pump", "names": [name]}
    return {
        "entity_id": thing,
        "type": "registered",
        "source": "user:ana",
        "occurred_at": AT.isoformat(),
        "payload": given,
    }


def test_what_is_only_named_beside_others_was_mentioned(tracker: Tracker, tell: Tell) -> None:
    """Words that were understood tell nothing of a thing that is only named in them, and are quoted for it."""
    tell("The keys are on the bamboo desk.")
    reply = tracker.ask("where is the bamboo desk?", at=LATER)
    assert (reply.status, reply.values) == ("unknown", ())
    assert "The keys are on the bamboo desk." in reply.text
    assert tracker.where("keys", LATER).status == "current"


HEDGED = [
    ("The passport is in the safe.", "I think the passport is in the drawer.", "passport", "safe"),
    ("The passport is in the safe.", "Ben might have left the passport in the drawer.", "passport", "safe"),
    ("護照在保險箱裡。", "護照大概在抽屜裡。", "護照", "保險箱"),
]


@pytest.mark.parametrize(("known", "words", "thing", "place"), HEDGED)
def test_a_newer_hedge_is_possible_and_ends_current(
    tracker: Tracker, tell: Tell, known: str, words: str, thing: str, place: str
) -> None:
    tell(known)
    tell(words)
    now = tracker.where(thing, LATER)
    assert (now.status, now.last_seen and now.last_seen.place) == ("last_seen", place)
    assert now.words is not None
    assert now.words.text == words
    possible = tracker.conflicts(entity=thing)
    assert [one.kind for one in possible] == ["candidate"]
    tracker.replay()
    assert tracker.where(thing, LATER).status == "last_seen"
    tracker.decide(Decision(action="accept", by="ana", event_ids=possible[0].event_ids))
    accepted = tracker.where(thing, LATER)
    assert (accepted.status, accepted.place != place) == ("current", True)


@pytest.mark.parametrize(
    ("words", "asked"),
    [("My passport should be in the desk drawer.", "where is my passport?"), ("護照大概在抽屜裡。", "護照在哪裡？")],
)
def test_a_hedge_alone_is_quoted_and_waits(tracker: Tracker, tell: Tell, words: str, asked: str) -> None:
    tell(words)
    reply = tracker.ask(asked, at=LATER)
    assert (reply.status, reply.values) == ("unknown", ())
    assert words in reply.text
    assert [one.kind for one in tracker.conflicts()] == ["candidate"]


BY_PRONOUN = [
    (("The pump is in the kitchen.", "Raj lugged it off."), "pump"),
    (("The pump is in the kitchen. Raj vamoosed with it.",), "pump"),
    (("The keys are in the bowl.", "Somebody nicked them from there."), "keys"),
    (("Tom is in the garden.", "He skedaddled towards the house."), "tom"),
    (("The lamp and the pump are in the kitchen.", "Raj lugged it off."), "lamp"),
    (("The lamp and the pump are in the kitchen.", "Raj lugged it off."), "pump"),
    (("钥匙在抽屉里。", "它被谁给顺走了。"), "钥匙"),
    (("鑰匙在抽屜裡。", "不知誰把它扛回老家了咯。"), "鑰匙"),
    (("I'm in the kitchen.", "I'm off to the workshop."), "ana"),
]


@pytest.mark.parametrize(("said", "thing"), BY_PRONOUN)
def test_a_pronoun_in_a_sentence_of_its_own_ends_current(
    tracker: Tracker, tell: Tell, said: tuple[str, ...], thing: str
) -> None:
    for words in said:
        tell(words)
    now = tracker.where(thing, LATER)
    assert now.status != "current"
    assert now.words is not None
    tracker.replay()
    assert tracker.where(thing, LATER) == now
    assert tracker.verify(views=True).ok


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        (("The pump is in the kitchen.", "The lamp is in the hall.", "Raj lugged it off."), "pump"),
        (("The pump is in the kitchen.", "Ana loves it."), "pump"),
        (("The pump is in the kitchen.", "It is raining."), "pump"),
        (("The pump is in the kitchen.", "Could somebody lug it off?"), "pump"),
        (("I'm in the kitchen.", "I lugged the hose away."), "ana"),
        (("我在廚房。", "小明好像扛走了。"), "ana"),
    ],
)
def test_a_pronoun_that_means_another_or_no_news_ends_nothing(
    tracker: Tracker, tell: Tell, said: tuple[str, ...], thing: str
) -> None:
    for words in said:
        tell(words)
    assert tracker.where(thing, LATER).status == "current"
