"""Words of questions: prepositions, verbs of having and giving, and what states are called."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tracker.domain.sides import Relation

Side = Literal["under", "behind", "front"]

RELATIONS: dict[str, Relation] = {
    "in": "in", "inside": "in", "inside of": "in", "within": "in", "into": "in",
    "on": "on", "onto": "on", "on top of": "on", "upon": "on", "at": "at", "to": "at", "under": "at",
    "underneath": "at", "below": "at", "beneath": "at", "behind": "at", "beside": "at", "near": "at", "next to": "at",
    "close to": "at", "by": "at", "in front of": "at", "with": "with",
}  # fmt: skip
CHINESE_RELATIONS: dict[str, Relation] = {
    "里": "in", "里面": "in", "里头": "in", "里边": "in", "中": "in", "内": "in", "上": "on", "上面": "on",
    "上头": "on", "下": "at", "下面": "at", "底下": "at", "旁": "at", "旁边": "at", "那里": "at", "那边": "at",
    "那儿": "at", "后面": "at", "后边": "at", "背后": "at", "前面": "at", "前边": "at", "下边": "at", "附近": "at",
}  # fmt: skip
NO_SIDE_OF_A_WHOLE = "(?<![楼地路])"
"""Before a side: 楼下, 地上 and 路上 are places of their own."""
SIDES: dict[str, Side | None] = {
    "under": "under", "underneath": "under", "below": "under", "beneath": "under", "behind": "behind",
    "in front of": "front", "beside": None, "besides": None, "near": None, "next to": None, "close to": None,
    "by": None, "above": None, "over": None, "against": None, "beyond": None, "around": None, "outside": None,
}  # fmt: skip
"""Words that say more than 'at', and less than in or on: which side, where a question may ask for that."""
CHINESE_SIDES: dict[str, Side | None] = {
    "下": "under", "下面": "under", "下边": "under", "底下": "under", "后": "behind", "后面": "behind",
    "后边": "behind", "背后": "behind", "前": "front", "前面": "front", "前边": "front", "旁": None, "旁边": None,
    "附近": None, "边": None, "边上": None, "外": None, "外面": None,
}  # fmt: skip


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class State(NamedTuple):
    """What a word for a state says: the attribute, and its value."""

    attribute: str
    value: str


STATES = {
    "open": State("openness", "open"), "opened": State("openness", "open"), "ajar": State("openness", "open"),
    "closed": State("openness", "closed"), "shut": State("openness", "closed"),
    "close": State("openness", "closed"),
    "locked": State("lock", "locked"), "lock": State("lock", "locked"),
    "unlocked": State("lock", "unlocked"), "unlock": State("lock", "unlocked"),
    "on": State("power", "on"), "running": State("power", "on"), "turned on": State("power", "on"),
    "switched on": State("power", "on"), "turn on": State("power", "on"), "switch on": State("power", "on"),
    "go on": State("power", "on"), "come on": State("power", "on"),
    "off": State("power", "off"), "turned off": State("power", "off"), "switched off": State("power", "off"),
    "turn off": State("power", "off"), "switch off": State("power", "off"), "go off": State("power", "off"),
    "online": State("online", "online"), "offline": State("online", "offline"),
}  # fmt: skip
"""English words → state. A device that is 'on' has power; a door that is 'open', openness."""

CHINESE_STATES = {
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
OTHERWISE = {"openness": "power", "power": "openness"}
"""'Open' said of a lamp in Chinese (燈開著) means its power: the attribute to look at when the first was never told."""
ALSO = {
    ("openness", "open"): "on", ("openness", "closed"): "off", ("power", "on"): "open", ("power", "off"): "closed",
}  # fmt: skip
"""… and the value that stands for it there."""

PRONOUNS = words(
    "it they them he him she her that this these those there here one ones its their his hers "
    "它 它们 他 他们 她 她们 牠 那里 那儿 那边 这里 这儿 那个 这个 那"
)
"""Words that mean what the turn before was about."""
PLACE_PRONOUNS = words("there here 那里 那儿 那边 这里 这儿")
"""Those of them that mean a place."""
PARTED_PLACE_PRONOUNS = words("那 这")
"""What is left of them where their last character was taken for a side: 里 of 那里."""

NOT_IN_A_NAME = words(
    "is are was were am be been being do does did has have had having will would can could should shall must "
    "may might who whom whose what where when why which how if whether or not no nor but because so than then "
    "while until unless i you we he she they it me us him them myself yourself in on at to from with into onto "
    "inside under behind near by about for as after before since during between go goes went gone going put "
    "puts left leave leaves take takes took taken taking move moves moved moving say says said tell tells told "
    "ignore pretend answer please think know knows get gets got give gives gave given see sees saw seen happen "
    "happens happened change changes changed again ever never still always often anything something everything "
    "nothing anyone someone everyone nobody there here that this anybody somebody everybody none any last "
    "first visit visits visited enter enters entered open opens close closes lock locks turn turns look find "
    "want need make made let called come comes came throughout already opened"
)
"""Words that no plain name of a thing, a place or a person holds."""
NOT_IN_A_CHINESE_NAME = (
    "什么", "哪", "谁", "怎么", "为什么", "几", "多少", "是不是", "有没有", "吗", "呢", "如果", "还是", "或者", "但是",
    "有没", "没有", "看到", "看见", "见到", "多久", "还", "不见", "之前", "以前", "之后", "以后", "上次", "最后", "在",
    "因为", "所以", "请", "忽略", "告诉", "，", ",", "。", "了", "着", "把", "被", "正在",
    "何时",
)  # fmt: skip
THINGS_WITH_SUCH = ("扫把", "拖把", "火把", "门把", "车把", "把手", "在线", "还原", "着色")
"""Words in which one of those characters is no particle."""
NO_NAMES = words("人 东西 事 事情 某人 东 物品 地方 从 自 开始")
"""Chinese nouns that name nothing in particular."""
BARE_PLACES = words("home work upstairs downstairs outside inside storage")
"""Places that are named without 'the'."""
