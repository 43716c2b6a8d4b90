"""Plans asked for in words that no other question has: what ran out, what is paid, what was missed."""

from __future__ import annotations

from tracker.query.ask.families.plans import answer
from tracker.query.ask.pattern import Example, Family, chinese, english

_ENDS = "expire|expires|expiring|run out|runs out|running out|lapse|go off|goes off"
_HAN_ENDS = "到期|过期|截止"


FAMILY = Family(
    "appointments",
    (),
    (
        *english(
            "planned",
            "(?:did|have) (?:i|we) (?:miss|missed|forget|forgotten) (?:anything|something)",
            "what (?:did|have) (?:i|we) (?:miss|missed|forget|forgotten)",
            "what (?:is|are) (?:still )?(?:outstanding|late)",
            asks="which",
            value="overdue",
        ),
        *english(
            "plan",
            "(?:is|are|was|were|has|have) (?P<todo>.+?) (?:already |been )*(?:paid|settled|taken care of)"
            "(?: yet| already)?",
            asks="whether",
            value="over",
            sure=True,
        ),
        *english("plan", f"when (?:is|are|does|do|will) (?P<todo>.+ (?:{_ENDS}))", asks="when", sure=True),
        *chinese(
            "plan",
            f"(?P<todo>.+?)(?:是)?(?:WHEN|几号|几月|哪一?天)(?:会|要|就|才)?(?P<todo>{_HAN_ENDS})END",
            asks="when",
            sure=True,
        ),
        *chinese(
            "planned",
            "(?:我|我们)?(?:有没有|有|是不是)?(?:什么|哪些|啥)?(?:事情?)?(?:是我|我)?(?:错过|漏掉)了?"
            "(?:的|什么|哪些)?(?:事情?)?了?(?:吗|没有?|呢)?",
            asks="which",
            value="overdue",
        ),
        *chinese(
            "planned", "(?:我|我们)?(?:还)?(?:有|要做)(?:什么|哪些|啥)(?:事情?)(?:要做|要办)?(?:吗|呢)?", asks="which"
        ),
    ),
    (
        Example("did I miss anything?", {"intent": "planned", "value": "overdue"}),
        Example("is the rent paid?", {"intent": "plan", "asks": "whether", "value": "over"}),
        Example("when does my passport expire?", {"intent": "plan", "asks": "when"}),
        Example("護照什麼時候到期？", {"intent": "plan", "asks": "when"}),
        Example("這週有什麼事？", {"intent": "planned"}),
        Example("有什麼錯過的嗎？", {"intent": "planned", "value": "overdue"}),
    ),
    answer,
)
