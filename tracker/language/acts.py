"""What is done with things, and by people: the verbs of each act, in both languages.

A verb that stands here is read when it is told and when it is asked: the clause patterns of
`tracker/ingest/sentences/families` and `chinese`, and the question patterns of `tracker/query/ask/families`, take
their verbs from these two tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from tracker.language.english.inflected import FORMS
from tracker.language.words import words

Act = Literal[
    "put",
    "put_down",
    "take",
    "lose",
    "move",
    "give",
    "go",
    "enter",
    "leave",
    "have",
    "lie",
    "left_lying",
    "find",
    "switch",
    "finish",
]
"""`put` somewhere, `put_down` where one is; `lie` there, or be `left_lying` there; `switch` on or off, open or shut."""

ENGLISH: Mapping[Act, str] = {
    "put": "put place set lay leave hang stick hide store stash pack tuck drop slip pop return insert load deposit "
    "lean rest position plant dump add forget park keep",
    "put_down": "put set lay drop discard leave place",
    "take": "take grab collect fetch retrieve snatch get pick remove extract withdraw steal lift pull borrow",
    "lose": "throw lose put",
    "move": "move carry bring transfer push pull drag roll shift slide throw toss chuck take deliver send drive fly",
    "give": "give hand pass lend return bring",
    "go": "go walk travel journey move run rush hurry race return come drive cycle bike climb march stroll wander fly "
    "ride get jog arrive relocate",
    "enter": "enter",
    "leave": "leave exit",
    "have": "have hold carry",
    "lie": "lie sit stand hang rest stay wait lean sleep",
    "left_lying": "park store hide hang",
    "find": "see find spot notice",
    "switch": "open close shut lock unlock turn switch",
    "finish": "finish complete cancel end",
}
"""Base forms; the others are in `english/inflected.py`, which `english/inflect.py` writes."""

CHINESE: Mapping[Act, str] = {
    "put": "邮寄 放置 摆放 存放 寄放 寄存 暂放 遗忘 遗落 掉落 忘记 放 摆 搁 挂 藏 塞 收 存 装 留 忘 落 掉 停 插 堆 "
    "铺 倒 扔 丢 搬 贴 夹 晾 靠 锁 压 寄",
    "put_down": "放 丢 扔 搁",
    "take": "拿 取 抽 掏 捡 捞 搬 拔 摘 卸 搜 提",
    "move": "邮寄 牵 寄 托运 带 搬 移 拿 送 运 开 推 拉 抬 提 抱 挪 骑 拖 移动 搬运",
    "give": "交还 交 递 借 送 还 传 拿 寄 分 转交 转",
}
"""In Simplified characters."""


def verbs(*acts: Act) -> frozenset[str]:
    """The English base forms of these acts."""
    return words(" ".join(ENGLISH[act] for act in acts))


def forms(bases: Iterable[str], kinds: str) -> list[str]:
    """The forms of English verbs that are of one of these kinds, each once."""
    parts = (one.split(":") for base in bases for one in FORMS[base].split())
    return list(dict.fromkeys(form for form, kind in parts if set(kind) & set(kinds)))


def either(alternatives: Iterable[str]) -> str:
    """A regular expression for any of these words, the longest first."""
    return f"(?:{'|'.join(sorted(alternatives, key=len, reverse=True))})"


def in_chinese(act: Act) -> str:
    """A regular expression for any Chinese verb of the act."""
    return either(CHINESE[act].split())
