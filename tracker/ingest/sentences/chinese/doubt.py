"""Why a Chinese sentence, or a clause of it, tells no fact."""

from __future__ import annotations

import re

from tracker.ingest.sentences.claims import Meaning

_QUESTION = re.compile(
    "[?？]|吗[了。！!]*$|^(?!.*(?:还没|还在|还不|正在)).*呢$|谁|什么|啥|哪(?!怕)|怎么|怎样|为何|几点|几个|多少|是不是|有没有|会不会|能不能|在不在|要不要|对不对|好不好|([开关放拿去])不\\1"
)
_QUOTED = re.compile('[「」『』“”"《》]')
_CONDITION = re.compile("如果|要是|假如|假设|假使|万一|倘若|的话|除非|只要|即使|就算|否则|不然|要不是")
HEDGE = re.compile(
    "我(?:是)?(?:觉得|猜想?|认为|想(?=[^要把去买了着让知问]))|(?:大概|可能|也许|或许|好像|似乎|估计|恐怕|说不定)(?:就|都|是(?=[在放]))?|"
    "应该(?:就|都)?(?:是(?=[在放])|(?=还?[在放]))|(?<=[^好走])吧(?=[。！!，,]*$)"
)
"""What makes of a clause something possible; the rest of it tells what."""
_WISH = re.compile(
    "希望|想要|想把|想去|想买|好想|但愿|需要|必须|应该|应当|可以|能够|能把|记得|提醒|最好|麻烦|请(?!假|客)|别(?!人|的|墅|针|处)|不要|不用|"
    "让(?!.{1,6}[拿带借取搬开骑]走了)|叫(?!做)|帮(?!手)|得把|得去|愿意|舍不得"
)
_REPORTED = re.compile(
    "(?<![小])说(?!明|不定)|告诉|觉得|认为|以为|相信|猜|据(?:说|悉|称|报)|听(?:说|到|见|他|她)|声称|表示|梦|假装|想象|怀疑|知道|发誓|承认|写道|问(?!题|.{1,6}借了)"
)
_UNSURE = re.compile("可能|也许|大概|或许|好像|似乎|估计|恐怕|说不定|应该是|不确定|不一定|差点|几乎|吧[。！!]*$")
_HABIT = re.compile("总是|经常|常常|常(?=[把放去])|每天|每次|每周|每个|通常|平时|往往|有时|偶尔|一般|从来")
_ONGOING = re.compile("正在|正(?=[把拿放])")
_FUTURE = re.compile(
    "(?<![机社聚开])会(?!议|场|员|客|计|堂|儿|面)|将[会要]|(?<!需|主|重|只|快)要(?!么|是|紧|点|求|不)|打算|准备(?=[把去拿放带])|即将|待会|等一下|等会|等下"
)
# Time words are still among what these are looked for in, and it is in the script in which it was written.
_AT_FIRST = re.compile("本[来來]|原本|(?<=[^\\W_])原[来來]")
_WAS = re.compile("之前|先前|以前|曾|[刚剛][才刚剛]|方才|[刚剛][还還在]")


def sentence_reason(text: str) -> str | None:
    """Why a whole sentence (Simplified) tells no fact: it asks, quotes, supposes, wishes or reports."""
    for reason, pattern in (("question", _QUESTION), ("quoted", _QUOTED), ("hypothetical", _CONDITION)):
        if pattern.search(text):
            return reason
    return None


def clause_reason(text: str) -> str | None:
    """Why a clause tells no fact; it does not speak for its neighbours."""
    for reason, pattern in (
        ("unsure", _UNSURE), ("reported", _REPORTED), ("wish", _WISH), ("habitual", _HABIT), ("ongoing", _ONGOING),
        ("future", _FUTURE),
    ):  # fmt: skip
        if pattern.search(text):
            return reason
    return None


def is_over(written: str, meaning: Meaning) -> bool:
    """Whether a clause without a time of its own tells how it was, and not how it is: 本來在桌上, 剛剛還在.

    What somebody did just now stays done."""
    return meaning != "plan" and bool(_AT_FIRST.search(written) or (meaning == "state" and _WAS.search(written)))
