"""去, 给: people go to places and leave them; things pass from one person to another."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.nouns import Spot, place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.families.pattern import Example, payload
from tracker.language.acts import in_chinese
from tracker.language.chinese.people import could_be_person

_GIVE = in_chinese("give") + "给"
S_RIDES = "{S}(?:开车|骑车|骑机车|骑脚踏车|搭车|坐车|打车|走路|[搭坐](?:捷运|地铁|高铁|公车|公交|火车|飞机|计程车))"
_WHO = "(?P<R>我|他|她|妈妈|爸爸|[小老阿].|[A-Za-z]+)"


def _went(filled: Filled) -> list[Found] | None:
    if not filled.text("S") and filled.subject is None and not filled.finished:
        raise NotParsed("instruction")
    where = _where_to(filled)
    people = filled.persons()
    came_from = filled.place("Q") if filled.text("Q") else None
    place = place_id(where, filled.scene) if where else filled.scene.there()
    for person in people:
        filled.scene.put(person, None)
    relation = relation_of(where) if where else "at"
    return [
        Found("moved", person, payload(from_place=came_from, to_place=place, relation=relation)) for person in people
    ]


def _where_to(filled: Filled) -> Spot | None:
    """The place gone to; None for 那里."""
    if filled.text("P") in ("那里", "那儿", "那边"):
        return None
    return filled.destination() if filled.text("open") else filled.spot()


def _left(filled: Filled) -> list[Found] | None:
    filled.spot()
    people = filled.persons()
    place = filled.place()
    for person in people:
        filled.scene.put(person, None)
    return [Found("moved", person, {"from_place": place}) for person in people]


def _gave(filled: Filled) -> list[Found] | None:
    place = None if could_be_person(filled.text("R")) else filled.known_spot("R")
    by = filled.actor() if "S" in filled.match.re.groupindex else None
    if filled.text("bare") and not (filled.finished and filled.text("R") not in ("我", "你")):
        return None
    things = filled.known_things() if filled.text("bare") else filled.things()
    if place is not None:
        where = place_id(place, filled.scene)
        return [Found("placed", thing, payload(place=where, relation=relation_of(place), by=by)) for thing in things]
    receiver = filled.persons("R")
    if len(receiver) != 1 or receiver[0] in things or receiver[0] == by:
        return None
    for thing in things:
        filled.scene.put(thing, None)
    return [Found("placed", thing, payload(place=receiver[0], relation="with", by=by)) for thing in things]


GOING = (
    ChinesePattern(
        "去",
        "去 到 回 来 进 往 抵",
        (
            "{S}从{Q}(?:走|跑|回|来|搬|开车|赶)?(?:去|到|回|来)了?{P}{D}",
            "{S}(?P<open>(?:走|跑|冲|回|来|赶|搬|飞|开车)到了?|去了|抵达了?|到达了?){P}{D}",
            "{S}(?:走|跑|冲|回|来|赶|搬|爬|躲|开车)(?:到|进|回|去)了?{P}{D}",
            f"{S_RIDES}(?:去|到|回|来)了{{P}}{{D}}",
            f"{S_RIDES}(?:去|到|回|来){{P}}{{D}}(?P<done>了)",
            "{S}(?:去|到|回|来|进)了{P}{D}",
            "{S}(?:去|到|回|来|进|抵达|到达){P}{D}(?P<done>了)",
            "{S}进入了?{P}{D}",
        ),
        0.85,
        _went,
        (
            Example("小美去了图书馆。", ("小美: moved at 图书馆",)),
            Example("我去了一趟图书馆。", ("ana: moved at 图书馆",)),
            Example("老陈走进厨房。", ("老陈: moved at 厨房",)),
            Example("我回家了。", ("ana: moved at 家",)),
            Example("媽媽和爸爸回到客廳。", ("媽媽: moved at 客廳", "爸爸: moved at 客廳")),
            Example("小美去了车站。后来她回到公司。", ("小美: moved at 车站", "小美: moved at 公司")),
            Example("老陈去了高雄。他走到那裡。", ("老陈: moved at 高雄", "老陈: moved at 高雄")),
            Example("我去睡觉了。小美要去图书馆。老陈去了爬山。", ()),
        ),
    ),
    ChinesePattern(
        "离开",
        "离开 走出 跑出",
        ("{S}(?:离开|走出|跑出)了?{P}",),
        0.85,
        _left,
        (
            Example("老陈离开了办公室。", ("老陈: moved from 办公室",)),
            Example("小美走出了房间。", ("小美: moved from 房间",)),
        ),
    ),
)

GIVING = (
    ChinesePattern(
        "给",
        "给 借 还 交",
        (
            f"{{S}}[把将]{{O}}{{A}}{_GIVE}了?{{R}}",
            "{S}[把将]{O}{A}给了?{R}",
            f"{{S}}(?:{_GIVE}|给)了?{_WHO}{{O}}",
            "{O}{A}(?:已经)?(?:交|还|借|送|递)给了?{R}",
            "{O}{A}(?P<bare>借|还|给|交)了?{R}",
        ),
        0.9,
        _gave,
        (
            Example("老陈把梯子借给小美。", ("梯子: placed with 小美 by 老陈",)),
            Example("我把合約交給王先生了。", ("合約: placed with 王先生 by ana",)),
            Example("小美递给我一把剪刀。", ("剪刀: placed with ana by 小美",)),
            Example("充電器還小美了", ("充電器: placed with 小美",)),
            Example("书已经还给图书馆了，身份证给前台了", ("书: placed at 图书馆", "身份证: placed at 前台")),
            Example("老陈给小美压力。", ()),
        ),
    ),
)
