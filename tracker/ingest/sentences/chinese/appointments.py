"""Plans as people tell them in Chinese: 媽媽下週三要來, 下午三點看牙, 護照六月到期, 明天記得交房租; moved, off, done.

Read only where a sentence tells no fact; the rules are those of `sentences.appointments`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from tracker.ingest.sentences.appointments import CONFIDENCE, Told, found_plan
from tracker.ingest.sentences.chinese.doubt import sentence_reason
from tracker.ingest.sentences.claims import Meaning
from tracker.ingest.sentences.reading import ClauseReading
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.times import Utter, chinese_may_tell_time
from tracker.language.normalise import Normalised
from tracker.language.when import Lasting, find

_LONGEST = 40
_NO_PLAN = re.compile(
    "可能|也许|或许|大概(?!几)|好像|希望|(?<!别)(?<!不要)忘记?了|说不定|差点|本来|每[天周月年次个]|总是|经常|常常"
)
_DENIED = re.compile("没|不(?!要忘|能忘|可忘)")
_REMINDS = re.compile("^(?:请|麻烦)?(?:帮我)?(?:记得|别忘了?|不要忘了?|不能忘了?|提醒我|记住)(?:要|去)?")
_EDGES = re.compile(
    r"^[\s，,、。：:；;!！\-]+|[\s，,、。：:；;!！\-]+$|(?:吧|哦|喔|啊|啦|呀|唷)+[。!！]*$|(?:在|于|到|是|的)$"
)
_SELF = "(?:我们|我|咱们)?"
_DUTY = "(?:要去|要|得|必须|应该|需要|打算|准备|会|该)?"
_ACT = (
    "跟|和|陪|去|看|接|飞|搭|坐|交|付|还|取|拿|打|剪|修|买|见|参加|考|开|搬|上|洗|做|约|办|寄|退"
    "|缴|回|聚|健身|练|喂|遛|倒|领|送|吃|带|换|装|抽|检|复|面|出|报|签|预|载|拜|扫|加|体检|浇|种|拔"
)


_DID = "交|付|缴|还|打|买|洗|倒|寄|看|剪|做|领|退|浇|接"
_EVENT = "课|会|考试|考|展|趴|派对|婚礼|聚餐|约会|手术|面试|演唱会|比赛"


class _Template(NamedTuple):
    words: re.Pattern[str]
    name: str
    kind: str = "planned"


def read(folded: Normalised, scene: Scene, said: Utter) -> ClauseReading | None:
    """The plan that a Chinese sentence tells, or ends; None when it tells none."""
    text = folded.text
    if len(text) > 2 * _LONGEST or sentence_reason(text) or _NO_PLAN.search(text) or _DENIED.search(text):
        return None
    if not (scene.context.plans or "取消" in text or chinese_may_tell_time(text, text)):
        return None
    times = [one for one in find(text, now=said.moment, tz=said.zone, lean="future") if not _is_length(one.value)]
    kept = _without(folded, [(one.start, one.end) for one in times])
    words = kept.text
    reminded = _REMINDS.match(words)
    start = reminded.end() if reminded else 0
    for template in _templates():
        match = template.words.fullmatch(words, start)
        if match is None or not 1 < len(words) <= _LONGEST:
            continue
        name = _written(kept, match, template.name)
        told = Told(name, template.kind, what=name)
        found = found_plan(told, name, times, scene, said)
        if found is not None:
            meaning: Meaning = "plan" if found.type == "planned" else "action"
            return ClauseReading("约定", CONFIDENCE, meaning, [found], 0, len(folded.original), None)
    return None


def _is_length(value: object) -> bool:
    return isinstance(value, Lasting)


def _without(folded: Normalised, spans: list[tuple[int, int]]) -> Normalised:
    """The words that are no time, without what stands at their edges; offsets still lead back to the original."""
    kept = [
        (character, folded.span(at, at + 1)[0])
        for at, character in enumerate(folded.text)
        if not any(start <= at < end for start, end in spans)
    ]
    text = "".join(character for character, _ in kept)
    first, last = 0, len(text)
    while match := _EDGES.search(text, first, last):
        first, last = (match.end(), last) if match.start() == first else (first, match.start())
    return Normalised(folded.original, text[first:last], tuple(offset for _, offset in kept[first:last]))


def _written(kept: Normalised, match: re.Match[str], name: str) -> str:
    """The plan's name in the characters that were used: 繳 + 電費; a time inside it is left out."""
    parts: list[str] = []
    for piece in name.split("+"):
        if piece in match.re.groupindex:
            begin, end = match.span(piece)
            parts += [kept.original[kept.offsets[at]] for at in range(begin, end)] if kept.offsets else [match[piece]]
    return "".join(parts)


@cache
def _templates() -> tuple[_Template, ...]:
    who = "(?P<x>[^我你，,了过把将在有]{1,10}?)"
    moved = "(?:改到|改成|改在|改为|延到|延后到?|推迟到?|提前到?|移到|换到|挪到|改期到?|改)"
    pairs = (
        (f"{who}{moved}了?", "x", "planned"),
        (f"(?:把)?{who}(?:被)?取消了?", "x", "cancelled"),
        (f"{_SELF}取消了?{who}了?", "x", "cancelled"),
        (f"{_SELF}(?:已经)?(?P<v>{_DID})(?:完|好|过)?了{who}了?", "v+x", "completed"),
        (f"{who}(?:已经)?(?P<v>{_DID})(?:完|好|过)?了", "v+x", "completed"),
        (f"{who}(?:已经)?(?P<v>来|到)(?:过)?了", "x+v", "completed"),
        (f"{who}(?:就|会|要|快要|即将)*(?P<v>到期|过期|截止)了?", "x+v", "planned"),
        (f"{who}(?:会|要|将|就|应该会)*(?:过|回)?(?P<v>来|到)(?:我们?家|家里|家|玩|拜访|住|做客)*", "x+v", "planned"),
        ("(?P<x>[^我你，,了过把将在有]{2,8}?)(?:要|得|该)(?P<v>缴|交|付|还)", "v+x", "planned"),
        (f"{_SELF}(?:有|约了|约好|约|预约了?|订了)(?P<x>(?!人).{{2,10}})", "x", "planned"),
        (f"{_SELF}{_DUTY}(?P<x>(?:{_ACT})[^了过]{{1,12}})", "x", "planned"),
        ("(?P<x>[^我你，,了过把将在有不没]{2,6}(?:{_EVENT}))(?:是|在)?", "x", "planned"),
    )  # fmt: skip
    return tuple(_Template(re.compile(words), name, kind) for words, name, kind in pairs)
