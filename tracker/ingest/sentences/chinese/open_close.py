"""开, 关, 锁: what state a door or a device is in."""

from __future__ import annotations

import re

from tracker.ingest.sentences.chinese.nouns import is_known_thing, refer
from tracker.ingest.sentences.chinese.pattern import ChinesePattern, Filled
from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.families.pattern import Example, told_state

_OPENS = re.compile(
    "(?:门|窗|窗户|窗子|抽屉|冰箱|盖|盖子|箱|箱子|柜|柜子|盒|盒子|包|帘|窗帘|百叶窗|瓶|罐|车库|保险箱|信箱)$"
)
_POWERED = re.compile(
    "(?:灯|电视|空调|冷气|暖气|风扇|电扇|电脑|收音机|水龙头|炉|炉子|火|煤气|瓦斯|机|器|电源|音响|烤箱|微波炉|电热毯|插座|电暖|暖炉|卷发棒|电灯|炉灶)$"
)
_RUNNING = {"跑": True, "转": True, "运转": True, "运作": True, "停": False}
_ONLINE = {"在线": True, "在线上": True, "上线": True, "离线": False, "掉线": False, "断线": False}
_DONE = _RUNNING | {
    "开": True, "打开": True, "拉开": True, "推开": True, "亮": True, "关": False, "关上": False,
    "关掉": False, "关好": False, "合上": False, "拉上": False, "盖上": False, "熄": False, "灭": False,
    "熄灭": False, "开启": True, "关闭": False, "敞开": True, "开机": True, "关机": False,
}  # fmt: skip
_VERBS = "(?P<V>打开|开启|拉开|推开|开|关上|关掉|关好|关闭|合上|拉上|盖上|熄灭|关|解锁|反锁|锁上|锁好|锁)"


def _value(filled: Filled) -> tuple[str, str] | None:
    word, text = filled.text("V"), filled.text("O")
    registered = bool(filled.scene.names.resolve(filled.nouns("O")[0].written)) or filled.nouns("O")[0].pronoun == "it"
    opposite = bool(filled.text("not"))
    if word in _ONLINE:
        reachable = not text.endswith("人") and is_known_thing(filled.nouns("O")[0], filled.scene)
        return ("online", "online" if _ONLINE[word] != opposite else "offline") if reachable or registered else None
    if word in ("锁", "锁上", "锁好", "反锁", "解锁", "上锁"):
        if not (_OPENS.search(text) or registered or text.endswith("车")):
            return None
        return "lock", "locked" if (word != "解锁") != opposite else "unlocked"
    on = _DONE[word] != opposite
    if word in _RUNNING:
        return ("power", "on" if on else "off") if _POWERED.search(text) else None
    if _OPENS.search(text):
        return "openness", "open" if on else "closed"
    if _POWERED.search(text):
        return "power", "on" if on else "off"
    return ("openness", "open" if on else "closed") if registered else None


def _states(filled: Filled) -> list[Found] | None:
    value = _value(filled)
    if value is None:
        return None
    if "S" in filled.match.re.groupindex:
        filled.actor()
    return [
        told_state(refer(each, filled.scene, "object", "thing"), value[1], attribute=value[0])
        for each in filled.nouns("O")
    ]


PATTERNS = (
    ChinesePattern(
        "开关.act",
        "开 关 锁 合 拉 盖 熄",
        (
            f"{{S}}[把将]{{O}}{{A}}{_VERBS}",
            f"{{S}}{_VERBS}了{{O}}",
            "{S}(?P<V>打开|关上|关掉|锁上|关好|锁好){O}",
            "{O}(?P<not>忘记?了?)(?P<V>关上|关掉|关好|锁上|锁好|关|锁)",
            "{S}(?P<not>忘记?了?)(?P<V>关上|关掉|关好|锁上|锁好|关|锁){O}",
            "{S}(?P<not>忘记?了?)把{O}(?P<V>关上|关掉|关好|锁上|锁好|关|锁)",
        ),
        0.9,
        _states,
        (
            Example("我把车库门锁上了。", ("车库门: lock locked",)),
            Example("小美關了暖氣。", ("暖氣: power off",)),
            Example("老陈打开了窗户。", ("窗户: openness open",)),
            Example("忘記關熱水器了", ("熱水器: power on",)),
            Example("我开了一个会。他没关窗户。", ()),
        ),
    ),
    ChinesePattern(
        "在转",
        "跑 转 运 停",
        (
            "{O}{A}(?:正)?在(?P<V>跑|运转|运作|转)(?:着)?",
            "{O}{A}(?P<V>停)(?:下来)?了",
        ),
        0.85,
        _states,
        (
            Example("洗衣機在跑", ("洗衣機: power on",)),
            Example("小美在跑。车停了。", ()),
        ),
        meaning="state",
    ),
    ChinesePattern(
        "开着",
        "开 关 锁 亮 灭 熄 线",
        (
            "{O}{A}(?:是)?(?P<V>开|关|锁|亮)着的?",
            "{O}{A}(?P<not>没有?)(?P<V>关上|关好|锁上|锁好|上锁|关|锁|开机|开)",
            "{O}{A}(?:被)?(?P<V>打开|开启|关上|关掉|关好|关闭|锁上|锁好|上锁|解锁|开机|关机|灭|亮|熄|关|锁|开)(?P<done>了)",
            "{O}{A}(?P<V>敞开|上锁|在线上?|离线|断线|掉线)(?:着|的|了)?",
        ),
        0.9,
        _states,
        (
            Example("側門開著。", ("側門: openness open",)),
            Example("走廊的灯亮着。", ("走廊的灯: power on",)),
            Example("后门没锁。", ("后门: lock unlocked",)),
            Example("暖气关了。", ("暖气: power off",)),
            Example("大門敞開著", ("大門: openness open",)),
            Example("後門上鎖了。", ("後門: lock locked",)),
            Example("印表機離線了", ("印表機: online offline",)),
            Example("小美在线上。", ()),
        ),
        meaning="state",
    ),
)
