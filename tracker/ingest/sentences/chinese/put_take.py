"""放, 拿, 搬: putting something somewhere, taking it, moving it, throwing it away."""

from __future__ import annotations

from tracker.ingest.sentences.chinese.nouns import place_id, relation_of
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.families.pattern import Example, payload
from tracker.language.acts import in_chinese

_PUT = in_chinese("put")
_PUT_BARE = "(?P<bare>寄放|寄存|存放|放|摆|搁|挂|藏|塞|收|存|留|忘|落|停|插|扔|丢|夹|晾)了?"
"""Before a place without 在: 手机放桌上. What is what, only known nouns tell."""
_NAMES_LIKE_VERBS = frozenset(("皮夹", "票夹", "件夹", "发夹", "衣架", "书架", "药膏"))
_INTO = "(?P<into>进了?|入了?|到了?|在了?|回了?|于)"
_TAKE = in_chinese("take")
_OUT = "(?P<out>出来|出去|出|走|起来|起|下来|下|回来|掉|过来)"
_CARRY = in_chinese("move")


def _put(filled: Filled) -> list[Found] | None:
    if _ends_a_name(filled):
        return None
    by = filled.actor() if "S" in filled.match.re.groupindex else None
    entered = filled.text("into").startswith(("进", "入"))
    if filled.text("bare"):
        where = filled.known_spot()
        things = filled.things() if by is not None else filled.known_things()
    else:
        things = filled.things()
        where = filled.spot(entered=entered)
    place = place_id(where, filled.scene)
    if place in things:
        return None
    relation = "in" if entered and not where.relation else relation_of(where)
    for thing in things:
        filled.scene.put(thing, place, relation)
    return [
        Found("placed", thing, payload(place=place, relation=relation, by=by if by != place else None))
        for thing in things
    ]


def _ends_a_name(filled: Filled) -> bool:
    """Whether the verb is the end of a noun: 皮夹在口袋里 clamps no leather."""
    last = filled.match.end("O")
    return filled.match.string[last - 1 : last + 1] in _NAMES_LIKE_VERBS


def _put_down(filled: Filled) -> list[Found] | None:
    by = filled.actor()
    things = filled.things()
    if by is None:
        raise NotParsed("unresolved pronoun")
    for thing in things:
        filled.scene.put(thing, None)
    return [Found("placed", thing, {"by": by}) for thing in things]


def _took(filled: Filled) -> list[Found] | None:
    passive_by = filled.text("R")
    by = filled.actor("R") if passive_by else filled.actor() if not filled.text("bei") else None
    things = filled.things()
    came_from = place_id(filled.spot(entered=True), filled.scene) if filled.text("P") else None
    found = []
    for thing in things:
        origin = came_from or (filled.scene.container_of(thing) if filled.text("out").startswith("出") else None)
        if thing in (by, origin):
            return None
        filled.scene.put(thing, None)
        found.append(Found("removed", thing, payload(place=origin if origin != by else None, by=by)))
    return found


def _moved(filled: Filled) -> list[Found] | None:
    by = filled.actor()
    things = filled.things()
    came_from = filled.place("Q") if filled.text("Q") else None
    where = filled.spot()
    place = place_id(where, filled.scene)
    relation = relation_of(where)
    for thing in things:
        filled.scene.put(thing, place, relation)
    fields = payload(from_place=came_from, to_place=place, relation=relation, by=by)
    return None if place in things else [Found("moved", thing, fields) for thing in things]


def _gone(filled: Filled) -> list[Found] | None:
    lost = filled.text("lost")
    by = None if lost else filled.actor()
    things = filled.known_things() if lost == "掉" else filled.things()
    for thing in things:
        filled.scene.put(thing, None)
    return [Found("removed" if lost else "moved", thing, payload(by=by)) for thing in things]


