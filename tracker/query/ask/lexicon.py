"""What no name of a thing holds, and words that stand for one of the turn before."""

from __future__ import annotations

from tracker.language.words import words

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
    "out off first visit visits visited enter enters entered open opens close closes lock locks turn turns look find "
    "want need make made let called come comes came throughout already opened"
)
"""Words that no plain name of a thing, a place or a person holds."""
NOT_IN_A_CHINESE_NAME = (
    "什么", "哪", "谁", "怎么", "为什么", "几", "多少", "是不是", "有没有", "吗", "呢", "如果", "还是", "或者", "但是",
    "有没", "没有", "看到", "看见", "见到", "多久", "还", "不见", "之前", "以前", "之后", "以后", "上次", "最后", "在",
    "因为", "所以", "啥", "请", "忽略", "告诉", "，", ",", "。", "了", "着", "把", "被", "正在",
    "何时", "从",
)  # fmt: skip
THINGS_WITH_SUCH = ("扫把", "拖把", "火把", "门把", "车把", "把手", "在线", "还原", "着色")
"""Words in which one of those characters is no particle."""
NO_NAMES = words("人 东西 事 事情 某人 东 物品 地方 从 自 开始")
"""Chinese nouns that name nothing in particular."""
