"""Recalling with filters gives what going through all rows by hand gives, on both databases, for every reader."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker import Tracker

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
HOURS = 40
LABELS = ("staff", "family")


class Row(NamedTuple):
    """A text at an hour: words, or a version of a document; `label`: who may read it; `late`: known hours later."""

    hour: int
    document: str | None
    label: str | None
    source: str
    late: int
    rejected: bool


class Asked(NamedTuple):
    how: dict[str, Any]
    viewer: str | None
    known: int | None


ROWS = st.builds(
    Row,
    hour=st.integers(0, HOURS - 1),
    document=st.sampled_from([None, None, "menu", "rules"]),
    label=st.sampled_from([None, None, *LABELS]),
    source=st.sampled_from(["chat:home", "chat:work", "import:wiki"]),
    late=st.integers(0, 10),
    rejected=st.sampled_from([False, False, False, True]),
)
WINDOW = st.tuples(st.integers(0, HOURS), st.integers(1, 15)).map(lambda one: (one[0], one[0] + one[1]))
ASKED = st.builds(
    Asked,
    how=st.fixed_dictionaries(
        {"k": st.integers(1, 60)},
        optional={
            **{name: st.integers(0, HOURS) for name in ("as_of", "before", "after")},
            **dict.fromkeys(("overlaps", "throughout", "changed_in"), WINDOW),
            "source": st.sampled_from(["chat", "chat:home", "import:wiki"]),
            "kind": st.sampled_from(["note", "document"]),
            "entity": st.sampled_from(["menu", "rules"]),
        },
    ).filter(lambda how: how.keys() & {"as_of", "before", "after", "overlaps", "throughout", "changed_in"}),
    viewer=st.sampled_from([None, *LABELS, "guest"]),
    known=st.one_of(st.none(), st.integers(0, HOURS + 10)),
)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)], scope="module")
def urls(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "sqlite":
        yield lambda: ("sqlite://", lambda: None)
        return
    server = request.getfixturevalue("postgres")

    def place() -> tuple[str, Any]:
        url = server.new_place()
        return url, lambda: server.drop_place(url)

    yield place


def at(hour: int) -> datetime:
    return BEGIN + timedelta(hours=hour)


def event(number: int, row: Row) -> dict[str, Any]:
    text = f"text {number}"
    payload: dict[str, Any] = {"text": text}
    if row.document is not None:
        payload["claim"] = {"attribute": "content", "value": text}
    return {
        "entity_id": row.document or "somebody",
        "type": "stated",
        "source": row.source if row.document is None else "import:wiki",
        "occurred_at": at(row.hour),
        "observed_at": at(row.hour + row.late),
        "visibility": [] if row.label is None else [row.label],
        "payload": payload,
    }


def by_hand(rows: list[Row], asked: Asked) -> set[str]:
    """The texts that fit, gone through one by one."""
    seen = [
        (number, row)
        for number, row in enumerate(rows)
        if not row.rejected
        and (asked.known is None or row.hour + row.late <= asked.known)
        and (asked.viewer is None or row.label is None or row.label == asked.viewer)
    ]
    return {f"text {number}" for number, row in seen if _fits(row, _end(row, seen), asked.how)}


def _end(row: Row, seen: list[tuple[int, Row]]) -> int | None:
    later = [one.hour for _, one in seen if one.document == row.document and one.hour > row.hour]
    return min(later, default=None) if row.document is not None else None


def _fits(row: Row, end: int | None, how: dict[str, Any]) -> bool:
    hours = [hour for hour in range(2 * HOURS) if row.hour <= hour and (end is None or hour < end)]

    def inside(window: tuple[int, int]) -> set[int]:
        return set(range(*window))

    source = row.source if row.document is None else "import:wiki"
    return (
        ("as_of" not in how or how["as_of"] in hours)
        and ("before" not in how or row.hour < how["before"])
        and ("after" not in how or row.hour >= how["after"])
        and ("overlaps" not in how or not inside(how["overlaps"]).isdisjoint(hours))
        and ("throughout" not in how or inside(how["throughout"]) <= set(hours))
        and ("changed_in" not in how or not inside(how["changed_in"]).isdisjoint({row.hour, end}))
        and ("source" not in how or (source + ":").startswith(how["source"] + ":"))
        and ("kind" not in how or how["kind"] == ("note" if row.document is None else "document"))
        and ("entity" not in how or how["entity"] == row.document)
    )


@settings(max_examples=25)
@given(
    rows=st.lists(ROWS, max_size=14, unique_by=lambda row: (row.hour, row.document)), asked=st.lists(ASKED, max_size=6)
)
def test_recalling_is_going_through_all_rows(urls: Any, rows: list[Row], asked: list[Asked]) -> None:
    url, drop = urls()
    try:
        with Tracker.open(url) as tracker:
            _compare(tracker, rows, asked)
    finally:
        drop()


def _compare(tracker: Tracker, rows: list[Row], asked: list[Asked]) -> None:
    receipt = tracker.append([event(number, row) for number, row in enumerate(rows)])
    rejected = [one for one, row in zip(receipt.event_ids, rows, strict=True) if row.rejected]
    for one in rejected:
        tracker.append(
            {
                "entity_id": "somebody",
                "type": "rejected",
                "source": "user:ana",
                "occurred_at": BEGIN,
                "observed_at": BEGIN,
                "payload": {"event_ids": [str(one)]},
            }
        )
    for one in asked:
        how = {name: _moments(name, value) for name, value in one.how.items()}
        known = None if one.known is None else at(one.known)
        found = tracker.recall("text 1 2 3", known_at=known, viewer=one.viewer, **how)
        expected = by_hand(rows, one)
        assert len(found) == min(len(expected), how["k"])
        assert {each.text for each in found} <= expected
        everything = tracker.recall("text 1 2 3", known_at=known, viewer=one.viewer, **{**how, "k": 1000})
        assert {each.text for each in everything} == expected
        assert [each.event_id for each in found] == [each.event_id for each in everything][: how["k"]]
        assert [each.score for each in everything] == sorted((each.score for each in everything), reverse=True)


def _moments(name: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(at, value))
    return at(value) if name in ("as_of", "before", "after") else value