PATTERNS = (
    ChinesePattern(
        "放",
        "放 摆 搁 挂 藏 塞 收 存 装 留 忘 落 掉 停 插 堆 铺 倒 扔 丢 搬 贴 夹 晾 靠 锁 压 寄",
        (
            f"{{S}}[把将]{{O}}{{A}}{_PUT}{_INTO}{{P}}{{D}}",
            f"{{O}}(?P<S>我|他|她){{A}}{_PUT}{_INTO}{{P}}{{D}}",
            f"{{O}}被{{A}}{_PUT}{_INTO}{{P}}{{D}}",
            f"{{O}}被{{S}}{_PUT}{_INTO}{{P}}{{D}}",
            f"{{O}}{{A}}{_PUT}在了?{{P}}",
            "{S}(?:放|摆|搁|挂|藏|留|丢|忘)了?{O}在{P}",
            f"{{S}}[把将]{{O}}{{A}}{_PUT_BARE}{{P}}",
            f"{{O}}(?P<S>我|他|她){{A}}{_PUT_BARE}{{P}}",
            f"{{O}}{{A}}{_PUT_BARE}{{P}}",
        ),
        0.9,
        _put,
        (
            Example("我把护照放在书桌的抽屉里。", ("护照: placed in 书桌的抽屉 by ana",)),
            Example("小美將雨傘掛在門口了。", ("雨傘: placed at 門口 by 小美",)),
            Example("她們走了。妈妈把剪刀放进盒子里了。", ("剪刀: placed in 盒子 by 妈妈",)),
            Example("眼镜我放在桌上了。", ("眼镜: placed on 桌子 by ana",)),
            Example("行李箱被放在阁楼。", ("行李箱: placed at 阁楼",)),
            Example("錢包被我忘在車上了。", ("錢包: placed on 車 by ana",)),
            Example("昨天我把票和地圖放進背包。", ("票: placed in 背包 by ana", "地圖: placed in 背包 by ana")),
            Example(
                "老陈放了一把梯子在門口。票我放桌上了。", ("梯子: placed at 門口 by 老陈", "票: placed on 桌子 by ana")
            ),
            Example("車停B2", ("車: placed at b2",)),
            Example("我把剩菜放冰箱了", ("剩菜: placed at 冰箱 by ana",)),
            Example("我把帽子丢沙发上，外套挂玄关", ("帽子: placed on 沙发 by ana", "外套: placed at 玄关")),
            Example("行李先寄放在飯店櫃台", ("行李: placed at 飯店櫃台",)),
            Example("把护照放在抽屉里。", ()),
            Example("他把压力放在心里。如果我把票放在这里呢？", ()),
        ),
    ),
    ChinesePattern(
        "放下",
        "放下 丢下 扔下 搁下",
        ("{S}[把将]{O}{A}(?:放|丢|扔|搁)下来?", "{S}(?:放|丢|扔|搁)下了?{O}"),
        0.9,
        _put_down,
        (
            Example("老陈放下了梯子。", ("梯子: placed by 老陈",)),
            Example("小美拿起剪刀，然後把它放下。", ("剪刀: removed by 小美", "剪刀: placed by 小美")),
            Example("老陈放下了压力。", ()),
        ),
    ),
    ChinesePattern(
        "拿",
        "拿 取 抽 掏 捡 捞 搬 拔 摘 卸 提 借 带 骑 开",
        (
            f"{{S}}[把将]{{O}}从{{P}}{{A}}{_TAKE}了?{_OUT}",
            f"{{S}}从{{P}}[把将]{{O}}{{A}}{_TAKE}了?{_OUT}",
            f"{{S}}[把将]{{O}}{{A}}{_TAKE}了?{_OUT}",
            f"{{S}}从{{P}}{{A}}{_TAKE}(?:了|{_OUT})了?{{O}}",
            f"{{O}}(?P<bei>被)(?P<R>[^，,]{{0,8}}?){{A}}(?:从{{P}})?{_TAKE}了?{_OUT}",
            "{S}(?:拿|取|捡|抽|掏|领)(?:走|起|到|出)了?{O}",
            "{S}(?:借|骑|开|偷)走了?{O}",
            f"{{S}}{_TAKE}了{{O}}",
            "{S}带走了?{O}",
            f"{{O}}(?P<bei>给|让){{R}}(?:{_TAKE}|借|带|骑|开)走",
            "{O}被{R}(?:借|带|骑|开)走",
            "{S}[把将]{O}{A}(?:借|带|骑|开)走了?",
            "{S}(?:跟|向|问|找)(?P<from>[^，,]{1,6}?)借了?[把个支本台件顶]?{O}",
        ),
        0.9,
        _took,
        (
            Example("我把护照拿走了。", ("护照: removed by ana",)),
            Example("小美從保險箱裡拿出合約。", ("合約: removed from 保險箱 by 小美",)),
            Example(
                "我把票放在抽屉里。后来小美把它拿出来了。",
                ("票: placed in 抽屉 by ana", "票: removed from 抽屉 by 小美"),
            ),
            Example("梯子被老陈拿走了。", ("梯子: removed by 老陈",)),
            Example("爸爸拿了手電筒。", ("手電筒: removed by 爸爸",)),
            Example("投影機讓小陳帶走了", ("投影機: removed by 小陳",)),
            Example("我跟小美借了吹風機", ("吹風機: removed by ana",)),
            Example("Ben 帶走了投影機", ("投影機: removed by ben",)),
            Example("我没有拿走护照。", ()),
        ),
    ),
    ChinesePattern(
        "搬",
        "牵 带 搬 移 拿 送 寄 运 开 推 拉 抬 提 抱 挪 骑 拖",
        (
            f"{{S}}[把将]{{O}}从{{Q}}{{A}}{_CARRY}(?:到了?|去了?|回了?|进了?){{P}}{{D}}",
            f"{{S}}[把将]{{O}}{{A}}{_CARRY}(?:到了?|去了?|回了?|进了?){{P}}{{D}}",
        ),
        0.9,
        _moved,
        (
            Example("老陈把梯子从仓库搬到阳台。", ("梯子: moved from 仓库 at 阳台 by 老陈",)),
            Example("我把電腦帶回家了。", ("電腦: moved at 家 by ana",)),
            Example("他想把电脑带去公司。", ()),
        ),
    ),
    ChinesePattern(
        "丢",
        "扔 丢 不见 掉 找 倒 偷",
        (
            "{S}[把将]{O}{A}(?:扔|丢)(?:掉|了)",
            "{S}(?:扔|丢)掉了?{O}",
            "{S}(?P<lost>弄丢|搞丢|丢失)了?{O}",
            "{S}(?P<lost>丢)了{O}",
            "{O}{A}(?P<lost>丢)了",
            "{S}[把将]{O}{A}(?P<lost>弄丢|搞丢)",
            "{O}{A}(?P<lost>掉)了",
            "{O}{A}(?P<lost>被偷走?)了?",
            "{S}[把将]{O}{A}(?:拿|带|提)?(?:去|下去|出去|下楼)?(?:丢|扔|倒)(?:掉)?了",
            "{O}{A}(?P<lost>找不着|不见|弄丢|搞丢|找不到|遗失)",
        ),
        0.8,
        _gone,
        (
            Example("我把旧收据扔掉了。", ("旧收据: moved by ana",)),
            Example("眼镜不见了。", ("眼镜: removed",)),
            Example("我丢了耳环。他丢了工作。", ("耳环: removed",)),
            Example("小美弄丟了耳環。", ("耳環: removed",)),
            Example("悠遊卡掉了", ("悠遊卡: removed",)),
            Example("錢包被偷了", ("錢包: removed",)),
            Example("我把垃圾拿下去丟了", ("垃圾: moved by ana",)),
        ),
    ),
)
