"""How much there is of what is used up: is there milk, how many eggs are left, 衛生紙還夠嗎."""

from __future__ import annotations

from tracker.domain.times import to_us
from tracker.query.ask.answered import Answered
from tracker.query.ask.lapsing import nothing_since
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World
from tracker.query.where import where

STOCK = "stock"
NONE = "none"


def _in_stock(plan: Plan, world: World) -> Answered:
    """`whether` there is any (`value` 'none': whether it is used up), else how much."""
    v, name = world.voice(plan), world.voice(plan).name(plan.entity)
    found = where(world.scene, world.policy, plan.entity, STOCK, plan.at_us)
    ids = tuple(str(i) for i in found.event_ids)
    unsure = ("maybe",) if plan.asks == "whether" else ()
    if found.status == "conflict":
        sides = [side.value for side in found.candidates if not side.denied]
        told = v.all_of(v.state(STOCK, side) for side in sides)
        text = v("reports disagree about {x}: {s}.", "關於{x}的消息不一致：{s}。", x=name, s=told)
        return Answered(found.status, unsure or tuple(sides), text, found, ids)
    if found.status != "current" or found.value is None:
        text = v("nothing was reported about how much {x} there is.", "沒有{x}還有多少的消息。", x=name)
        return Answered(found.status, unsure, text, found, ids)
    since = v.bit(" ({s})", "（{s}起）", s=v.since(to_us(found.since))) if found.since else ""
    text = v("{x}: {s}{t}.", "{x}：{s}{t}。", x=name, s=v.state(STOCK, found.value), t=since)
    verdict = "yes" if (found.value == NONE) == (plan.value == NONE) else "no"
    values = (verdict,) if plan.asks == "whether" else (found.value,)
    return Answered(found.status, values, text + nothing_since(world, plan, plan.entity, STOCK), found, ids)


_MEASURE = "[个颗包罐瓶盒袋片卷箱条把张支根块斤份]"
FAMILY = Family(
    "stocked",
    ("in_stock",),
    (
        *english(
            "in_stock",
            "how (?:many|much) <x> (?:is|are) (?:there )?(?:still )?left",
            "how (?:many|much) <x> (?:do|did) (?:we|i) (?:still )?have(?: left)?",
            "(?:do|did) (?:we|i) (?:still )?have enough <x>(?: left)?",
            attribute=STOCK,
            asks="count",
        ),
        *english(
            "in_stock",
            "(?:is|are) there (?:still )?(?:any |some )?(?:more )?<x> left",
            "(?:do|have) (?:we|i) (?:still )?(?:have|got) (?:any |some )(?:more )?<x>(?: left)?",
            attribute=STOCK,
            asks="whether",
        ),
        *english(
            "in_stock",
            "(?:are|were) (?:we|you) (?:all |already )?out of <x>(?: already)?",
            "(?:did|have) (?:we|you|i|anyone) (?:already )?run out of <x>(?: already)?",
            attribute=STOCK,
            asks="whether",
            value=NONE,
        ),
        *chinese(
            "in_stock",
            f"<x>(?:还|只|大概)*(?:剩下?|有)(?:多少|几{_MEASURE})(?:了|呢)?",
            f"(?:我们|家里)?(?:还|只|大概)*剩下?(?:多少|几{_MEASURE})<x>(?:了|呢)?",
            f"(?:我们|家里)?还有(?:多少|几{_MEASURE})<x>(?:呢)?",
            "<x>还?(?:够不够|够)(?:用|吃|喝)?(?:吗|么)?",
            attribute=STOCK,
            asks="count",
        ),
        *chinese(
            "in_stock",
            "(?:我们|家里)?还剩<x>(?:吗|么|没有?)",
            "<x>(?:我们|家里)?还?(?:有没有|有)剩?的?(?:吗|么|没有?)?",
            attribute=STOCK,
            asks="whether",
        ),
        *chinese(
            "in_stock",
            "<x>(?:是不是|是否)?(?:都|已经)*(?:(?:用|吃|喝)[完光]|没有?)了(?:吗|么|没有?)?",
            attribute=STOCK,
            asks="whether",
            value=NONE,
        ),
    ),
    (
        Example("how many eggs are left?", {"intent": "in_stock", "entities": ["eggs"], "asks": "count"}),
        Example("are we out of milk?", {"intent": "in_stock", "entities": ["milk"], "value": "none"}),
        Example("do we have any milk left?", {"intent": "in_stock", "entities": ["milk"], "asks": "whether"}),
        Example("蛋還剩幾顆？", {"intent": "in_stock", "entities": ["蛋"], "asks": "count"}),
        Example("卫生纸还够吗", {"intent": "in_stock", "entities": ["卫生纸"], "asks": "count"}),
        Example("咖啡豆還有嗎", {"intent": "in_stock", "entities": ["咖啡豆"], "asks": "whether"}),
        Example("牛奶喝完了吗", {"intent": "in_stock", "entities": ["牛奶"], "value": "none"}),
    ),
    _in_stock,
)
