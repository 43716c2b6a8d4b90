"""Which entities a batch bears on, and from where in fold order."""

from __future__ import annotations

from uuid import uuid4

from tracker.store import reader


def place(store, entity_id, event_id):
    with store.read() as connection:
        return next(one.order for one in reader.of_entities(connection, [entity_id]) if one.event_id == str(event_id))


def decision(seen, kind, target, **changed):
    return (
        seen(50, type=kind, source="user:ana", payload={"event_ids": [str(target)]} | changed.pop("also", {})) | changed
    )


def test_its_own_events_from_the_earliest_in_fold_order(store, append, seen):
    receipt = append(seen(5), seen(1), seen(3), seen(9, entity_id="phone"))
    assert receipt.affected == {
        "keys": place(store, "keys", receipt.event_ids[1]),
        "phone": place(store, "phone", receipt.event_ids[3]),
    }


def test_a_decision_bears_on_the_event_it_is_about(store, append, seen):
    """An accepted candidate projects at its own time, so its entity folds from there on."""
    (target,) = append(seen(1)).event_ids
    receipt = append(decision(seen, "accepted", target, entity_id="review"))
    assert receipt.affected["keys"] == place(store, "keys", target)


def test_a_decision_under_another_entity_folds_with_the_event_it_is_about(store, append, seen):
    """Wherever a decision is filed and whichever comes first, folding the decided event's entity sees it."""
    early, late = uuid4(), uuid4()
    append(seen(1, event_id=early))
    decided = append(
        decision(seen, "rejected", early, entity_id="review", also={"event_ids": [str(early), str(late)]})
    ).event_ids[0]
    append(seen(2, event_id=late, entity_id="phone"))
    with store.read() as connection:
        for entity_id in ("keys", "phone"):
            assert str(decided) in [one.event_id for one in reader.of_entities(connection, [entity_id])]
        assert len(reader.of_entities(connection, ["keys", "phone", "review"])) == 3
        streamed = {entity_id: [one.event_id for one in group] for entity_id, group in reader.by_entity(connection)}
        assert streamed["keys"][0] == str(early)
        assert streamed["phone"][0] == str(late)
        assert streamed["review"] == [str(decided)]


def test_an_action_that_answers_words_is_stated_whichever_comes_first(store, append, seen):
    """ "I took them out" is weaker than a camera. Words that arrive late make their action's entity fold anew."""
    words = uuid4()
    action = seen(2, type="removed", payload={}, source="mic:hall", caused_by=words)
    utterance = seen(
        2, entity_id="ana", type="stated", payload={"text": "I took them"}, event_id=words, source="mic:hall"
    )
    (first,) = map(reader.unchecked, append(action).rows)
    assert not first.stated
    receipt = append(utterance)
    assert reader.unchecked(receipt.rows[0]).stated
    assert receipt.affected["keys"] == first.order
    assert reader.unchecked(append(action | {"occurred_at": seen(3)["occurred_at"]}).rows[0]).stated
    with store.read() as connection:
        assert [one.stated for one in reader.of_entities(connection, ["keys"])] == [True, True]
        assert all(one.stated for _, group in reader.by_entity(connection) for one in group)


def test_words_and_their_action_in_one_batch(append, seen):
    words = uuid4()
    action = seen(2, type="removed", payload={}, caused_by=words)
    receipt = append(action, seen(2, entity_id="ana", type="stated", payload={"text": "hi"}, event_id=words))
    assert [reader.unchecked(one).stated for one in receipt.rows] == [True, True]
