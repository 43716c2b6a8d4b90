"""护照：书桌抽屉, 备用钥匙→花盆底下, 笔电 公司: notes without a verb, read only where both sides are known nouns."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.nouns import place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, told_state
from tracker.language.chinese.things import is_room_word

_MARK = "(?: *(?:::?|-+>|=+>?|→|➔|➜|⇒|—+|–|-) *)"


def _noted(filled: Filled) -> list[Found] | None:
    where = filled.known_spot()
    if filled.text("space") and not (where.holder or where.relation or is_room_word(where.noun.text)):
        return None  # 鞋子 外套 are two things
    things = filled.known_things()
    place, relation = place_id(where, filled.scene), relation_of(where)
    if place in things:
        return None
    for thing in things:
        filled.scene.put(thing, place, relation)
    return [told_state(thing, place, relation) for thing in things]


PATTERNS = (
    ChinesePattern(
        "便条",
        ": > = → ➔ ➜ ⇒ — – -",
        (f"(?:[-*•·]|\\d{{1,2}}[.、)])?{{O}}{_MARK}{{P}}",),
        0.85,
        _noted,
        (
            Example("護照：書桌抽屜", ("護照: at 書桌抽屜",)),
            Example("備用鑰匙→保險箱裡", ("備用鑰匙: in 保險箱",)),
            Example("印章、存摺：保險箱", ("印章: at 保險箱", "存摺: at 保險箱")),
            Example("電池：廚房抽屜\n工具箱－陽台", ("電池: at 廚房抽屜", "工具箱: at 陽台")),
            Example("備註：不要打電話。時間：下午。小美：鑰匙。", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "便条.空格",
        " ",
        ("(?P<O>[^，, ]{1,12})(?P<space> )(?P<P>[^，, ]{1,12})",),
        0.75,
        _noted,
        (Example("筆電 公司", ("筆電: at 公司",)), Example("雨伞 车上", ("雨伞: on 车",)), Example("鞋子 外套", ())),
        meaning="state",
    ),
)
