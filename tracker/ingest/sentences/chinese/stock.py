"""没了, 还剩两颗, 快用完了: how much there is of what is used up."""

from __future__ import annotations

from tracker.domain.payloads import LOCATION
from tracker.ingest.sentences.chinese.nouns import place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, told_state
from tracker.language.chinese.amounts import AMOUNT, amount
from tracker.language.chinese.things import is_supply_word

_USED = "(?:用|吃|喝|抽|卖)"
_LEFT = "(?:剩下|剩余|剩|有)"
_ONLY = "(?:还|只|就|仅|大概)*"
_US = "(?:我们?|咱们?|家里|家中)?"


def _stocked(filled: Filled, value: str) -> list[Found] | None:
    nouns = filled.nouns("O")
    known = all(is_supply_word(each.text) or filled.scene.names.resolve(each.written) for each in nouns)
    if not known:
        return None
    return [told_state(thing, value, attribute="stock") for thing in filled.known_things()]


def _none(filled: Filled) -> list[Found] | None:
    return _stocked(filled, "none")


def _low(filled: Filled) -> list[Found] | None:
    return _stocked(filled, "low")


def _plenty(filled: Filled) -> list[Found] | None:
    return _stocked(filled, "plenty")


def _left(filled: Filled) -> list[Found] | None:
    """So many are left; where, if the words say that too."""
    found = _stocked(filled, amount(filled.written("N"), filled.written("M")))
    if found is None or not filled.text("P"):
        return found
    where = filled.known_spot()
    place = place_id(where, filled.scene)
    return [
        *(told_state(one.entity, place, relation_of(where), LOCATION) for one in found if one.entity != place),
        *found,
    ]


PATTERNS = (
    ChinesePattern(
        "快没了",
        "快 不多 没多少 见底 不够",
        (
            f"{_US}(?:就)?快(?:要)?没有?{{O}}了?",
            f"{{O}}(?:都|也)?(?:就)?快(?:要)?(?:没有?|没有|见底|{_USED}[完光])了?",
            f"{_US}{{O}}(?:都|也)?(?:已经)?(?:所)?(?:剩|还有)?(?:得)?(?:不多|没多少|不太够|不够|一点点|见底)了?",
        ),
        0.85,
        _low,
        (
            Example("快沒衛生紙了", ("衛生紙: stock low",)),
            Example("洗衣液快用完了，狗粮剩不多了", ("洗衣液: stock low", "狗粮: stock low")),
            Example("快没时间了", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "没了",
        "没 完 光",
        (
            f"{_US}{{O}}(?:都|也|已经|全)*(?:没有?|{_USED}[完光])了",
            f"{_US}(?:已经|都)*(?:没有?|{_USED}[完光])了?{{O}}了",
        ),
        0.85,
        _none,
        (
            Example("牛奶沒了。", ("牛奶: stock none",)),
            Example("没有洗洁精了", ("洗洁精: stock none",)),
            Example("咖啡豆用完了，手機沒電了", ("咖啡豆: stock none",)),
            Example("手机没了。我没吃药。", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "还剩",
        "剩 还有 只有",
        (
            f"(?:{{P}})??{_ONLY}(?:剩下?|(?<=[还只就])有)(?:最后)?{AMOUNT}{{O}}",
            f"{{O}}{_ONLY}(?:剩下?|(?<=[还只就])有)(?:最后)?{AMOUNT}",
        ),
        0.85,
        _left,
        (
            Example("還剩兩顆蛋", ("蛋: stock 2",)),
            Example("鸡蛋还剩三个", ("鸡蛋: stock 3",)),
            Example("冰箱裡還有三罐啤酒", ("啤酒: in 冰箱", "啤酒: stock 3 罐")),
            Example("还剩两分钟。我还有三个问题。", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "很多",
        "很多 还够 够用 充足",
        (f"{_US}{{O}}(?:还有?|都|也)*(?:剩)?(?:很多|够|够用|充足)", f"{_US}还有很多{{O}}"),
        0.85,
        _plenty,
        (Example("米還有很多", ("米: stock plenty",)), Example("我还有很多问题", ())),
        meaning="state",
    ),
)
