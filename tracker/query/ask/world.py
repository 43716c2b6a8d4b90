"""What an answer may look at: one read scene, the policy, and a voice to say it in."""

from __future__ import annotations

from tracker.domain.events import Event
from tracker.domain.payloads import LOCATION
from tracker.domain.policy import Policy
from tracker.language.chinese.people import is_called_like_somebody
from tracker.language.english.people import is_persons_name
from tracker.language.normalise import simplified
from tracker.projection.scene import Scene
from tracker.query.ask.plan import Plan
from tracker.query.ask.remembered import remembered
from tracker.query.ask.voice import Voice, voice_for
from tracker.store.bearing import SPOKEN
from tracker.store.views import View

_EVER = 1 << 61


class World:
    """One scene, read once for one question."""

    def __init__(self, scene: Scene, policy: Policy) -> None:
        self.scene = remembered(scene)
        self.policy = policy
        self._newest_of: dict[str, View | None] = {}

    def voice(self, plan: Plan) -> Voice:
        """The voice that answers this plan, knowing what its ids are called."""
        return voice_for(plan, self.names_of)

    def names_of(self, entity_id: str) -> tuple[tuple[str, ...], str | None]:
        """The registered names and kind of the entity; kind 'person' also for whoever acts like one, and for
        Chinese words for relatives."""
        names = self.scene.names_of(self.scene.root(entity_id))
        if names:
            return tuple(one.name for one in names), names[0].kind
        kind = self._registered_kind(self.scene.root(entity_id))
        if kind is not None:
            return (), kind
        return (), ("person" if _is_called_like_one(entity_id) or self.acts(entity_id) else None)

    def _registered_kind(self, root: str) -> str | None:
        """What it was registered as without a name, of what was ever reported to be somewhere."""
        newest = self._newest(root)
        return None if newest is None else newest.kind

    def _newest(self, entity_id: str) -> View | None:
        """Where it was told to be last, at whatever time."""
        if entity_id not in self._newest_of:
            self._newest_of[entity_id] = next(self.scene.newest_before(entity_id, LOCATION, _EVER), None)
        return self._newest_of[entity_id]

    def kind_of(self, entity_id: str) -> str | None:
        return self.names_of(entity_id)[1]

    def acts(self, entity_id: str) -> bool:
        """Whether nobody said what this is, and it goes to places by itself or has things: somebody, most likely."""
        newest = self._newest(entity_id)
        event = self.event(newest.slice.claims[0].event_id) if newest is not None and newest.slice.claims else None
        if event is not None and event.type == "moved" and getattr(event.payload, "by", None) is None:
            return True
        held = next(self.scene.targeting(entity_id, _EVER), None)
        return held is not None and held.slice.claims[0].relation == "with"

    def event(self, event_id: str | None) -> Event | None:
        return self.scene.events((event_id,)).get(event_id) if event_id else None

    def is_said(self, event: Event | None) -> bool:
        """Whether it is known from somebody's words only: it is those words, or answers words that are known here."""
        if event is None or event.type == "stated":
            return event is not None
        answered = self.event(str(event.caused_by)) if event.caused_by is not None else None
        return answered is not None and answered.type in SPOKEN

    def reported(self, entity_id: str, attribute: str = LOCATION) -> bool:
        """Whether anything was ever reported about the attribute of the entity."""
        return self.scene.has(self.scene.root(entity_id), attribute)

    def known(self, entity_id: str) -> bool:
        """Whether the entity was ever reported on, or named as the place or holder of something."""
        if self.reported(entity_id) or next(self.scene.targeting(entity_id, _EVER), None) is not None:
            return True
        return next(self.scene.started_in(-_EVER, _EVER, None, entity_id), None) is not None


def _is_called_like_one(name: str) -> bool:
    return is_persons_name(name) if name.isascii() else is_called_like_somebody(simplified(name))
