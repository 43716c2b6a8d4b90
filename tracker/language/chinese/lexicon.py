"""Chinese words for relations and states, in Simplified characters."""

from __future__ import annotations

from tracker.domain.sides import LANDMARK_RELATIONS, Relation
from tracker.language.chinese.sides import SIDES as SIDE_WORDS
from tracker.language.sides import Side, State

RELATIONS: dict[str, Relation] = {word: relation for word, relation in SIDE_WORDS.items() if word != "处"}
NO_SIDE_OF_A_WHOLE = "(?<![楼地路海河江湖左右身最以之目眼先])"
"""Before a side: 楼下, 地上 and 海边 are places of their own, 之前 is a time."""
_SIDE_OF: dict[str, Side] = {"under": "under", "behind": "behind", "in_front_of": "front"}
SIDES: dict[str, Side | None] = {
    **{word: _SIDE_OF.get(relation) for word, relation in SIDE_WORDS.items() if relation in LANDMARK_RELATIONS},
    "外": None,
    "外面": None,
}
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
