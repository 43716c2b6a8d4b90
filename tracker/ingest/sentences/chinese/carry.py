"""带着…去, 从…拿…到: verbs in a row, of which each says where something ends."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.nouns import place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, payload
from tracker.language.chinese.people import is_person

_WITH = "(?:带着|拿着|抱着|牵着|背着|载着|提着|带了|带|拿|载|抱)"
_GOES = "(?:去了?|到了?|回了?|来了?|上了?)"


def _went_with(filled: Filled) -> list[Found] | None:
    """Somebody went, and took something along."""
    if not filled.finished:
        return None
    where = filled.destination()
    people = filled.persons()
    if len(people) != 1:
        return None
    someone = people[0]
    things = filled.persons("O") if is_person(filled.text("O")) else filled.known_things()
    place, relation = place_id(where, filled.scene), relation_of(where)
    if place in (someone, *things) or someone in things:
        return None
    for one in (someone, *things):
        filled.scene.put(one, None)
    gone = Found("moved", someone, {"to_place": place, "relation": relation})
    return [gone, *(Found("removed", thing, {"by": someone}) for thing in things)]


def _fetched(filled: Filled) -> list[Found] | None:
    by = filled.actor()
    things = filled.things()
    came_from, where = filled.place("Q"), filled.spot()
    place, relation = place_id(where, filled.scene), relation_of(where)
    if place in things or came_from in things:
        return None
    for thing in things:
        filled.scene.put(thing, place, relation)
    fields = payload(from_place=came_from, to_place=place, relation=relation, by=by)
    return [Found("moved", thing, fields) for thing in things]


PATTERNS = (
    ChinesePattern(
        "带着去",
        "带 拿 抱 牵 背 载 提",
        (f"{{S}}{_WITH}{{O}}{_GOES}{{P}}", f"{{S}}{_WITH}{{O}}(?:出门|回家)去?{{P}}"),
        0.85,
        _went_with,
        (
            Example("小美帶著筆電去公司了", ("小美: moved at 公司", "筆電: removed by 小美")),
            Example("我带猫去医院了", ("ana: moved at 医院", "猫: removed by ana")),
            Example("小美带着笔电去公司", ()),
        ),
    ),
    ChinesePattern(
        "拿到",
        "从",
        (
            "{S}从{Q}(?:拿|取|搬|抽|掏)(?:了|出了?|起了?)?{O}(?:放|搬|带|送|移)(?:到了?|进了?|在了?){P}{D}",
            "{S}从{Q}(?:搬|带|拿|送|寄)了?{O}到了?{P}{D}",
        ),
        0.85,
        _fetched,
        (Example("我從抽屜拿了剪刀放到廚房", ("剪刀: moved from 抽屜 at 廚房 by ana",)),),
    ),
)
