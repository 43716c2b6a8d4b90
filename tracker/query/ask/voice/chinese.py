"""Answers in Chinese. Sentences and the names of things are simplified for whoever asks so; the names of people stay as
they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from zoneinfo import ZoneInfo

from tracker.language.normalise import simplified
from tracker.link.mentions import slug
from tracker.query.apart import times_apart
from tracker.query.ask.voice.clock import distance, is_midnight, local, parts
from tracker.query.ask.voice.naming import Naming, has_han

_WEEKDAYS = "一二三四五六日"
_UNITS = {"minute": "分鐘", "hour": "小時", "day": "天", "month": "個月", "year": "年"}
_SIDES = {
    "in": "裡", "on": "上", "at": "", "with": "那裡", None: "", "under": "下面", "behind": "後面", "beside": "旁邊",
    "in_front_of": "前面", "above": "上方", "near": "附近",
}  # fmt: skip
_STATES = {
    ("openness", "open"): "開著", ("openness", "closed"): "關著", ("lock", "locked"): "鎖著",
    ("lock", "unlocked"): "沒鎖", ("power", "on"): "開著", ("power", "off"): "關著",
    ("online", "online"): "在線上", ("online", "offline"): "離線",
    ("arrived", "yes"): "到了", ("arrived", "no"): "還沒到",
    ("cleanliness", "clean"): "乾淨", ("cleanliness", "dirty"): "髒的", ("fullness", "full"): "滿的",
    ("fullness", "empty"): "空的", ("condition", "broken"): "壞了", ("condition", "working"): "正常",
    ("condition", "blocked"): "堵住了", ("condition", "jammed"): "卡住了", ("condition", "leaking"): "在漏水",
    ("wetness", "wet"): "濕的", ("wetness", "dry"): "乾的", ("charging", "yes"): "在充電",
    ("charging", "no"): "沒在充電", ("charge", "full"): "充好電了", ("charge", "empty"): "沒電了",
    ("sleep", "asleep"): "睡著了", ("sleep", "awake"): "醒著", ("health", "ill"): "生病了",
    ("fed", "yes"): "餵過了", ("fed", "no"): "還沒餵", ("watered", "yes"): "澆過水了", ("watered", "no"): "還沒澆水",
    ("paid", "yes"): "付了", ("paid", "no"): "還沒付", ("walked", "yes"): "遛過了", ("walked", "no"): "還沒遛",
    ("ironed", "yes"): "燙好了", ("ironed", "no"): "還沒燙", ("occupancy", "occupied"): "有人用",
    ("occupancy", "free"): "空著", ("ready", "yes"): "準備好了", ("ready", "no"): "還沒準備好",
    ("done", "yes"): "好了", ("done", "no"): "還沒好",
    ("stock", "none"): "沒有了", ("stock", "low"): "快沒了", ("stock", "plenty"): "還有很多",
}  # fmt: skip
_ADVERBS = {"away": "外出", "home": "在家", "upstairs": "在樓上", "downstairs": "在樓下", "outside": "在外面"}
_CODE = re.compile(r"[a-z]{1,2}\d{1,4}")
"""Levels and rooms: 'b2' was told as B2."""
_ATTRIBUTES = {
    "location": "位置",
    "openness": "開關",
    "power": "電源",
    "lock": "鎖",
    "stock": "存量",
    "arrived": "送達",
}


class Chinese:
    """As `English`. `simplify`: the asker writes Simplified characters."""

    english = False

    def __init__(self, naming: Naming, now: int, zone: ZoneInfo, *, simplify: bool) -> None:
        self._naming, self._now, self._zone, self._simplify = naming, now, zone, simplify

    def __call__(self, en: str, zh: str, **said: object) -> str:  # noqa: ARG002 - the other voice's words
        return _APART.sub(" ", self._told(zh).format(**said))

    def bit(self, en: str, zh: str, **said: object) -> str:
        return self(en, zh, **said)

    def _told(self, text: str) -> str:
        return _simplified(text) if self._simplify else text

    def name(self, entity_id: str) -> str:
        said = self._naming.said.get(entity_id)
        if said:
            plain = slug(said) if has_han(said) else slug(said).replace("_", " ")
            return said if plain == said.lower() else plain
        registered, kind = self._naming.registered(entity_id, han=True)
        known = registered or entity_id
        if self._simplify and has_han(known) and kind != "person":
            return simplified(known)
        if registered:
            return registered
        if _CODE.fullmatch(entity_id):
            return entity_id.upper()
        return entity_id.replace("_", " ") if self._naming.is_word(entity_id) else entity_id

    def person(self, entity_id: str) -> str:
        name = self.name(entity_id)
        return name.title() if self._naming.is_word(name) else name

    def place(self, place: str, relation: str | None) -> str:
        if place in _ADVERBS and relation in (None, "at", "in"):
            return self._told(_ADVERBS[place])
        name = self.person(place) if relation == "with" else self.name(place)
        side = self._told(_SIDES.get(relation, ""))
        if not has_han(name):
            return f"在 {name} {side}".rstrip()
        whole = side and (name.endswith(side) or _SIDED.search(name))
        return f"在{name}" if whole else f"在{name}{side}"

    def be(self, entity_id: str, *, past: bool) -> str:  # noqa: ARG002 - Chinese does not tell
        return ""

    def they(self, entity_id: str, *, past: bool) -> str:  # noqa: ARG002 - Chinese does not tell
        return ""

    def clock(self, at: int) -> str:
        time = local(at, self._zone).strftime("%H:%M")
        return f"{self._day(at)}{time}"

    def moment(self, at: int) -> str:
        return self.clock(at)

    def day(self, at: int) -> str:
        return self._day(at) or "今天"

    def _day(self, at: int) -> str:
        there, here = local(at, self._zone), local(self._now, self._zone)
        near = {0: "", -1: "昨天", -2: "前天", 1: "明天", 2: "後天"}.get((there.date() - here.date()).days)
        if near is not None:
            return self._told(near)
        week = f"（{self._told('週')}{_WEEKDAYS[there.weekday()]}）"
        year = "" if there.year == here.year else f"{there.year}年"
        return f"{year}{there.month}月{there.day}日{week}"

    def since(self, at: int) -> str:
        return self._told("從") + self.clock(at)

    def ago(self, at: int, *, whole_days: bool = False) -> str:
        far = distance(at, self._now, self._zone, whole_days=whole_days)
        if whole_days and far.unit in ("now", "minute", "hour"):
            return "今天"
        if whole_days and far.unit == "day" and far.amount == 1:
            return "明天" if far.ahead else "昨天"
        if far.unit == "now":
            return self._told("不到一分鐘後" if far.ahead else "剛剛")
        return self._told(f"{far.amount} {_UNITS[far.unit]}{'後' if far.ahead else '前'}")

    def span(self, start: int, end: int) -> str:
        if is_midnight(start, self._zone) and is_midnight(end, self._zone):
            first, last = self.day(start), self.day(end - 1)
            return first if first == last else f"{first}到{last}"
        if local(start, self._zone).date() != local(end, self._zone).date():
            return self._told("{0}到{1}之間").format(self.clock(start), self.clock(end))
        first, until = times_apart(local(start, self._zone), local(end, self._zone))
        return self._told("{0}到{1}之間").format(f"{self._day(start)}{first}", until)

    def lasting(self, us: int) -> str:
        days, hours, minutes = parts(us)
        told = [f"{n} {self._told(unit)}" for n, unit in ((days, "天"), (hours, "小時"), (minutes, "分鐘")) if n]
        return " ".join(told[:2]) or self._told("不到一分鐘")

    def all_of(self, names: Iterable[str]) -> str:
        return "、".join(names)

    def either(self, names: Iterable[str]) -> str:
        return "或".join(names)

    def state(self, attribute: str, value: str) -> str:
        return self._told(_STATES.get((attribute, value), value))

    def attribute(self, attribute: str) -> str:
        return self._told(_ATTRIBUTES.get(attribute, attribute))


_APART = re.compile(r"(?<=[A-Za-z])(?=[\u4e00-\u9fff]|\d{1,4}[:年月])|(?<=[\u4e00-\u9fff])(?=[A-Za-z])")
"""Where Latin letters and Han characters or digits touch, a space belongs."""
_SIDED = re.compile("[樓楼地路][上下]$")
"""Places of their own whose names end like a side: 樓下."""
_PARTS = re.compile(r"(\{[^}]*\})")


def in_simplified(text: str) -> str:
    """Our own sentences in Simplified characters: OpenCC leaves the 著 of 開著, of which we write no other."""
    return simplified(text).replace("著", "着")


@lru_cache(maxsize=4096)
def _simplified(text: str) -> str:
    return "".join(piece if piece.startswith("{") else in_simplified(piece) for piece in _PARTS.split(text))
