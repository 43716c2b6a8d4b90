"""Plans asked for by what is to be done, in forms of much else: 'when do we fly?', 'have I called the bank?'.

Read after everything else, and only where a plan was told in such words."""

from __future__ import annotations

from tracker.query.ask.pattern import chinese, english

_DUTY = "(?:have to|need to|going to|supposed to|got to)"
_ACTS = "come|comes|coming|came|arrive|arrives|arriving|visit|visits|visiting|fly|flying|leave|leaving|start|starts"
_TO_US = "(?:over|round|around|back|home|by|here|to (?:us|me))"
_HAN_ACTS = "过?来|到|抵达|回来|到家|去"
_HAN_DONE = "交|付|缴|还|打|买|洗|倒|寄|看|剪|做|领|退"
"""Verbs by which what was planned is done."""


PATTERNS = (
    *english(
        "plan",
        f"when (?:do|am|are|will|should|must) (?:i|we)(?: {_DUTY})? (?P<todo>.+)",
        f"when (?:is|are|am|does|do|did|will) (?P<todo>.+ (?:{_ACTS}))(?: {_TO_US})?",
        "what (?:time|day) (?:do|am|are|is|does|will) (?P<todo>.+)",
        asks="when",
    ),
    *english(
        "plan",
        f"(?:is|are|am|does|do|will) (?P<todo>.+ (?:{_ACTS}))(?: {_TO_US})?",
        asks="whether",
        value="then",
    ),
    *english(
        "plan", "(?:have|did) (?:i|we) (?:already )?(?P<todo>.+?)(?: yet| already)?", asks="whether", value="over"
    ),
    *english(
        "planned",
        "what (?:is|have i got|have we got|do i have|do we have)(?: coming up| going on| happening| planned| on)?",
        "what (?:is|have i got|have we got) (?:on|coming up|happening|going on)(?: for (?:me|us))?",
        "(?:anything|something)(?: on| planned| happening| going on| coming up| due)?",
        asks="which",
        value="then",
    ),
    *chinese(
        "plan",
        f"(?P<todo>.+?)(?:是)?(?:WHEN|几点|几号|哪一?天|星期几)(?:要|会|再|才)?(?P<todo>{_HAN_ACTS})END",
        "(?:我|我们)?(?:WHEN|几点|几号|哪一?天|星期几)(?:要|会|得|该)?(?P<todo>(?!开始|结束).{2,}?)END",
        "(?:我|我们)(?:WHEN|几点|几号|哪一?天)(?:要|会|得|该)?(?P<todo>(?!开始|结束).{2,}?)END",
        asks="when",
    ),
    *chinese(
        "plan",
        f"(?P<todo>.+?)(?:会不会|是不是要|会|要)(?P<todo>{_HAN_ACTS})(?:吗|么|嘛)?",
        asks="whether",
        value="then",
    ),
    *chinese(
        "plan",
        f"(?P<todo>.+?(?:{_HAN_DONE}))(?:完|好|过)?了(?:吗|么|没有?)",
        f"(?:我|我们)?(?P<todo>(?:{_HAN_DONE}).+?)(?:完|好|过)?了(?:吗|么|没有?)",
        asks="whether",
        value="over",
    ),
)
