"""Who a Chinese phrase (Simplified) names: relatives, professions, names, pets."""

from __future__ import annotations

import re

from tracker.language.chinese.marks import ABSTRACT, has_verb_marks
from tracker.language.chinese.sides import SIDE
from tracker.language.chinese.things import is_thing_word
from tracker.language.places import is_place_word
from tracker.language.words import words

PRONOUNS = {
    "我": "i", "本人": "i", "他": "he", "她": "she", "它": "it", "牠": "it",
    "他们": "they", "她们": "they",
    "它们": "them", "自己": "himself", "你": "you", "您": "you", "我们": "we",
    "咱们": "we", "你们": "you", "大家": "we",
}  # fmt: skip
_FEMALE = words("妈妈 妈 老妈 母亲 姐姐 姐 妹妹 妹 奶奶 外婆 姥姥 阿姨 姑姑 老婆 太太 女儿 女朋友 保姆 女孩 女人")
_MALE = words("爸爸 爸 老爸 父亲 哥哥 哥 弟弟 弟 爷爷 外公 姥爷 叔叔 舅舅 老公 先生 儿子 男朋友 男孩 男人")
_OTHERS = words(
    "老师 同事 同学 朋友 邻居 老板 医生 护士 司机 孩子 室友 客人 学生 经理 店员 清洁工 警察 快递员 "
    "会计 学长 学姐 学弟 学妹 房东 管理员 警卫 门卫 保安 助理 秘书 师傅 主管 店长 客户 阿嬷 阿公 "
    "婆婆 公公 岳父 岳母 丈母娘 小孩 孩子们 宝宝 儿子 表哥 表姐 堂哥 堂姐 嫂子 弟媳 "
)
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
_OF = re.compile("^(?:我|你|他|她)的?(?=.)")
_TITLE = re.compile(".{1,3}(?:先生|小姐|女士|老师|医生|师傅|经理|同学|太太|阿姨|叔叔|奶奶|爷爷)$")


def is_called_like_somebody(text: str) -> bool:
    """Whether a name is one of a person and of no thing: 妈妈, 我老婆, 王先生, 小陈; not 小刀."""
    if _OF.sub("", text) in _KIN or _TITLE.fullmatch(text) is not None:
        return True
    return not text.isascii() and is_person(text) and not is_thing_word(text)


def is_person(text: str) -> bool:
    """Whether a phrase names somebody: a pronoun, a relative, 小明, 王先生, Ana."""
    if PRONOUNS.get(text) in ("i", "he", "she", "they", "himself"):
        return True
    bare = re.sub("^(?:我|你|他|她)(?:的)?", "", text) or text
    if bare in _KIN or text in _KIN:
        return True
    return bool(
        _TITLE.match(text) or (_NAME.match(text) and text not in _NOT_NAMES and len(text) <= 20)
    ) and not has_verb_marks(text)


def could_be_person(text: str) -> bool:
    """Whether a phrase may name somebody or a pet, where only such fit: 约翰, 小偷, 小猫."""
    if is_person(text) or text in _ANIMALS:
        return True
    if text[-1:] in _GAITS:
        return False  # 猫跑 is a cat that runs
    plain = 2 <= len(text) <= 4 and text not in ABSTRACT and text[-2:] not in ABSTRACT and not is_place_word(text)
    return plain and not has_verb_marks(text) and not SIDE.search(text)


def gender(text: str) -> str:
    """m, f, or '' when the word does not tell."""
    if text.endswith(tuple(_FEMALE)) or (is_person(text) and text.endswith(_FEMALE_ENDINGS)):
        return "f"
    return "m" if text.endswith(tuple(_MALE)) or (is_person(text) and text.endswith(_MALE_ENDINGS)) else ""
