"""在, 不在, 要么…要么, 有: where something is, is not, or may be."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.nouns import is_place, place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, told_state
from tracker.language.chinese.people import is_person

_LIES = "(?:躺|趴|坐|站|蹲|睡|躲|窝|住|待|挤)"
_RESTING = "(?:睡觉|睡着|打盹|打瞌睡|[躺坐趴站]着)"
"""What one does in a place for as long as one is there; where somebody works says nothing of now."""
_OR = "(?:，|,)?(?:或者|或是|或|要么|要不|就是)"


def _is_at(filled: Filled) -> list[Found] | None:
    where = filled.spot()
    things = filled.things()
    place = place_id(where, filled.scene)
    if place in things:
        return None
    for thing in things:
        filled.scene.put(thing, place, relation_of(where))
    return [told_state(thing, place, relation_of(where)) for thing in things]


def _holds(filled: Filled) -> list[Found] | None:
    """What is in a place, without a number: only of things that are known for certain."""
    if filled.spot().relation is None or not filled.known_things():
        return None
    return _is_at(filled)


def _seen(filled: Filled) -> list[Found] | None:
    if "S" in filled.match.re.groupindex and filled.text("S"):
        filled.persons()
    return _is_at(filled)


def _is_not_at(filled: Filled) -> list[Found] | None:
    where = filled.spot()
    things = filled.things()
    place = place_id(where, filled.scene)
    if place in things:
        return None
    found = []
    for thing in things:
        if filled.scene.container_of(thing) == place:
            filled.scene.put(thing, None)
        claim = {"value": place, "relation": relation_of(where)}
        found.append(Found("not_seen", thing, {"claim": claim, "view": "clear"}))
    return found


def _is_at_either(filled: Filled) -> list[Found] | None:
    spots = [filled.spot("P"), filled.spot("Q")]
    if not all(is_place(where, filled.scene) for where in spots):
        return None
    things = filled.things()
    places = [(place_id(where, filled.scene), relation_of(where)) for where in spots]
    if places[0][0] == places[1][0] or any(place in things for place, _ in places):
        return None
    found = []
    for thing in things:
        filled.scene.put(thing, None)
        for index, (place, relation) in enumerate(places):
            other = places[1 - index][0]
            found.append(told_state(thing, place, relation)._replace(alternatives=(other,)))
    return found


def _has(filled: Filled) -> list[Found] | None:
    if not is_person(filled.text("S")):
        return None
    holder = filled.persons()[0]
    things = filled.things()
    if holder in things:
        return None
    if filled.text("without"):
        claim = {"value": holder, "relation": "with"}
        return [Found("not_seen", thing, {"claim": claim, "view": "clear"}) for thing in things]
    for thing in things:
        filled.scene.put(thing, None)
    return [told_state(thing, holder, "with") for thing in things]


UNSURE_OR_ABSENT = (
    ChinesePattern(
        "要么",
        "或 要么 要不 不是",
        (
            f"{{O}}{{A}}(?:要么|要不|不是|或者)?在{{P}}{_OR}在{{Q}}",
            "{O}{A}(?:要么|或者)?在{P}(?:或者|或是|或){Q}",
        ),
        0.9,
        _is_at_either,
        (
            Example("护照要么在抽屉里，要么在保险箱里。", ("护照: in 抽屉 (or 保险箱)", "护照: in 保险箱 (or 抽屉)")),
            Example("小美在廚房或者花園。", ("小美: at 廚房 (or 花園)", "小美: at 花園 (or 廚房)")),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "不在",
        "不在 没在 没有在 不再在",
        ("{O}{A}(?:不在|没在|没有在|不再在){P}", "{A}(?:不在|没在|没有在|不再在){P}"),
        0.9,
        _is_not_at,
        (
            Example("護照不在抽屜裡了。", ("護照: not in 抽屜",)),
            Example("小美没在办公室。", ("小美: not at 办公室",)),
            Example("護照不在抽屜裡，在書架上。", ("護照: not in 抽屜", "護照: on 書架")),
        ),
        meaning="state",
    ),
)
"""What must be tried before 在 alone: it says less than it seems."""

PRESENT = (
    ChinesePattern(
        "在",
        "在",
        (
            "{O}{A}(?:就)?(?<![不没现正实存])在{P}",
            "{A}(?:是|却|倒)?{A}(?:放|掉|忘|落|夹|塞|躺|收|压)?在{P}",
            f"{{O}}{{A}}{_LIES}在{{P}}",
            f"{{O}}{{A}}(?<![不没现正实存欢爱敢肯能会以老总])在{{P}}{_RESTING}",
        ),
        0.9,
        _is_at,
        (
            Example("护照在保险箱里。", ("护照: in 保险箱",)),
            Example("我的眼鏡還在書架上。", ("眼鏡: on 書架",)),
            Example("梯子在小美那里。", ("梯子: with 小美",)),
            Example("我在车站。", ("ana: at 车站",)),
            Example("貓躲在床底下", ("貓: under 床",)),
            Example("貓在沙發上睡覺。", ("貓: on 沙發",)),
            Example("小美在吃饭。他在开会。重点在细节里。貓喜歡在沙發上睡覺。", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "有",
        "有 放着 摆着 挂着",
        ("{P}{A}(?:(?<!没)有|放着|摆着|挂着|躺着)(?=[一两二三四五六七八九十几0-9我]){O}",),
        0.85,
        _is_at,
        (
            Example("桌子上有一把剪刀。", ("剪刀: on 桌子",)),
            Example("書架上放著一本字典。", ("字典: on 書架",)),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "有.认得",
        "有",
        ("{P}{A}(?<!没)有(?:一些|些)?{O}",),
        0.8,
        _holds,
        (Example("冰箱里有牛奶", ("牛奶: in 冰箱",)), Example("公司里有问题。这里有水。", ())),
        meaning="state",
    ),
    ChinesePattern(
        "看到",
        "看到 看见 发现 找到 找着 翻到 捡到",
        (
            "{S}(?:看到|看见|发现)了?{O}(?:就|还)?在{P}",
            "{S}在{P}(?:看到|看见|发现|找到|翻到|捡到)了?{O}",
            "{O}在{P}(?:找到|被找到)",
            "(?:我|我们)?(?:终于|总算)*(?:找到|找着)了?{O}(?:了|啦)(?:就|是|掉|原来)*在{P}",
            "{O}{A}(?:找到|找着)(?:了|啦)(?:就|是|掉|原来)*在{P}",
        ),
        0.8,
        _seen,
        (
            Example("我看到護照在書桌上。", ("護照: on 書桌",)),
            Example("老陈在沙发下面找到了遥控器。", ("遥控器: under 沙发",)),
            Example("鑰匙找到了在洗衣機裡", ("鑰匙: in 洗衣機",)),
            Example("他在考试中发现了问题。", ()),
        ),
    ),
    ChinesePattern(
        "没有",
        "没有",
        ("{P}{A}没有{O}",),
        0.85,
        _is_not_at,
        (Example("冰箱裡沒有牛奶了。", ("牛奶: not in 冰箱",)), Example("我没有护照。", ())),
        meaning="state",
    ),
    ChinesePattern(
        "带着",
        "拿着 带着 握着 抱着 提着 没带 没有带",
        ("{S}(?:拿着|带着|握着|抱着|提着){O}", "{S}(?P<without>没带|没有带)(?:着)?{O}"),
        0.85,
        _has,
        (
            Example("老陈拿着手电筒。", ("手电筒: with 老陈",)),
            Example("我沒帶雨傘。", ("雨傘: not with ana",)),
        ),
        meaning="state",
    ),
)
