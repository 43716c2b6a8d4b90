"""Chinese noun phrases: persons, things, and places with the word that says how something is there (桌子上, 抽屉里).

Everything here works on Simplified text; what the phrase looked like as written is kept beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracker.ingest.sentences.clause import NotParsed
from tracker.ingest.sentences.discourse import Kind, Role
from tracker.ingest.sentences.lexicon import words
from tracker.ingest.sentences.phrases import Phrase
from tracker.ingest.sentences.scene import Scene
from tracker.language.normalise import Normalised
from tracker.language.places import VERB_HEADS, is_place_word

_PRONOUNS = {
    "我": "i", "本人": "i", "他": "he", "她": "she", "它": "it", "牠": "it",
    "他们": "they", "她们": "they",
    "它们": "them", "自己": "himself", "你": "you", "您": "you", "我们": "we",
    "咱们": "we", "你们": "you", "大家": "we",
}  # fmt: skip
_THINGS = {"it", "them"}
_MEASURES = "个把只支枝件张本台辆部条间扇盏双些瓶杯盒袋顶封份块片串颗根包罐壶盘碗桶箱束副套幅"
_LEADING = re.compile(
    f"^(?:(?:我|你|您|他|她|它|我们|你们|他们|她们|自己)(?:家)?的(?=.)|[一两二三四五六七八九十几这那该0-9]+[{_MEASURES}](?=.)|所有的?(?=.)|[一两几][趟次](?=.))"
)
_SUFFIXES = re.compile(
    "(?P<in>里面|里边|里头|里|内|之中|中)$|(?P<on>上面|上边|上头|上)$"
    "|(?P<at>下面|底下|下边|下|旁边|旁|后面|后边|背后|后|前面|前边|前|附近|边上|边|那里|那儿|这里|这儿|处)$"
)
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
_WHOLE = frozenset(
    ("地上", "楼上", "楼下", "外面", "里面", "路上", "床上", "墙上", "家里", "门口", "店里", "车上", "车里")
)
_WHOLE_TO = {"床上": "床", "墙上": "墙", "家里": "家", "车上": "车", "车里": "车", "店里": "店"}
_ABSTRACT = words(
    "心 心里 梦 梦里 脑海 网 线 路 事实 基本 原则 会议 会 计划 考虑 进行 准备 过程 生活 工作 关系 名单 "
    "记忆 印象 故事 电影 游戏 情况 世界 历史 理论 精神 法律 技术 经济 晚 早 年 月 班 课 电话 微信 邮件 "
    "群 一起 实际 总体 手头 表面 想象 压力 帮助 支持 影响 时间 眼 眼里 原处 原位 原地 这 那 哪 一边 身边 "
    "重点 问题 答案 关键 意义 希望 机会 任务 责任 病 觉 澡 课程 照片 休息 主意 决定 办法 时候 消息 信 "
    "客人 脸 面子 人 命 魂 灵魂 事 事情 机票钱 冠军 奖 奖牌 分数 成绩 学位 精力 资格 灰尘 人生 身体"
)
_BARE_VERBS = frozenset("是放搁摆挂留却倒")
"""Before 在 these are what happens, not what is there."""
_DIRECTIONS = "去来走"
"""What may follow a place gone to (到车里去), and ends no noun."""
_FEMALE = words("妈妈 妈 母亲 姐姐 妹妹 奶奶 外婆 姥姥 阿姨 姑姑 老婆 太太 女儿 女朋友 保姆 女孩 女人")
_MALE = words("爸爸 爸 父亲 哥哥 弟弟 爷爷 外公 姥爷 叔叔 舅舅 老公 先生 儿子 男朋友 男孩 男人")
_OTHERS = words("老师 同事 同学 朋友 邻居 老板 医生 护士 司机 孩子 室友 客人 学生 经理 店员 清洁工 警察 快递员")
_ERRANDS = words("上班 上课 上学 出差 旅行 旅游 开会 吃饭 度假 露营 爬山 一趟 一次 几次 两次 哪里 那边 这边 接人 拜访")
_ANIMALS = words("猫 狗 小猫 小狗 猫咪 狗狗 兔子 仓鼠 乌龟 鹦鹉 小鸟 宠物")
_GAITS = "跑爬冲飞躲跳"
_KIN = _FEMALE | _MALE | _OTHERS
_FEMALE_ENDINGS = (*"美丽芳婷娟红花雅静玲莉娜燕霞琴萍", "小姐", "女士")
_MALE_ENDINGS = (*"强伟刚军勇杰龙涛磊", "先生")
_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁"
    "任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴"
    "莫孔向汤"
)
_NAME = re.compile(
    f"(?:[小老阿大][^我你他她它的了在把将]|[{_SURNAMES}][^我你他她它的了在把将里上下]{{1,2}}|[A-Za-z][A-Za-z .'-]*)$"
)
_NOT_NAMES = words(
    "小孩 小刀 小包 小狗 小猫 小车 小盒 大门 大厅 大衣 大家 老家 白板 金币 石头 方向 江边 马路 黄瓜 高跟 "
    "水杯 钱包 白纸 夏天 钟表"
)
_TITLE = re.compile(".{1,3}(?:先生|小姐|女士|老师|医生|师傅|经理|同学|太太|阿姨|叔叔|奶奶|爷爷)$")


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
    if text in _PRONOUNS:
        return Noun(text, source.quote(start, end), _PRONOUNS[text], start, end)
    while match := _LEADING.match(text):
        start += match.end()
        text = text[match.end() :]
    if not text or "的" in (text[0], text[-1]) or any(mark in text for mark in '，,。；;：:「」“”"()（）'):
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
    suffix = _SUFFIXES.search(text)
    if suffix and suffix.start() > 0:
        if text[suffix.start() - 1] == "的":
            raise NotParsed("no pattern")
        found = noun(source, start, start + suffix.start())
        return Spot(_spelled_out(found), suffix.lastgroup)
    return Spot(noun(source, start, end), None)


def _spelled_out(found: Noun) -> Noun:
    full = _SHORT.get(found.text)
    return found if full is None else found._replace(text=full, written=found.written + "子")


def goes_there(where: Spot) -> bool:
    """Whether somebody can have gone there: any short noun that is not an errand (去了上海, but not 去了睡觉)."""
    text = where.noun.text
    errand = text[0] in VERB_HEADS or text[:2] in _ERRANDS or text in _ABSTRACT or text[-2:] in _ABSTRACT
    plain = not where.noun.pronoun and not _has_verb_marks(text) and text[-1] not in _DIRECTIONS
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
    if text in _ABSTRACT or text[-2:] in _ABSTRACT or text[0] in VERB_HEADS or len(text) > 12 or _has_verb_marks(text):
        return False
    return where.relation is not None or is_place_word(text)


def is_thing(found: Noun, scene: Scene) -> bool:
    """Whether this can be something that lies somewhere: not 压力, not a clause."""
    if found.pronoun:
        return found.pronoun in _THINGS or found.pronoun in ("he", "she", "they", "i")
    if scene.names.resolve(found.written):
        return True
    return (
        found.text not in _ABSTRACT
        and found.text not in _BARE_VERBS
        and found.text[-2:] not in _ABSTRACT
        and found.text[-1] not in _DIRECTIONS
        and len(found.text) <= 12
        and not _has_verb_marks(found.text)
    )


def _has_verb_marks(text: str) -> bool:
    return bool(
        re.search(
            "^第|[了过着吗呢吧啊]|(?:之前|以前|先前|原本|曾经?|本来|原来)$|看[到见]|找到|发现|出差|上班|下班|开车|坐车|骑车|走路|把|被|从|不|没|[很都也就还又]|在(?!线)|如果|因为|所以|但|说|想|要|跟|和(?=.*[在把])",
            text,
        )
    )


_HOLDS_A_TIME = re.compile(
    "(?:节日?|生日|纪念日|假期|[寒暑长年春]假|期间|时候|年代|前夕|那[天晚年次阵]|当[天晚]|之日|的[早晚]上|(?:之|以|从|先)前|(?:之|以)后"
    "|(?<![小计定闹准及同临按历])时|[春夏秋冬]季|[春夏秋冬]天)$|^[^的和跟与]+(?<![帮给跟和叫])(?:我|你|他|她)们?$"
)


def refuse_times(found: Noun, scene: Scene) -> None:
    """NotParsed('time') when a noun phrase tells when and not who: 婚礼那天, 开会时, or anything with 我 behind it."""
    if found.pronoun is None and _HOLDS_A_TIME.search(found.text) and not scene.names.resolve(found.written):
        raise NotParsed("time")


def is_person(text: str) -> bool:
    """Whether a phrase names somebody: a pronoun, a relative, 小明, 王先生, Ana."""
    if _PRONOUNS.get(text) in ("i", "he", "she", "they", "himself"):
        return True
    bare = re.sub("^(?:我|你|他|她)(?:的)?", "", text) or text
    if bare in _KIN or text in _KIN:
        return True
    return bool(
        _TITLE.match(text) or (_NAME.match(text) and text not in _NOT_NAMES and len(text) <= 20)
    ) and not _has_verb_marks(text)


def could_be_person(text: str) -> bool:
    """Whether a phrase may name somebody or a pet, where only such fit: 约翰, 小偷, 小猫."""
    if is_person(text) or text in _ANIMALS:
        return True
    if text[-1:] in _GAITS:
        return False  # 猫跑 is a cat that runs
    plain = 2 <= len(text) <= 4 and text not in _ABSTRACT and text[-2:] not in _ABSTRACT and not is_place_word(text)
    return plain and not _has_verb_marks(text) and not _SUFFIXES.search(text)


def gender(text: str) -> str:
    """m, f, or '' when the word does not tell."""
    if text.endswith(tuple(_FEMALE)) or (is_person(text) and text.endswith(_FEMALE_ENDINGS)):
        return "f"
    return "m" if text.endswith(tuple(_MALE)) or (is_person(text) and text.endswith(_MALE_ENDINGS)) else ""


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
