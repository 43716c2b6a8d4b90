"""How answers sound: every sentence begins with a capital, keys are 'they', and 'yesterday evening' stays one."""

from __future__ import annotations

import pytest

from tests.unit.ask.conftest import DAY, claim, event, switched, understood
from tracker import Reply, Tracker


def ask(tracker: Tracker, question: str, at: str = f"{DAY}T15:00:00+00:00") -> Reply:
    return understood(tracker, question, at)


@pytest.fixture
def wallet(empty: Tracker) -> Tracker:
    """Left on the shelf some time yesterday evening, told this morning."""
    empty.note("I left my wallet on the shelf yesterday evening.", at=f"{DAY}T06:00:00+00:00", speaker="ana")
    return empty


SOME_TIME = "some time between yesterday 18:00 and 00:00"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("where is my wallet?",
         f"Your wallet is said to be on the shelf, put there {SOME_TIME} (told by Ana, not observed)."),
        ("where was my wallet at 20:00 yesterday?",
         f"Yesterday at 20:00, it is not known where your wallet was: put on the shelf {SOME_TIME}."),
        ("where was my wallet yesterday?",
         f"Your wallet was on the shelf (put there {SOME_TIME}). This was told by Ana, not observed."),
    ],
)  # fmt: skip
def test_some_time_yesterday_evening_is_told_as_such(wallet: Tracker, question: str, text: str):
    """Never as midnight, when the evening ends."""
    assert ask(wallet, question, at=f"{DAY}T07:00:00+00:00").text.replace("told, not", "told by Ana, not") == text


def test_things_that_are_several_are_they(empty: Tracker):
    empty.append([event("09:00", "keys", "placed", {"place": "drawer", "relation": "in"})])
    text = ask(empty, "when did the keys leave the drawer?", at="2026-11-30T07:00:00+00:00").text
    assert "They were last reported on Mon 2 March at 09:00" in text


def test_every_sentence_begins_with_a_capital(home: Tracker):
    assert " The vase was" in ask(home, "where are the phone and the vase?").text
    assert ". The vase was" in ask(home, "are the phone and the vase on the sofa?").text


def test_a_shouted_question_is_not_shouted_back(home: Tracker):
    assert ask(home, "WHERE IS THE PHONE?").text.startswith("The phone is on the sofa")


def test_nobody_knows_a_person_is_not_told_of_a_place(empty: Tracker):
    """安娜有什麼, of whom nothing is known: 'nothing in Ana' is no answer."""
    assert ask(empty, "安娜有什麼？").text == "從來沒有關於安娜的消息。"


def test_who_moved_it_moved_it(empty: Tracker):
    empty.append([event("09:00", "laptop", "moved", {"to_place": "desk", "relation": "on", "by": "tom"})])
    assert ask(empty, "who moved the laptop?").text == "Tom moved the laptop at 09:00, 6 hours ago."


def test_before_it_was_known_it_was_not_never_reported(empty: Tracker):
    """'Never reported' would be untrue: it was, later."""
    empty.append([event("09:00", "mug", "seen", claim("desk", "on"))])
    early = f"{DAY}T08:00:00+00:00"
    at = f"{DAY}T15:00:00+00:00"
    assert empty.where("mug", at=at, known_at=early).text == "mug: nothing was known by 08:00 UTC."
    reply = empty.ask("where is the mug?", at=at, known_at=early)
    assert (reply.status, reply.text) == ("never_seen", "By 08:00, nothing was known about where the mug is.")
    assert empty.where("unicorn", at=at).text == "unicorn: never reported."


@pytest.mark.parametrize(
    ("at", "ago"),
    [
        ("09:59", "59 minutes ago"), ("10:00", "1 hour ago"), ("10:46", "106 minutes ago"), ("11:00", "2 hours ago"),
    ],
)  # fmt: skip
def test_an_age_is_not_cut_down_to_half(empty: Tracker, at: str, ago: str):
    """An hour and three quarters is no hour."""
    empty.append([event("09:00", "mug", "seen", claim("desk", "on"))])
    assert ask(empty, "where is the mug?", at=f"{DAY}T{at}:00+00:00").text.endswith(f"since 09:00, {ago}.")


def test_until_a_day_reads_as_english(home: Tracker):
    text = ask(home, "where are the keys?", at="2026-03-04T14:30:00+00:00").text
    assert "until Mon 2 March at 14:17" in text


def test_from_unknown_to_unknown_nothing_changed(wallet: Tracker):
    """That the evening began in which it was left somewhere is no change that anybody could tell of."""
    found = wallet.changes("2026-02-28T00:00:00+00:00", f"{DAY}T10:00:00+00:00")
    assert [(one.before, one.after) for one in found] == [(None, "shelf")]


def test_that_a_thing_left_is_news_even_if_nobody_knew_where_it_was(empty: Tracker):
    """Picked up at 09:00 and put down at 09:02: both are changes."""
    moved = event("09:00", "cup", "moved", {"to_place": "shelf"}) | {"occurred_until": f"{DAY}T09:02:00+00:00"}
    empty.append([moved])
    found = empty.changes(f"{DAY}T08:00:00+00:00", f"{DAY}T10:00:00+00:00")
    assert [(one.at.minute, one.before, one.after) for one in found] == [(0, None, None), (2, None, "shelf")]


def test_whether_somebody_gave_it_is_answered_with_yes(empty: Tracker):
    empty.note("I gave the remote to Mia.", at=f"{DAY}T14:00:00+00:00", speaker="leo")
    for question, yes in (("did Leo give the remote to Mia?", "Yes: Leo gave"), ("who gave the remote?", "Leo gave")):
        assert ask(empty, question).text.startswith(yes)


