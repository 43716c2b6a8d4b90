"""Chinese words for relations and states, in Simplified characters."""

from __future__ import annotations

from tracker.domain.sides import Relation
from tracker.language.sides import Side, State

RELATIONS: dict[str, Relation] = {
    "里": "in", "里面": "in", "里头": "in", "里边": "in", "中": "in", "内": "in", "上": "on", "上面": "on",
    "上头": "on", "下": "at", "下面": "at", "底下": "at", "旁": "at", "旁边": "at", "那里": "at", "那边": "at",
    "那儿": "at", "后面": "at", "后边": "at", "背后": "at", "前面": "at", "前边": "at", "下边": "at", "附近": "at",
}  # fmt: skip
NO_SIDE_OF_A_WHOLE = "(?<![楼地路])"
"""Before a side: 楼下, 地上 and 路上 are places of their own."""
SIDES: dict[str, Side | None] = {
    "下": "under", "下面": "under", "下边": "under", "底下": "under", "后": "behind", "后面": "behind",
    "后边": "behind", "背后": "behind", "前": "front", "前面": "front", "前边": "front", "旁": None, "旁边": None,
    "附近": None, "边": None, "边上": None, "外": None, "外面": None,
}  # fmt: skip
STATE_OF = {
    "开着": State("openness", "open"), "打开": State("openness", "open"), "开": State("openness", "open"),
    "开启": State("openness", "open"), "敞开": State("openness", "open"),
    "关着": State("openness", "closed"), "关上": State("openness", "closed"), "关好": State("openness", "closed"),
    "关": State("openness", "closed"), "关闭": State("openness", "closed"),
    "锁着": State("lock", "locked"), "锁上": State("lock", "locked"), "锁好": State("lock", "locked"),
    "锁": State("lock", "locked"), "上锁": State("lock", "locked"), "解锁": State("lock", "unlocked"),
    "亮着": State("power", "on"), "亮": State("power", "on"), "开机": State("power", "on"),
    "关机": State("power", "off"), "在线": State("online", "online"), "离线": State("online", "offline"),
    "在跑": State("power", "on"), "在转": State("power", "on"), "在运转": State("power", "on"),
    "停": State("power", "off"),
}  # fmt: skip
