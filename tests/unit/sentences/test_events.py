"""Claims as events: the words are always kept, actions answer them, and keys come from where they were said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tracker.domain.events import Event
from tracker.domain.evidence import Evidence
from tracker.ingest.sentences import Utterance, events_for, extract

AT = datetime(2026, 3, 2, 14, 2, tzinfo=UTC)


def events(text: str, **said: Any) -> list[Event]:
    utterance = Utterance("user:ana", "line/7", AT, speaker="ana", **said)
    return events_for(extract(text, at=AT, speaker="ana"), utterance)


def payloads(made: list[Event]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(e.entity_id, e.type, e.payload.model_dump(exclude_none=True)) for e in made]


def test_a_state_is_one_statement_that_carries_its_claim():
    """'X is in Y' needs no second event."""
    text = "The torch is in the van."
    claim = {"attribute": "location", "value": "van", "relation": "in"}
    assert payloads(events(text)) == [("torch", "stated", {"text": text, "claim": claim, "speaker": "ana"})]


def test_an_action_answers_the_words_that_told_it():
    """That is what makes it weaker than an action somebody saw."""
    text = "I put the torch in the van."
    words, action = events(text)
    assert payloads([words, action]) == [
        ("torch", "stated", {"text": text, "speaker": "ana"}),
        ("torch", "placed", {"place": "van", "relation": "in", "by": "ana"}),
    ]
    assert action.caused_by == words.event_id


def test_a_sentence_without_a_claim_is_kept_about_its_speaker():
    """Of words nobody is known to have said, the conversation is told."""
    assert payloads(events("What a day!")) == [("ana", "stated", {"text": "What a day!", "speaker": "ana"})]
    unknown = events_for(extract("What a day!", at=AT), Utterance("mic:hall", "3", AT))
    assert payloads(unknown) == [("conversation", "stated", {"text": "What a day!"})]


def test_either_or_states_both_at_one_instant():
    """One source that names two places at once is a conflict with both candidates: maybe."""
    made = events("The torch is either in the van or in the attic.")
    assert [e.payload.claim.value for e in made] == ["van", "attic"]  # type: ignore[attr-defined]
    assert made[0].occurred_at == made[1].occurred_at


def test_denied_presence_answers_the_words_too():
    """'Is no longer in' ends what was there, as far as one believes the speaker."""
    words, absent = events("The torch is no longer in the van.")
    assert (absent.type, absent.caused_by) == ("not_seen", words.event_id)
    assert absent.payload.model_dump(exclude_none=True) == {
        "claim": {"attribute": "location", "value": "van", "relation": "in"}, "view": "clear",
    }  # fmt: skip


def test_the_same_utterance_gives_the_same_events():
    """Keys name the line, the sentence and the claim; ids follow from them, so resending adds nothing."""
    text = "I took the torch and the lamp. I put them in the van."
    made = events(text)
    assert [event.source_key for event in made] == [
        "line/7/0/0/said", "line/7/0/0", "line/7/0/1/said", "line/7/0/1",
        "line/7/1/0/said", "line/7/1/0", "line/7/1/1/said", "line/7/1/1",
    ]  # fmt: skip
    assert made == events(text)


def test_what_an_utterance_carries_is_on_all_its_events():
    """Evidence, visibility, model and the time it was learned; doubt about the words lowers every claim."""
    evidence = Evidence(uri="notes.txt", text="I put the torch in the van.")
    made = events(
        "I put the torch in the van.", evidence=(evidence,), visibility=("family",), observed_at=AT, confidence=0.5,
        model={"name": "ears"},
    )  # fmt: skip
    assert [(e.evidence, e.visibility, e.observed_at, e.model) for e in made] == [
        ((evidence,), ("family",), AT, {"name": "ears"})
    ] * 2
    assert [e.confidence for e in made] == [0.5, 0.45]


def test_unstorable_characters_are_replaced_in_the_kept_words():
    """No database takes NUL or half a surrogate pair."""
    made = events("What \x00 a \ud800 day!")
    assert made[0].payload.text == "What \ufffd a ? day!"  # type: ignore[attr-defined]
