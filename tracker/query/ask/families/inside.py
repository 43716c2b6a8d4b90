"""What is (or was) in a place, and who."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.domain.payloads import LOCATION
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.lapsing import told_spans
from tracker.query.ask.of_kind import KIND, MEASURE, ZH_KIND, is_of_kind
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.relation import asked_place, fit_of, side_asked
from tracker.query.ask.voice import Voice
from tracker.query.ask.world import World
from tracker.query.chain import chain_from, fresh, reasons
from tracker.query.itinerary import pieces_back
from tracker.query.windows import inside
from tracker.store.views import View

_MOST_TOLD = 12


def _inside(plan: Plan, world: World) -> Answered:
    v, scene = world.voice(plan), world.scene
    place = scene.root(plan.place or "")
    if plan.window is None:
        found = inside(scene, world.policy, place, plan.at_us)
        if side := side_asked(plan):
            found = [*found, *(one for one in inside(scene, world.policy, place, plan.at_us, side) if one not in found)]
        when = dict.fromkeys(found, plan.at_us)
    else:
        when = _during(world, place, plan.window_us or (0, 0))
        found = sorted(when)
    wanted = [one for one in found if _is_wanted(plan, world, one)]
    found = [one for one in wanted if _is_so(plan, world, one, place, when[one])]
    near = [one for one in wanted if one not in found]
    ids = reasons(scene, world.policy, {one: when[one] for one in (*found, *near)})
    disputed = _possibly(world, place, plan.at_us) if plan.window is None else []
    faded = [one for one in _last_reported(plan, world, place) if one.entity_id not in (*wanted, *disputed)]
    counted: tuple[object, ...] = {
        "count": (len(found),),
        "count_and_which": (len(found), *found),
        "whether": (_any(found, near or disputed or faded),),
        "whether_who": (_any(found, near or disputed or faded),),
    }.get(plan.asks or "which", tuple(found))
    text = _tell(v, plan, world, found, (near, disputed)) + _tell_faded(v, plan, faded)
    ids += [one.slice.claims[0].event_id for one in faded]
    status = "current" if wanted else "conflict" if disputed else "unknown" if world.known(place) else "never_seen"
    status = "last_seen" if faded and not wanted and not disputed else status
    if status in ("unknown", "never_seen") and plan.asks in ("whether", "whether_who"):
        counted = ("maybe",) if status == "never_seen" else ("no",)
    return Answered(status, counted, text, found, each_once(ids))


def _during(world: World, place: str, window: tuple[int, int]) -> dict[str, int]:
    """Everything that was there at some time in the window, with a time at which it was."""
    start, end = window
    when: dict[str, int] = {}
    for at in (start, end - 1):
        when.update(dict.fromkeys(inside(world.scene, world.policy, place, at), at))
    for view in world.scene.started_in(start, end, LOCATION):
        at = view.slice.start
        for one in (view.entity_id,) if view.entity_id not in when else ():
            held = fresh(world.scene, view, at, world.policy) if view.slice.status == "known" else None
            path = chain_from(world.scene, world.policy, one, held, at).path if held is not None else ()
            if any(world.scene.root(outer) == place for outer in path):
                when.update(dict.fromkeys((one, *inside(world.scene, world.policy, one, at)), at))
    return when


def _is_so(plan: Plan, world: World, entity: str, place: str, at: int) -> bool:
    """Whether what is there is there as it was asked: what is only known to be at the bed is not told to be on it."""
    upto, since = (at + 1, at) if plan.window is None else (plan.window_us or (0, 0))[::-1]
    pieces = pieces_back(world.scene, entity, upto, since, world.policy)
    return plan.relation is None or any(fit_of(world, plan, entity, piece, place).fit == "so" for piece in pieces)


def _last_reported(plan: Plan, world: World, place: str) -> list[View]:
    """What was last reported there, too long ago to say that it still is (row W7), by the newest report."""
    at = plan.upto_us
    stale = [
        view
        for view in world.scene.held_in(place, at)
        if view.slice.status == "known"
        and world.scene.root(view.slice.claims[0].value) == place
        and fresh(world.scene, view, at, world.policy) is None
        and _is_wanted(plan, world, view.entity_id)
    ]
    return sorted(stale, key=lambda view: view.slice.claims[0].through, reverse=True)


def _is_wanted(plan: Plan, world: World, entity: str) -> bool:
    if plan.kind is not None:
        return is_of_kind(world, entity, plan.kind)
    if plan.asks in ("who", "whether_who"):
        return _is_somebody(world, entity)
    return world.kind_of(entity) != "person"


def _tell_faded(v: Voice, plan: Plan, faded: list[View]) -> str:
    if not faded:
        return ""
    name = v.person if plan.asks in ("who", "whether_who") else v.name
    told = [
        v.bit("{x} ({t})", "{x}（{t}）", x=name(view.entity_id), t=v.moment(view.slice.claims[0].through))
        for view in faded[:_MOST_TOLD]
    ]
    if len(faded) > _MOST_TOLD:
        told.append(v.bit("{n} more", "另外 {n} 個", n=len(faded) - _MOST_TOLD))
    return v.bit(
        " Last reported there, too long ago to be certain: {all}.",
        "最後一次有消息是在那裡，但太久了，不能確定：{all}。",
        all=v.all_of(told),
    )


def _possibly(world: World, place: str, at: int) -> list[str]:
    """Things of which one side of a dispute says that they are there."""
    found = []
    for item in world.scene.problems():
        problem = item.problem
        live = problem.start <= at and (problem.end is None or problem.end > at)
        if (
            item.kind == "conflict"
            and live
            and problem.attribute == LOCATION
            and any(world.scene.root(c.value) == place and not c.denied for c in problem.claims)
        ):
            found.append(problem.entity_id)
    return sorted(found)


def _is_somebody(world: World, entity: str) -> bool:
    """A person or a pet, as registered or by what it does."""
    return world.kind_of(entity) in ("person", "pet")


def _any(found: list[str], possible: Sequence[object]) -> str:
    return "yes" if found else "maybe" if possible else "no"


def _spans(v: Voice, plan: Plan, world: World, found: list[str]) -> dict[str, str]:
    """When in the window each was there; '' for all of it, or when an instant was asked about."""
    window = plan.window_us
    if window is None:
        return dict.fromkeys(found, "")
    target, spans = world.scene.root(plan.place or ""), {}
    for one in found:
        pieces = list(pieces_back(world.scene, one, window[1], window[0], world.policy))
        there = [p for p in pieces if p.status == "known" and p.passes(world.scene, target)]
        whole = sum((p.end or window[1]) - p.start for p in there) >= window[1] - window[0]
        spans[one] = "" if whole else v.all_of(told_spans(world, v, pieces, target, window))
    return spans


def _tell(v: Voice, plan: Plan, world: World, found: list[str], possible: tuple[Sequence[str], Sequence[str]]) -> str:
    """`possible`: what is at the place and not told to be there as asked, and what reports disagree about."""
    near, disputed = possible
    past = plan.window is not None or plan.at < plan.now
    place = v.place(plan.place or "", plan.relation or "in")
    window = plan.window_us
    when = ""
    if window is not None:
        when = v.bit(
            " {t}", "{t}", t=v.span(*window) if plan.window and plan.window[0] else v.bit("before then", "那以前")
        )
    elif past:
        when = v.bit(" {t}", "{t}", t=v.clock(plan.at_us))
    name = v.person if plan.asks in ("who", "whether_who") else v.name
    text = ""
    spans = _spans(v, plan, world, found)
    if len(found) == 1 and spans[found[0]]:
        when = v.bit(" {t}", "{t}", t=spans[found[0]])
    elif any(spans.values()):
        when = ""
    if found:
        are = ("were" if past else "are") if len(found) > 1 else v.be(found[0], past=past)
        count = v.bit("{n}: ", "{n} 個：", n=len(found)) if plan.asks in ("count", "count_and_which") else ""
        text = v(
            "{c}{all} {are} {p}{t}.",
            "{c}{t}{p}的有{all}。",
            c=count,
            all=v.all_of(
                name(one) + (v.bit(" ({s})", "（{s}）", s=spans[one]) if spans[one] and len(found) > 1 else "")
                for one in found
            ),
            are=are,
            p=place,
            t=when,
        )
    elif not near and not disputed and plan.relation is None and not world.known(world.scene.root(plan.place or "")):
        text = v("nothing was ever reported about {p}.", "從來沒有關於{p}的消息。", p=v.name(plan.place or ""))
    elif not near and not disputed:
        known = world.known(world.scene.root(plan.place or ""))
        never = "" if known else v.bit(" No report has ever mentioned it.", "從來沒有提到過這個地方。")
        text = (
            v(
                "{nothing} is known to have been {p}{t}.",
                "沒有{nothing}{t}{p}的消息。",
                nothing=v.bit("nobody", "誰") if plan.asks in ("who", "whether_who") else v.bit("nothing", "什麼東西"),
                p=place,
                t=when,
            )
            + never
        )
        if not past:
            text = text.replace("to have been", "to be")
    if near:
        text += ("" if not text or not v.english else " ") + v(
            "{all} {are} {at}{t}; whether {p} was not told.",
            "{all}{t}{at}；是不是{p}沒有說。",
            all=v.all_of(map(name, near)),
            are=("were" if past else "are") if len(near) > 1 else v.be(near[0], past=past),
            at=v.place(plan.place or "", "at"),
            p=asked_place(v, plan),
            t=v.bit(" {t}", "{t}", t=v.span(*window)) if window and plan.window and plan.window[0] else "",
        )
    if disputed:
        text += ("" if not text or not v.english else " ") + v(
            "reports disagree about {all}, which may be there.",
            "{all}可能也在那裡，說法不一。",
            all=v.all_of(map(name, disputed)),
        )
    return text


_SOMEBODY = "(?:anyone|anybody|someone|somebody)"
_IS = "(?:is|are|was|were|has been|have been)"
FAMILY = Family(
    "inside",
    ("inside",),
    (
        *english(
            "inside",
            (
                f"(?:what(?: else)?|which THINGS|everything(?: that)?) (?:{_IS} )?(?:still |now "
                f"|currently |there |all |kept |left )*REL <p>"
            ),
            f"(?:which|what) {KIND} (?:{_IS} )?(?:still |now |currently |there |all |kept |left )*REL <p>",
            "what (?:does|do|did) <p> (?:contain|hold)",
            "(?:show|list|name) (?:me )?(?:everything|all THINGS|what is|the contents) (?:REL|of) <p>",
            "what(?: all| else)? (?:did|do|does) ANYONE (?:still )?(?:PUT|have) (?:up |down |out )?REL <p>",
            "what(?: all| else)? (?:have|has) ANYONE (?:HAS_PUT|got) (?:up |down |out )?REL <p>",
            "(?:what|which)(?: of)? (?:my|our|the|your) (?:things|stuff|belongings) (?:is|are|was|were) REL <p>",
            "what LIES REL <p>",
            asks="which",
        ),
        *english(
            "inside",
            (
                f"(?:who(?: else)?|which people|everyone|everybody) (?:{_IS} )?(?:still |now |currently "
                f"|there |all )*REL <p>"
            ),
            (
                f"(?:who(?: else)?|everyone|everybody) {_IS} (?:still |now |currently |all )*"
                "(?P<p>home|there|here|upstairs|downstairs|outside)(?: now)?"
            ),
            asks="who",
        ),
        *english(
            "inside",
            f"how many THINGS (?:{_IS} )?(?:still |now |currently |there )*REL <p>",
            f"how many {KIND} (?:{_IS} )?(?:still |now |currently |there )*REL <p>",
            f"how many {KIND} (?:does|do|did) <p> (?:have|hold|contain)",
            f"how many THINGS (?:{_IS} )?there REL <p>",
            asks="count",
        ),
        *english(
            "inside",
            f"{_IS} there (?:still )?(?:anything|something) REL <p>",
            f"{_IS} (?:anything|something) (?:still )?REL <p>",
            "anything REL <p>",
            f"{_IS} there (?:still )?(?:any|some) {KIND} (?:still )?REL <p>",
            f"{_IS} (?:any|some) {KIND} (?:still )?REL <p>",
            f"{_IS} <p> empty",
            asks="whether",
        ),
        *chinese(
            "inside",
            "<p>SIDEMAYBE(?:还)?(?:有|是|放着|放了|摆着|装着|装了)(?:些)?WHATEND",
            "(?:有)?WHATMAYBE(?:放)?在<p>SIDEEND",
            asks="which",
        ),
        *chinese(
            "inside", "(?:有)?谁MAYBE(?:还)?在<p>SIDEEND", "<p>SIDEMAYBE(?:还)?有(?:谁|哪些人|什么人)END", asks="who"
        ),
        *chinese("inside", "<p>SIDEMAYBE(?:还)?有(?:几|多少)(?:个|件|样|种|把|只)?(?:东西|物品)?END", asks="count"),
        *chinese(
            "inside",
            f"<p>SIDEMAYBE(?:还)?有(?:几|多少){MEASURE}?{ZH_KIND}END",
            f"(?:有)?(?:几|多少){MEASURE}?{ZH_KIND}MAYBE(?:放)?在<p>SIDEEND",
            asks="count",
        ),
        *chinese(
            "inside",
            f"<p>SIDEMAYBE(?:还)?有(?:哪些|哪几{MEASURE}){ZH_KIND}END",
            f"(?:有)?(?:哪些|哪几{MEASURE}){ZH_KIND}MAYBE(?:放)?在<p>SIDEEND",
            asks="which",
        ),
        *chinese(
            "inside",
            "<p>SIDEMAYBE(?:还)?(?:有没有|是不是有|有)(?:什么)?东西(?:吗)?",
            "<p>SIDEMAYBE是空的吗",
            asks="whether",
        ),
        *english(
            "inside",
            f"(?:{_IS} )?(?:there )?(?:still )?{_SOMEBODY} (?:still )?REL <p>",
            f"(?:{_IS} )?(?:still )?{_SOMEBODY} (?:still )?(?P<p>home|there|upstairs|downstairs)",
            asks="whether_who",
        ),
        *chinese(
            "inside",
            "(?:有没有|有)(?:什么)?人MAYBE(?:还)?在<p>SIDE(?:吗|么)?",
            "<p>SIDE(?:有没有|有)人(?:吗|么)?",
            asks="whether_who",
        ),
    ),
    (
        Example("what is in the toolbox?", {"intent": "inside", "place": "toolbox", "asks": "which"}),
        Example(
            "what was on the workbench at 3pm yesterday?", {"intent": "inside", "place": "workbench", "relation": "on"}
        ),
        Example("who is in the library?", {"intent": "inside", "place": "library", "asks": "who"}),
        Example("how many things are in the toolbox?", {"intent": "inside", "place": "toolbox", "asks": "count"}),
        Example("is there anything in the toolbox?", {"intent": "inside", "place": "toolbox", "asks": "whether"}),
        Example("is anybody in the library?", {"intent": "inside", "place": "library", "asks": "whether_who"}),
        Example("圖書館裡有人嗎？", {"intent": "inside", "place": "圖書館", "asks": "whether_who"}),
        Example("工具箱裡有什麼？", {"intent": "inside", "place": "工具箱", "asks": "which"}),
        Example("昨天下午三點桌子上有什麼東西？", {"intent": "inside", "place": "桌子", "relation": "on"}),
        Example("谁在图书馆？", {"intent": "inside", "place": "图书馆", "asks": "who"}),
    ),
    _inside,
)
