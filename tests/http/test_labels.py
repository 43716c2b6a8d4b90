"""Every route answers one who may not see all as a server would that holds only what he may see: every byte of it,
positions, cursors and tags included."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import httpx
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.http.home import serving
from tests.property.opening import NOW
from tests.property.streams import POLICY, START, only
from tests.property.test_sight import ASKED, QUESTIONS, told_streams
from tracker import Event, Tracker
from tracker.domain.payloads import NAMING_FIELDS, Forgotten
from tracker.domain.times import from_us

LATER = from_us(NOW).isoformat()
WINDOW = {"start": (START.replace(hour=0)).isoformat(), "end": LATER}
READERS = st.sampled_from([[], ["ana"], ["ben"], ["ana", "cy"]])
# When it was appended, and that the one log was told to forget what the other never had.
_APART = re.compile(r'"recorded_at":"[^"]*"')


def reads(name: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"where/{name}", {"at": LATER}),
        (f"where/{name}", {}),
        (f"where/{name}", {"at": LATER, "known_at": START.replace(hour=13).isoformat()}),
        (f"last-seen/{name}", {"before": LATER}),
        (f"state/{name}/openness", {"at": LATER}),
        (f"history/{name}", {}),
        (f"inside/{name}", {"at": LATER}),
        (f"held/{name}/location/kitchen", WINDOW),
        (f"count/{name}", {"types": ["seen", "stated"], "every": "PT1H"}),
        ("events", {"entity_id": name, "limit": 2}),
        ("conflicts", {"entity": name, "status": "all"}),
    ]


EVERYWHERE: list[tuple[str, dict[str, Any]]] = [
    ("events", {"limit": 3}),
    ("events", {"limit": 100, "types": ["seen", "stated"]}),
    ("changes", {**WINDOW, "limit": 2}),
    ("conflicts", {"limit": 1}),
    ("conflicts", {"status": "all"}),
    ("entities", {"limit": 2}),
    ("sources", {}),
]


def answers(url: str, names: list[str], questions: list[str], viewer: list[str]) -> dict[str, Any]:
    """All that is answered, with its tags, page after page."""
    found: dict[str, Any] = {}
    who = {"viewer": viewer or [""]}
    with httpx.Client(base_url=url, timeout=60) as client:
        for path, query in [*EVERYWHERE, *(one for name in names for one in reads(name))]:
            cursor: str | None = ""
            pages = []
            while cursor is not None and len(pages) < 50:
                given = client.get(f"/v1/{path}", params={**query, **who, **({"cursor": cursor} if cursor else {})})
                pages.append((given.status_code, _APART.sub("", given.text), given.headers.get("etag")))
                cursor = (
                    given.json().get("next") if given.status_code == 200 and isinstance(given.json(), dict) else None
                )
            found[f"{path} {query}"] = pages
        for name in names:
            for question in questions:
                asked = {"question": question.format(name), "at": LATER, "viewer": who["viewer"]}
                given = client.post("/v1/ask", json=asked)
                found[asked["question"]] = (given.status_code, given.text)
    return found


@settings(max_examples=settings().max_examples // 4, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(
    events=told_streams(),
    names=st.lists(st.sampled_from(ASKED), min_size=1, max_size=2, unique=True),
    questions=st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=2, unique=True),
    viewer=READERS,
)
def test_as_if_there_were_nothing_else(events, names, questions, viewer):
    def heard(event: Event) -> bool:
        return not event.visibility or not set(viewer).isdisjoint(event.visibility)

    def opening(_: str) -> Tracker:
        return Tracker.open("sqlite://", policy=POLICY, clock=lambda: NOW)

    names = list(dict.fromkeys([events[0].entity_id, *names]))
    with serving("sqlite://", opening) as whole, serving("sqlite://", opening) as visible:
        erasing = only(events, heard)[-1]
        # The order of arrival is that of both logs.
        send(whole.url, [*events, erasing])
        mine = [event for event in events if heard(event)]
        hidden = {event.event_id for event in events} - {event.event_id for event in mine}
        send(visible.url, [without(event, hidden) for event in (*mine, erasing)])
        found, expected = (answers(one.url, names, questions, viewer) for one in (whole, visible))
    for what, answer in expected.items():
        assert found[what] == answer, what


def without(event: Event, hidden: set[UUID]) -> Event:
    """The event as one is told it who is not to hear of the hidden ones."""
    changed: dict[str, Any] = {"caused_by": None} if event.caused_by in hidden else {}
    named = {field: getattr(event.payload, field) for field in NAMING_FIELDS if getattr(event.payload, field, ())}
    left = {field: tuple(each for each in ids if each not in hidden) for field, ids in named.items()}
    if left != named:
        changed["payload"] = event.payload.model_copy(update=left) if any(left.values()) else Forgotten()
    return event.model_copy(update=changed)


def send(url: str, events: list[Event]) -> None:
    with Tracker.open(url) as tracker:
        for event in events:
            tracker.append(event)
