"""Chinese noun phrases: persons, things, and places with the word that says how something is there (桌子上, 抽屉里).

Everything here works on Simplified text; what the phrase looked like as written is kept beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.discourse import Kind, Role
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.language.chinese.marks import ABSTRACT, has_verb_marks
from tracker.language.chinese.people import PRONOUNS, gender, is_person
from tracker.language.chinese.sides import SIDE, SIDES
from tracker.language.chinese.things import is_holder_word, is_thing_word
from tracker.language.normalise import Normalised
from tracker.language.places import VERB_HEADS, is_place_word
from tracker.language.words import words

_THINGS = {"it", "them"}
_MEASURES = "个把只支枝件张本台辆部条间扇盏双些瓶杯盒袋顶封份块片串颗根包罐壶盘碗桶箱束副套幅"
_LEADING = re.compile(
    f"^(?:(?:我|你|您|他|她|它|我们|你们|他们|她们|自己|咱们?)(?:家)?的(?=.)|[一两二三四五六七八九十几这那该0-9]+[{_MEASURES}](?=.)|所有的?(?=.)|[一两几][趟次](?=.))"
)
_ANOTHERS = re.compile("[你您他她]们?(?:家)?的(?=.)")
"""Whose thing it is then, only they know: it is not the one that is called so without."""
_ROOM_NUMBER = re.compile("[A-Za-z0-9]+$")
_HOLDING = re.compile("(?:的)?(?:手上|手里|手中|身上|那里|那儿|这里|这儿|那边|这边|那|这)$")
_SHORT = {
    "桌": "桌子",
    "椅": "椅子",
    "柜": "柜子",
    "箱": "箱子",
    "盒": "盒子",
    "架": "架子",
    "袋": "袋子",
    "盘": "盘子",
}
_WHOLE = words(
    "地上 楼上 楼下 外面 里面 路上 床上 墙上 家里 门口 店里 车上 车里 路边 海边 河边 湖边 江边 左边 右边 对面 隔壁"
)
_WHOLE_TO = {"床上": "床", "墙上": "墙", "家里": "家", "车上": "车", "车里": "车", "店里": "店"}
_BARE_VERBS = frozenset("是放搁摆挂留却倒")
"""Before 在 these are what happens, not what is there."""
_DIRECTIONS = "去来走"
"""What may follow a place gone to (到车里去), and ends no noun."""
_ERRANDS = words("上班 上课 上学 出差 旅行 旅游 开会 吃饭 度假 露营 爬山 一趟 一次 几次 两次 哪里 那边 这边 接人 拜访")
_TWO_WORDS = re.compile("[\u3400-\u9fff] [\u3400-\u9fff]")


class Noun(NamedTuple):
    """A noun phrase: `text` in Simplified characters without 我的 or 一个, `written` as it stood in the sentence."""

    text: str
    written: str
    pronoun: str | None
    start: int
    end: int


class Spot(NamedTuple):
    """A place and how something is there; `holder`: it is somebody who has it (在小明手上)."""

    noun: Noun
    relation: str | None
    holder: bool = False


def noun(source: Normalised, start: int, end: int) -> Noun:
    """The noun phrase at `[start, end)` of the folded text. NotParsed when nothing in it names a thing."""
    text = source.text[start:end]
    if text in PRONOUNS:
        return Noun(text, source.quote(start, end), PRONOUNS[text], start, end)
    if _ANOTHERS.match(text):
        raise NotParsed("unresolved pronoun")
    if text[:1] == "我" and "的" not in text and is_thing_word(text[1:]):
        start, text = start + 1, text[1:]  # 我车 is mine as 我的车 is
    while match := _LEADING.match(text):
        start += match.end()
        text = text[match.end() :]
    if (
        not text
        or "的" in (text[0], text[-1])
        or _TWO_WORDS.search(text)
        or any(mark in text for mark in '，,。；;：:「」“”"()（）')
    ):
        raise NotParsed("no pattern")
    return Noun(text, source.quote(start, end), None, start, end)


def spot(source: Normalised, start: int, end: int) -> Spot:
    """The place phrase at `[start, end)`: 抽屉里 → in 抽屉. The relation is None when no word says it."""
    text = source.text[start:end]
    if text in _WHOLE:
        made = noun(source, start, end)
        kept = _WHOLE_TO.get(text)
        relation = "in" if text.endswith("里") else "on" if kept else "at"
        return Spot(made._replace(text=kept, written=made.written[:-1]) if kept else made, relation)
    holding = _HOLDING.search(text)
    if holding and holding.start() and is_person(text[: holding.start()]):
        return Spot(noun(source, start, start + holding.start()), "with", holder=True)
    side = None if is_place_word(text) else SIDE.search(text)
    if side and side.start() > 0:
        found = noun(source, start, start + side.start())
        return Spot(_spelled_out(found), SIDES[side["side"]])
    return Spot(noun(source, start, end), None)


def _spelled_out(found: Noun) -> Noun:
    full = _SHORT.get(found.text)
    return found if full is None else found._replace(text=full, written=found.written + "子")


def goes_there(where: Spot) -> bool:
    """Whether somebody can have gone there: any short noun that is not an errand (去了上海, but not 去了睡觉)."""
    text = where.noun.text
    errand = text[0] in VERB_HEADS or text[:2] in _ERRANDS or text in ABSTRACT or text[-2:] in ABSTRACT
    plain = not where.noun.pronoun and not has_verb_marks(text) and text[-1] not in _DIRECTIONS
    return not errand and plain and 1 < len(text) <= 8


def is_place(where: Spot, scene: Scene) -> bool:
    """Whether this can be where something is: it says in or on, or is a word for a place, or is registered."""
    text = _ROOM_NUMBER.sub("", where.noun.text) or where.noun.text
    if where.holder:
        return True
    if where.noun.pronoun:
        return False
    if scene.names.resolve(where.noun.written):
        return True
    if text in ABSTRACT or text[-2:] in ABSTRACT or len(text) > 12 or has_verb_marks(text):
        return False
    if is_holder_word(where.noun.text):
        return True
    return text[0] not in VERB_HEADS and (where.relation is not None or is_place_word(text))


def is_thing(found: Noun, scene: Scene) -> bool:
    """Whether this can be something that lies somewhere: not 压力, not a clause."""
    if found.pronoun:
        return found.pronoun in _THINGS or found.pronoun in ("he", "she", "they", "i")
    if scene.names.resolve(found.written):
        return True
    return (
        found.text not in ABSTRACT
        and found.text not in _BARE_VERBS
        and found.text[-2:] not in ABSTRACT
        and found.text[-1] not in _DIRECTIONS
        and len(found.text) <= 12
        and not has_verb_marks(found.text)
    )


def is_known_thing(found: Noun, scene: Scene) -> bool:
    """Whether this certainly names something that lies somewhere: by the word lists or the registry. Where no word of
    the clause says that a noun ends here, nothing less will do."""
    return is_thing(found, scene) and (is_thing_word(found.text) or bool(scene.names.resolve(found.written)))


def is_known_place(where: Spot, scene: Scene) -> bool:
    """Whether this certainly says where: with a side, or by the word lists or the registry."""
    if where.holder or scene.names.resolve(where.noun.written):
        return True
    if not is_place(where, scene):
        return False
    return where.relation is not None or is_holder_word(where.noun.text)


_HOLDS_A_TIME = re.compile(
    "(?:节日?|生日|纪念日|假期|[寒暑长年春]假|期间|时候|年代|前夕|那[天晚年次阵]|当[天晚]|之日|的[早晚]上|(?:之|以|从|先)前|(?:之|以)后"
    "|(?<![小计定闹准及同临按历])时|[春夏秋冬]季|[春夏秋冬]天)$|^(?:我|你|他|她)们?.*[天日月年周晚早]$|^[^的和跟与]+(?<![帮给跟和叫])(?:我|你|他|她)们?$"
)


def refuse_times(found: Noun, scene: Scene) -> None:
    """NotParsed('time') when a noun phrase tells when and not who: 婚礼那天, 开会时, or anything with 我 behind it."""
    if found.pronoun is None and _HOLDS_A_TIME.search(found.text) and not scene.names.resolve(found.written):
        raise NotParsed("time")


def refer(found: Noun, scene: Scene, role: Role, kind: Kind) -> str:
    """The one entity a noun phrase means."""
    entities = refer_all([found], scene, role, kind)
    if len(entities) != 1:
        raise NotParsed("unresolved pronoun")
    return entities[0]


def refer_all(found: list[Noun], scene: Scene, role: Role, kind: Kind) -> list[str]:
    """The entities of nouns joined by 和."""
    return scene.all([_phrase(each) for each in found], role, kind)


def _phrase(found: Noun) -> Phrase:
    plural = found.pronoun in ("they", "them")
    return Phrase(
        found.written, (found.text,), "", found.pronoun, plural, False, found.start, found.end, gender(found.text)
    )


def place_id(where: Spot, scene: Scene) -> str:
    """The entity of a place, or of the person who holds something."""
    if where.holder:
        return refer(where.noun, scene, "object", "person")
    return refer(where.noun, scene, "place", "place" if is_place_word(where.noun.text) else "thing")


def relation_of(where: Spot) -> str:
    """How something is there; a word for a place without 里 or 上 is one things are at."""
    return where.relation or "at"
