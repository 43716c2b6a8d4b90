"""到了, 还没到: what is brought has come or not; somebody is not yet where they go."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.nouns import place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, told_state
from tracker.language.chinese.things import is_parcel_word

_COMES = "(?:寄到|送到|送来|寄来|送达|收到|到货|到)"


def _arrived(filled: Filled) -> list[Found] | None:
    if not all(is_parcel_word(each.text) for each in filled.nouns("O")):
        return None
    came = "no" if filled.text("not") else "yes"
    return [told_state(thing, came, attribute="arrived") for thing in filled.known_things()]


def _not_there_yet(filled: Filled) -> list[Found] | None:
    where = filled.destination()
    people = filled.persons()
    place = place_id(where, filled.scene)
    claim = {"value": place, "relation": relation_of(where)}
    return [Found("not_seen", person, {"claim": claim, "view": "clear"}) for person in people if person != place]


PATTERNS = (
    ChinesePattern(
        "到了",
        "到 送来 寄来 送达",
        (
            f"{{O}}(?:都|也|怎么)?(?P<not>(?:还|都|仍|一直)*(?:没有?|未)){_COMES}",
            "(?P<not>(?:还|都|仍|一直)*(?:没有?|未))收到{O}",
            f"{{O}}{{A}}{_COMES}(?P<done>了)",
            "{O}{A}(?:寄|送|到)(?:到|来|货)(?P<done>了)",
            "(?:我|已经)*收到{O}(?P<done>了)",
            "(?:我|已经)*收到了{O}",
        ),
        0.85,
        _arrived,
        (
            Example("包裹還沒到", ("包裹: arrived no",)),
            Example("快遞到了", ("快遞: arrived yes",)),
            Example("媽媽到了。", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "还没到",
        "没回 没到 没去 没来 没有回 没有到 没有去",
        ("{S}(?:还|都|仍)*(?:没有?)(?:回到|回|到|去)(?!过|那|这){P}",),
        0.8,
        _not_there_yet,
        (
            Example("小美還沒回家", ("小美: not at 家",)),
            Example("孩子还没到学校", ("孩子: not at 学校",)),
            Example("我没去过北京。我没到那里。", ()),
        ),
        meaning="state",
    ),
)
