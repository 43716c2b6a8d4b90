"""What shows that Chinese words are no name of a thing: a verb among them, or an idea."""

from __future__ import annotations

import re

from tracker.language.words import words

ABSTRACT = words(
    "心 心里 梦 梦里 脑海 网 线 路 事实 基本 原则 会议 会 计划 考虑 进行 准备 过程 生活 工作 关系 名单 "
    "记忆 印象 故事 电影 游戏 情况 世界 历史 理论 精神 法律 技术 经济 晚 早 年 月 班 课 电话 微信 邮件 "
    "群 一起 实际 总体 手头 表面 想象 压力 帮助 支持 影响 时间 眼 眼里 原处 原位 原地 这 那 哪 一边 身边 "
    "重点 问题 答案 关键 意义 希望 机会 任务 责任 病 觉 澡 课程 照片 休息 主意 决定 办法 时候 消息 信 "
    "客人 脸 面子 人 命 魂 灵魂 事 事情 机票钱 冠军 奖 奖牌 分数 成绩 学位 精力 资格 灰尘 人生 身体"
)
"""What is nowhere, though one speaks of it as if it were."""
_VERBS = re.compile("[放拿去到给借还掉塞搁寄送搬丢扔忘找带停挂藏收插躲趴躺蹲]|快(?![递件餐艇])|牵[到去]")
"""What is done, and so never part of a noun …"""
_WITHOUT_VERBS = re.compile(
    "躺椅|放大镜|放映机|拿铁|去污粉|到期|借书证|还款|耳塞|软木塞|塞子|外送|寄物柜|搬家|寻找|停车[场位格证卡]?|挂[钩烫勾]|收[据纳音银件]|插[座头花]|转接插|"
    "[胶皮领鞋腰背表绷磁录安全]+带|带子|西藏|藏红花|储藏室?|冷藏[室库]?|收藏|忘年|掉漆|送货单"
)
"""… except in these words."""


_PARTICLES = re.compile(
    "^第(?!.*(?:个|层|格))|^[你您](?!的)|[了过着吗呢吧啊]|(?:之前|以前|先前|原本|曾经?|本来|原来)$"
    "|看[到见]|找到|发现|出差|上班|下班|开车|坐车|骑车|走路|把|被|从|不|没|[很都也就还又]|在(?!线)"
    "|如果|因为|所以|但|说|想|要|跟|和(?=.*[在把])"
)
"""What joins clauses, negates, asks or tells when: no part of a noun either."""


def has_verb_marks(text: str) -> bool:
    """Whether a phrase (Simplified) holds a verb or a particle, so that it is more than a noun."""
    return bool(_VERBS.search(_WITHOUT_VERBS.sub("", text)) or _PARTICLES.search(text))
