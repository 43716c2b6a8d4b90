"""What was reported once and never again: how an answer that reaches up to such a report is hedged."""

from __future__ import annotations

from tracker.domain.payloads import LOCATION
from tracker.domain.times import to_us
from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World
from tracker.query.where import where


def nothing_since(
    world: World, plan: Plan, entity: str, attribute: str = LOCATION, *, reaching: int | None = None
) -> str:
    """A sentence that says how old the last report is, where that is too old to tell the time asked about; else ''.

    `reaching`: where the stretch ends that the answer tells of (None: open); one that ended in that time was over
    then, and needs no hedge."""
    last = min(plan.upto_us, plan.now_us)
    if reaching is not None and reaching <= last:
        return ""
    found = where(world.scene, world.policy, entity, attribute, last)
    newest = world.event(str(found.event_ids[0])) if found.status == "last_seen" and found.event_ids else None
    if newest is None:
        return ""
    at = min(to_us(newest.occurred_until or newest.occurred_at), last)
    v = world.voice(plan)
    they = v.they(entity, past=True)
    return v.bit(
        " {they} last reported {t}, {ago}; nothing since, so that may no longer hold.",
        "最後一次有消息是{t}（{ago}）；之後沒有消息，可能已經不是這樣。",
        they=they[:1].upper() + they[1:],
        t=v.clock(at),
        ago=v.ago(at),
    )