def test_no_is_followed_by_a_small_the(home: Tracker):
    assert ask(home, "is the phone in the kitchen?").text.startswith("No: the phone is on the sofa")
    assert ask(home, "is the algebra exam over?").text.startswith("No: the algebra exam is in 5 days")
    assert ask(home, "is anything planned for Saturday?").text.startswith("Yes: the algebra exam is in 5 days")


def test_when_it_was_so_says_that_it_ended(empty: Tracker):
    empty.append([switched("09:00", "heater", "power", "on"), switched("10:00", "heater", "power", "off")])
    text = ask(empty, "when was the heater last on?").text
    assert text == "The heater was on from 09:00, 6 hours ago (the first report of it), until 10:00."
    assert "until" not in ask(empty, "when was the heater switched off?").text


def test_never_is_a_number_of_times(home: Tracker):
    assert ask(home, "how often was the vase moved yesterday?").text.startswith("The vase was moved 0 times yesterday.")
    assert ask(home, "冰箱今天開了幾次？").text.startswith("冰箱變成開著 1 次")


@pytest.mark.parametrize(
    "question",
    [
        "where has Leo been today?",
        "where was Leo before the kitchen?",
        "where was Leo before that?",
        "when did Leo get to the kitchen?",
        "how long has Leo been there?",
        "里歐今天去過哪些地方？",
    ],
)
def test_a_place_is_nobody_to_be_with(empty: Tracker, question: str):
    """Seen at a place with no word for how: 'at' it."""
    empty.append([
        event("08:00", "leo", "registered", {"kind": "person", "names": ["Leo", "里歐"]}),
        event("14:10", "leo", "seen", claim("garage")),
        event("14:50", "leo", "seen", claim("kitchen")),
    ])  # fmt: skip
    text = ask(empty, question).text
    assert "with" not in text, text
    assert "Garage" not in text, text
    assert "那裡" not in text, text


@pytest.mark.parametrize(
    ("question", "counted"),
    [
        ("how often was the phone moved today?", "The phone was moved 0 times between 00:00 and 15:00."),
        ("how often was the cat seen yesterday?", "The cat was reported 0 times yesterday."),
        (
            "how often was the vase on the dining table yesterday?",
            "The vase was on the dining table 0 times yesterday.",
        ),
        ("how often was the phone moved?", "The phone was moved 0 times."),
        ("昨天花瓶動了幾次？", "花瓶昨天移動 0 次。"),
    ],
)
def test_a_count_names_the_time_that_it_is_of(home: Tracker, question: str, counted: str):
    """'Moved 0 times' of a day is not never."""
    assert ask(home, question).text.startswith(counted)


@pytest.mark.parametrize(
    ("attribute", "value", "told"),
    [
        ("openness", "closed", "the gate closed at 09:00"),
        ("openness", "open", "the gate opened at 09:00"),
        ("power", "off", "the gate went off at 09:00"),
        ("lock", "locked", "the gate was locked at 09:00"),
        ("online", "offline", "the gate went offline at 09:00"),
        ("colour", "red", "the gate became red at 09:00"),
    ],
)
def test_a_change_of_state_is_told_as_people_tell_it(empty: Tracker, attribute: str, value: str, told: str):
    """Nothing 'becomes closed'."""
    empty.append([switched("08:00", "gate", attribute, "other"), switched("09:00", "gate", attribute, value)])
    assert told in ask(empty, "what happened to the gate today?").text


def test_one_answer_is_in_one_script(empty: Tracker):
    """Things registered in Traditional characters are told in Simplified to whoever asks so; people keep theirs."""
    names = {"keys": ("thing", "車鑰匙"), "car": ("thing", "車"), "garage": ("room", "車庫"), "leo": ("person", "里歐")}
    known = [
        event("08:00", one, "registered", {"kind": kind, "names": [name]}, source="user:ana")
        for one, (kind, name) in names.items()
    ]
    put = [
        event("09:00", "keys", "placed", {"place": "car", "relation": "in", "by": "leo"}),
        event("09:00", "car", "placed", {"place": "garage", "relation": "in"}),
    ]
    empty.append([*known, *put])
    assert ask(empty, "车钥匙在哪里？").text == "车钥匙在车里（在车库里），从09:00起（6 小时前）。"
    assert "車庫裡" in ask(empty, "車鑰匙在哪裡？").text
    assert "里歐" in ask(empty, "谁把车钥匙放在车里？").text


def test_to_begin_is_not_to_open(home: Tracker):
    """開始 says nothing of a 始 that is open: after an answer, it asks since when that is so."""
    at = f"{DAY}T15:00:00+00:00"
    alone = home.ask("什麼時候開始的？", at=at)
    assert not alone.understood, alone.text
    before = home.ask("冰箱關著嗎？", at=at)
    assert home.ask("什麼時候開始的？", at=at, after=before).text.startswith("冰箱從14:12")


def test_what_a_person_accepted_is_no_toss_up(empty: Tracker):
    """A report too weak to count, once a person has accepted it, is told as accepted, not as a guess."""
    empty.append([event("10:00", "mug", "seen", claim("desk", "on"), confidence=0.4)])
    empty.decide({"action": "accept", "event_ids": empty.conflicts()[0].event_ids, "by": "ana"})
    assert ask(empty, "where is the mug?").text == (
        "The mug is on the desk, since 10:00, 5 hours ago, accepted by a person who reviewed it."
    )
    assert ask(empty, "is the mug on the desk?").values == ("yes",)
    assert "likelier" not in ask(empty, "杯子在哪裡？").text
