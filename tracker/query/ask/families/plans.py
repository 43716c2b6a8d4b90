"""What is planned, and how far one planned thing is away."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracker.domain.events import Event
from tracker.domain.payloads import Planned
from tracker.domain.times import DAY, from_us, to_us, zone_of
from tracker.link.planned import meaning_of
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.families import to_do
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.telling import going_on
from tracker.query.ask.voice import Voice
from tracker.query.ask.voice.clock import is_midnight
from tracker.query.ask.world import World

PLAN = "plan"
_DIGIT = re.compile("[0-9]")
_SOON = 7 * DAY
"""'Soon' is within a week; the answer always says how far it is."""


class _Due(NamedTuple):
    """One plan as it stood: its phase, when it is due, and the events that say so (the newest first)."""

    entity: str
    phase: str
    what: str
    start: int
    end: int
    said: Event
    event_ids: tuple[str, ...]


def _due(world: World, entity: str, at: int) -> _Due | None:
    view = world.scene.slice_at(entity, PLAN, at)
    if view is None or view.slice.status != "known":
        return None
    claim = view.slice.claims[0]
    event = world.event(claim.event_id)
    planned = event if event is not None and isinstance(event.payload, Planned) else None
    ids = [claim.event_id]
    if planned is None:
        earlier = world.scene.reports(entity, ("planned",), at)
        planned = earlier[0] if earlier else None
        ids += [str(planned.event_id)] if planned else []
    if planned is None or not isinstance(planned.payload, Planned):
        return None
    start = to_us(planned.payload.due_at)
    end = to_us(planned.payload.due_until) if planned.payload.due_until else start
    return _Due(entity, claim.value, planned.payload.what, start, end, planned, tuple(ids))


def _planned(plan: Plan, world: World) -> Answered:
    """Everything still to come (in the window), soonest first."""
    v = world.voice(plan)
    entities = dict.fromkeys(view.entity_id for view in world.scene.started_in(0, plan.now_us + 1, PLAN))
    found = [due for entity in entities if (due := _due(world, entity, plan.now_us)) is not None]
    window = plan.window_us
    if window is not None:
        found = [due for due in found if due.start < window[1] and max(due.end, due.start + 1) > window[0]]
        found = [due for due in found if due.phase != "cancelled"]
    else:
        found = [due for due in found if due.phase in ("upcoming", "due", "overdue")]
    if plan.value == "overdue":
        found = [due for due in found if due.phase == "overdue"]
    found.sort(key=lambda due: (due.start, due.entity))
    if plan.asks == "whether":
        values: tuple[object, ...] = ("yes" if found else "no",)
    else:
        values = (len(found),) if plan.asks == "count" else tuple(due.entity for due in found)
    if not found:
        span = "" if window is None else v.bit(" {w}", "{w}", w=v.span(*window))
        late = v.bit(" overdue", "逾期的") if plan.value == "overdue" else ""
        return Answered(
            "current", values, v("no{late} plan is known{w}.", "{w}沒有已知的{late}計畫。", w=span, late=late), []
        )
    text = " ".join(_tell(v, plan, due) for due in found)
    if plan.asks == "whether":
        text = v("yes: {t}", "是：{t}", t=going_on(text))
    return Answered(
        "current", values, text, [_data(due) for due in found], each_once(i for due in found for i in due.event_ids)
    )


def _plan(plan: Plan, world: World) -> Answered:
    """One plan: when, whether soon, whether over."""
    v = world.voice(plan)
    due = _due(world, plan.entity, plan.now_us)
    if due is None:
        unsure = ("maybe",) if plan.asks == "whether" else ()
        return Answered(
            "never_seen", unsure, v("no plan for {x} is known.", "沒有關於{x}的計畫。", x=v.name(plan.entity))
        )
    text = _tell(v, plan, due)
    if plan.asks == "whether":
        verdict = _verdict(plan, due)
        word = v.bit(verdict, {"yes": "是", "no": "不是", "maybe": "不確定"}[verdict])
        text = v("{w}: {t}", "{w}：{t}", w=word, t=going_on(text))
        return Answered(due.phase, (verdict,), text, _data(due), due.event_ids)
    values: tuple[object, ...] = (from_us(due.start),)
    if plan.asks == "how_long":
        values = (max(0, due.start - plan.now_us) // 1_000_000,)
    elif due.end > due.start:
        values = (from_us(due.start), from_us(due.end))
    return Answered(due.phase, values, text, _data(due), due.event_ids)


_PHASES = {
    "over": {"completed": "yes", "overdue": "maybe"},
    "overdue": {"overdue": "yes"},
    "on": {"upcoming": "yes", "due": "yes", "overdue": "maybe"},
    "off": {"cancelled": "yes", "overdue": "maybe"},
}
"""What each phase says to a question about the phase; what is not here says no."""


def _verdict(plan: Plan, due: _Due) -> str:
    if plan.value in _PHASES:
        return _PHASES[plan.value].get(due.phase, "no")
    if plan.window_us is not None:
        start, end = plan.window_us
        return "yes" if due.start < end and max(due.end, due.start + 1) > start and due.phase != "cancelled" else "no"
    if due.phase == "due" or (due.phase == "overdue" and plan.value == "due"):
        return "yes"
    return "yes" if due.phase == "upcoming" and due.start - plan.now_us <= _SOON else "no"


def _tell(v: Voice, plan: Plan, due: _Due) -> str:
    zone = zone_of(plan.tz)
    whole = (
        is_midnight(due.start, zone)
        and (due.end <= due.start or is_midnight(due.end, zone))
        and due.end - due.start >= DAY - 2 * 3_600_000_000
    )
    when = v.day(due.start) if whole else v.clock(due.start)
    far = v.ago(due.start, whole_days=whole)
    known = v.bit("as planned {t}", "{t}說的計畫", t=v.clock(to_us(due.said.occurred_at)))
    bare = when.removeprefix("on ").removeprefix("at ")
    said = {"x": _name(v, plan, due), "be": v.be(due.entity, past=False), "was": v.be(due.entity, past=True)}
    if due.phase == "completed":
        they = v.they(due.entity, past=True)
        return v("{x} {be} done; {they} planned for {w}.", "{x}已經結束了，原訂{w}。", they=they, w=bare, **said)
    if due.phase == "cancelled":
        had = v.they(due.entity, past=True).rpartition(" ")[0]
        return v(
            "{x} {was} cancelled; {had} had been planned for {w}.", "{x}已經取消了，原訂{w}。", had=had, w=bare, **said
        )
    if due.phase == "due":
        today = v.bit("now", "就是現在") if not whole else v.bit("{w}", "就在{w}", w=when)
        return v("{x} {be} {n} ({k}).", "{x}{n}（{k}）。", n=today, k=known, **said)
    if due.phase == "overdue" and plan.value in ("due", "overdue"):
        return v(
            "{x} {was} due {w}, {far}; whether that was done was not told.",
            "{x}{w}（{far}）到期，沒有消息說是否已經完成。",
            w=when,
            far=far,
            **said,
        )
    if due.phase == "overdue":
        return v(
            "{x} {was} planned for {w}, {far}; whether it took place was not told.",
            "{x}原訂{w}（{far}），沒有消息說是否已經完成。",
            w=bare,
            far=far,
            **said,
        )
    if far == when:
        return v("{x} {be} {w} ({k}).", "{x}在{w}（{k}）。", w=when, k=known, **said)
    return v("{x} {be} {far}, {w} ({k}).", "{x}在{far}，{w}（{k}）。", far=far, w=when, k=known, **said)


def _name(v: Voice, plan: Plan, due: _Due) -> str:
    """Its name; of a plan whose id is a code that nobody asked by, the words it was told in."""
    name = v.name(due.entity)
    if (
        meaning_of(due.entity) <= meaning_of(due.what)
        and "_" in due.entity
        and due.what.replace(" ", "_").lower() != due.entity
    ):
        return v.bit("“{w}”", "「{w}」", w=due.what)
    is_code = due.entity not in plan.said and name.removeprefix("the ") == due.entity and _DIGIT.search(due.entity)
    return v.bit("“{w}”", "「{w}」", w=due.what) if is_code else name


def _data(due: _Due) -> dict[str, object]:
    return {
        "entity_id": due.entity,
        "what": due.what,
        "status": due.phase,
        "due_at": from_us(due.start).isoformat(),
        "due_until": from_us(due.end).isoformat() if due.end > due.start else None,
    }


def answer(plan: Plan, world: World) -> Answered:
    return _planned(plan, world) if plan.intent == "planned" else _plan(plan, world)


_DONE = "把|被|拿|带走|取走|借走|偷|放|动|移|搬"
"""有沒有 before what somebody did asks about that, and for no thing."""
_UNIT = "(?:long|much time|far away|far off|many (?:days|hours|weeks|minutes|months))"
FAMILY = Family(
    "plans",
    ("planned", "plan"),
    (
        *english(
            "planned",
            (
                "what (?:is|are|was) (?:planned|scheduled|coming up|upcoming|due|next|on the (?:agenda"
                "|schedule|calendar))(?: next)?"
            ),
            (
                "what (?:do|have|is|are) (?:i|we|my|our|the)(?: got| have)? (?:planned|coming up"
                "|scheduled|plans|on|upcoming plans|to do)"
            ),
            (
                "(?:what|which) (?:plans|appointments|events)(?: (?:are there|do i have|do we have|are"
                " planned|are coming up))?"
            ),
            "(?:my|our|the) (?:plans|schedule|agenda|appointments)",
            asks="which",
        ),
        *english(
            "planned",
            "(?:is|are) there (?:anything|something|any plans|any appointments)(?: planned| scheduled| coming up)?",
            "do (?:i|we) have (?:anything|something|plans|any plans)(?: planned| scheduled| coming up)?",
            "(?:is )?(?:anything|something) (?:planned|scheduled|coming up)",
            asks="whether",
        ),
        *english(
            "plan",
            (
                "when (?:is|are|was|were|will|do i have|does|do we have) <x>(?: (?:be|due|planned"
                "|scheduled|start|begin|take place|coming up|planned for))?"
            ),
            "what (?:day|date|time) is <x>",
            "(?:the )?date of <x>",
            asks="when",
        ),
        *english(
            "plan",
            (
                f"how {_UNIT} (?:is it |is there |are there )?(?:left )?(?:until|till|to|before) <x>(?:"
                f" (?:is|starts|begins))?"
            ),
            f"how {_UNIT} (?:is|are) <x>(?: away)?",
            "how soon is <x>",
            asks="how_long",
        ),
        *english(
            "plan",
            (
                "(?:is|are) <x> (?:coming up |coming |due |happening |very |quite |pretty )?(?:soon"
                "|close|near|approaching|imminent)"
            ),
            "(?:is|are) <x> (?:coming up|today|about to (?:start|begin))",
            "(?:will|does) <x> (?:be|come|start|take place|happen) soon",
            "(?:is|are) <x> (?:planned|scheduled)",
            asks="whether",
        ),
        *english(
            "plan",
            "do (?:i|we) have (?:any |some )?<x>",
            "have (?:i|we) got (?:any |some )?<x>",
            "is there (?:any |some )?<x>",
            asks="whether",
            there=True,
        ),
        *english(
            "plan",
            "(?:is|are|was|were) <x> (?:already )?(?:over|done|finished|completed|behind me|past)(?: yet| already)?",
            "has <x> (?:already )?(?:happened|HAS_FINISHED|taken place)(?: yet| already)?",
            "(?:did|has|have) ANYONE (?:already )?(?!cancel)(?:FINISH|HAS_FINISHED) <x>(?: yet| already)?",
            asks="whether",
            value="over",
        ),
        *english("plan", "(?:is|are|was|were) <x> due(?: now| already| yet)?", asks="whether", value="due"),
        *english("plan", "(?:is|are) <x> (?:already )?(?:overdue|past due)", asks="whether", value="overdue"),
        *english(
            "plan",
            "(?:is|are) <x> (?:still )?(?:happening|going ahead|taking place)",
            asks="whether",
            value="on",
        ),
        *english(
            "plan",
            "(?:is|are|was|were|has|have) <x> (?:already )?(?:been )?(?:cancell?ed|called off)",
            "(?:did|has|have) ANYONE (?:already )?(?:cancel(?:l?ed)?|call(?:ed)? off) <x>(?: yet| already)?",
            asks="whether",
            value="off",
        ),
        *english("plan", "(?:is|are|was|were) <x>", asks="whether", value="then"),
        *english("planned", "what (?:plans )?do (?:i|we) have(?: on)?", asks="which", value="then"),
        *english(
            "planned", "(?:what|which (?:plans|things|appointments)) (?:is|are) overdue", asks="which", value="overdue"
        ),
        *english("planned", "(?:is|are) (?:there )?(?:anything|something) overdue", asks="whether", value="overdue"),
        *chinese(
            "planned",
            "(?:我|我们|你)?(?:有|还有)?(?:什么|哪些)(?:事情?|东西)?(?:计划|安排|行程|活动|要做的?(?:事)?|事要做|约会?|待办)END",
            "(?:我|我们)?(?:的)?(?:计划|安排|行程)(?:是什么|有哪些|有什么|呢)?",
            "(?:我|我们)?(?:要|得)做什么",
            asks="which",
        ),
        *chinese(
            "planned", "(?:有)?(?:什么|哪些)(?:事情?|计划|东西)?(?:逾期|过期)了?END", asks="which", value="overdue"
        ),
        *chinese("plan", "<x>(?:是不是|是否)?(?:已经)?到期了?(?:吗|没有?)?", asks="whether", value="due"),
        *chinese("plan", "<x>(?:是不是|是否)?(?:已经)?(?:逾期|过期)了?(?:吗|没有?)?", asks="whether", value="overdue"),
        *chinese("plan", "<x>(?:是不是|是否)?(?:已经)?(?:被)?取消了?(?:吗|没有?)?", asks="whether", value="off"),
        *chinese("plan", "<x>(?:还会?|会不会|会|照常)(?:办|举办|举行|进行)(?:吗|么)?", asks="whether", value="on"),
        *chinese(
            "planned",
            "(?:我|我们)?(?:有没有)(?:什么)?(?:计划|安排|行程|活动|事)",
            "(?:我|我们)?有(?:什么)?(?:计划|安排|行程|活动|事)吗",
            asks="whether",
        ),
        *chinese(
            "plan",
            "<x>(?:是不是|是否)?(?:快要|就快|就要|快|马上就?要?|即将)(?:到|来|开始|考)?(?:了)?(?:吗|没|没有|不|呢)?",
            "(?:是不是|是否)(?:快要|快|就要)<x>了(?:吗)?",
            "(?:快要|快(?![递件])|就要)(?:到)?<x>了(?:吗|没)",
            asks="whether",
        ),
        *chinese(
            "plan",
            f"(?:我|我们)?还?(?:有没有|有)(?!{_DONE}|人)<x>(?:吗|没有)?",
            asks="whether",
            there=True,
        ),
        *chinese(
            "plan",
            "<x>(?:是)?(?:在)?WHEN(?:开始|举行|到)?END",
            "(?:WHEN)(?:有|要|是|去)?<x>END",
            "<x>(?:是)?(?:在)?(?:哪一?天|几号|星期几|周几|礼拜几)END",
            asks="when",
        ),
        *chinese(
            "plan",
            "(?:离|距离|到)<x>还?(?:有|剩|要)?(?:多久|多长时间|(?:几|多少)(?:天|个?小时|周|个?星期|个?月|分钟))END",
            "<x>还?(?:有|剩|要)(?:多久|多长时间|(?:几|多少)(?:天|个?小时|周|个?星期|个?月))(?:到|开始)?END",
            "还有(?:多久|几天|多少天)(?:到|就是|就要|才是)?<x>END",
            asks="how_long",
        ),
        *chinese("plan", "<x>(?:(?:是不是|是否)?(?:是|在)?(?:吗|么|嘛)|是不是|是否)", asks="whether", value="then"),
        *chinese(
            "plan",
            "<x>(?:已经)?(?:是不是|是否)?(?:已经)?(?:结束|完成|考完|做完|完|过|办完)了(?:吗|没有?|么)",
            "<x>(?:结束|完成|考完|完)没有?",
            "<x>(?:是不是|是否)(?:已经)?(?:结束|完成|完|过)了",
            asks="whether",
            value="over",
        ),
        *to_do.PATTERNS,
    ),
    (
        Example("what is planned for next week?", {"intent": "planned"}),
        Example("What do I have planned tomorrow?", {"intent": "planned"}),
        Example(
            "is the dentist appointment soon?",
            {"intent": "plan", "entities": ["dentist_appointment"], "asks": "whether"},
        ),
        Example("when is the concert?", {"intent": "plan", "entities": ["concert"], "asks": "when"}),
        Example("how many days until the concert?", {"intent": "plan", "entities": ["concert"], "asks": "how_long"}),
        Example("is the concert next week?", {"intent": "plan", "entities": ["concert"], "asks": "whether"}),
        Example("is the concert over?", {"intent": "plan", "asks": "whether", "value": "over"}),
        Example("what is overdue?", {"intent": "planned", "value": "overdue"}),
        Example("有什麼過期了？", {"intent": "planned", "value": "overdue"}),
        Example("房租過期了嗎？", {"intent": "plan", "entities": ["房租"], "value": "overdue"}),
        Example("下個星期有什麼安排？", {"intent": "planned"}),
        Example("考試是不是快到了？", {"intent": "plan", "entities": ["考試"], "asks": "whether"}),
        Example("音乐会是什么时候？", {"intent": "plan", "entities": ["音乐会"], "asks": "when"}),
        Example("離音樂會還有幾天？", {"intent": "plan", "entities": ["音樂會"], "asks": "how_long"}),
        Example("考试结束了吗？", {"intent": "plan", "value": "over"}),
    ),
    answer,
)
