"""Chinese words for where something is by something else: 抽屉里, 沙发底下, 门后."""

from __future__ import annotations

import re

from tracker.domain.sides import Relation

SIDES: dict[str, Relation] = {
    **dict.fromkeys(("里面", "里边", "里头", "里", "内", "之中", "中", "中间"), "in"),
    **dict.fromkeys(("上面", "上边", "上头", "上"), "on"),
    **dict.fromkeys(("下面", "下边", "下头", "下方", "底下", "下"), "under"),
    **dict.fromkeys(("后面", "后边", "后头", "后方", "背后", "后"), "behind"),
    **dict.fromkeys(("前面", "前边", "前头", "前方", "前"), "in_front_of"),
    **dict.fromkeys(("旁边", "一旁", "旁", "边上", "侧边", "隔壁", "边"), "beside"),
    **dict.fromkeys(("上方",), "above"),
    **dict.fromkeys(("附近",), "near"),
    **dict.fromkeys(("那里", "那儿", "那边", "这里", "这儿", "处"), "at"),
}
"""The word after the noun → the relation that it tells."""
SIDE = re.compile(f"(?<![最以之目眼先])(?P<of>的)?(?P<side>{'|'.join(sorted(SIDES, key=len, reverse=True))})$")
"""A side at the end of a phrase; 以后 and 最后 end in none."""
