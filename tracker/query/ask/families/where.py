"""Where something is now, was at a time, or was last seen."""

from __future__ import annotations

from tracker.domain.payloads import LOCATION
from tracker.domain.times import to_us
from tracker.language.english.lexicon import RELATIONS
from tracker.query.ask.answered import Answered, each_once
from tracker.query.ask.grounds import last_place, waits
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.telling import capital, settle, whereabouts
from tracker.query.ask.world import World
from tracker.query.where import last_seen


def _where(plan: Plan, world: World) -> Answered:
    """One place per entity: where one would go to find it; the holder where only that is known."""
    found = [whereabouts(world, plan, entity, plan.at_us) for entity in plan.entities]
    values: list[str] = []
    for one in found:
        settled = settle(world, one)
        if one.status == "conflict":
            values += [side.value for side in one.candidates if not side.denied]
        elif settled.place or settled.carriers:
            values.append(settled.place or settled.carriers[-1])
    ids = each_once(str(i) for one in found for i in one.event_ids)
    status = found[0].status if len({one.status for one in found}) == 1 else "mixed"
    answer = found[0] if len(found) == 1 else tuple(found)
    return Answered(status, tuple(values), " ".join(capital(one.text) for one in found), answer, ids)


def _last_seen(plan: Plan, world: World) -> Answered:
    """The newest sighting in the window, or up to the time asked about."""
    v, entity = world.voice(plan), plan.entity
    seen = last_seen(world.scene, entity, plan.upto_us)
    window = plan.window_us
    name = v.name(entity)
    if seen is not None and window is not None and to_us(seen.at) < window[0]:
        return Answered(
            "unknown",
            (),
            v(
                "{x} {was} not seen {w}; before that {last}.",
                "{w}沒有看到{x}；在那之前，{last}。",
                x=name,
                was=v.be(entity, past=True),
                w=v.span(*window),
                last=last_place(v, seen),
            ),
            seen,
            (str(seen.event_id),),
        )
    if seen is None:
        return Answered(
            "never_seen",
            (),
            v("{x} {was} never seen up to then.", "到那時為止沒有看到過{x}。", x=name, was=v.be(entity, past=True))
            + waits(world, v, entity, LOCATION, plan.upto_us),
        )
    place = seen.place
    when = seen.at if plan.asks == "when" else place
    text = v("{x} {was} {last}", "{x}{last}", x=name, was=v.be(entity, past=True), last=last_place(v, seen))
    ids = [str(seen.event_id)]
    now = whereabouts(world, plan, entity, plan.upto_us)
    if now.status == "unknown":
        ids += [str(i) for i in now.event_ids]
        text += v.bit("; not there any more", "；之後已經不在那裡")
    values: list[object] = [when]
    others = [side for side in now.candidates if not side.denied and side.value != place]
    if now.status == "conflict" and others:
        ids += [str(i) for i in now.event_ids]
        values += [] if plan.asks == "when" else list(dict.fromkeys(side.value for side in others))
        text += v.bit(
            "; reports disagree: also {all}",
            "；說法不一：也有消息說{all}",
            all=v.all_of(
                v.bit("{p} {t}", "{t}{p}", p=v.place(s.value, s.relation), t=v.clock(to_us(s.since))) for s in others
            ),
        )
    return Answered("last_seen", tuple(values), text + v.bit(".", "。"), seen, each_once(ids))


def _found(plan: Plan, world: World) -> Answered:
    """Whether it turned up: it did when somebody knows where it is, and may have when nobody told."""
    v, one = world.voice(plan), whereabouts(world, plan, plan.entity, plan.at_us)
    ids = tuple(str(i) for i in one.event_ids)
    if one.status != "current":
        return Answered(
            one.status, ("maybe",), v("not that anyone reported. {t}", "沒有這樣的消息。{t}", t=one.text), one, ids
        )
    return Answered("current", ("yes",), v("yes: {t}", "是：{t}", t=one.text), one, ids)


def _answer(plan: Plan, world: World) -> Answered:
    if plan.asks == "whether":
        return _found(plan, world)
    return _last_seen(plan, world) if plan.intent == "last_seen" else _where(plan, world)


_LEFT = "(?:寄放|寄存|存放|放|摆|搁|丢|收|藏|跑|掉|躲|待|留|停|挂|塞|落|忘|插|夹|存|晾|借|拿|带|搬|牵|骑|开|送|扔)"
_FIND = "(?:find|locate|look for|see)"
_IN = f"(?:{'|'.join(sorted(RELATIONS, key=len, reverse=True))})"
_ONE = r"(?!not\b)(?:(?:the|my|our|your|his|her|an?) )?\w+(?: \w+)?"
"""One of two places that are asked about: the answer is where it is."""
FAMILY = Family(
    "where",
    ("where", "last_seen"),
    (
        *english(
            "last_seen",
            (
                "where (?:was|were|is|are) <x> (?:last (?:seen|spotted|observed|noticed|reported|known)"
                "|(?:seen|spotted) last)"
            ),
            "where (?:did|have|has) (?:ANYONE|<h>) (?:last (?:FIND|HAS_FOUND|have|had)|(?:FIND|HAS_FOUND) last) <x>",
            "where (?:did|have|has) (?:ANYONE|<h>) (?:FIND|HAS_FOUND) <x>(?: last)?",
            "(?:have|has|did) ANYONE (?:ever |already |recently )?(?:see|seen|spot|spotted) <x>(?: anywhere| lately)?",
            "(?:seen|spotted) <x>(?: anywhere| lately| recently)?",
            "(?:what (?:is|was) )?the last (?:known )?(?:place|location|position|sighting|whereabouts) of <x>",
            "(?:where (?:is|was) )?<x> last seen",
            asks="where",
        ),
        *english(
            "last_seen",
            "when (?:was|were) <x> (?:last (?:seen|spotted|observed)|(?:seen|spotted) last|seen)",
            "when (?:did|have|has) ANYONE last (?:see|saw|seen) <x>",
            "when did ANYONE see <x>(?: last)?",
            "how long ago (?:was|were) <x> (?:last )?seen",
            asks="when",
        ),
        *english(
            "where",
            "(?:did|has|have) (?:ANYONE|<h>) (?:FIND|HAS_FOUND) <x>(?: yet| already| again)?",
            "(?:did|has|have) <x> (?:turn|turned) up(?: yet| already| again)?",
            "(?:has|have|was|were) <x> (?:been )?(?:found|recovered)(?: yet| already| again)?",
            asks="whether",
        ),
        *english(
            "where",
            "where BE STILL<x>(?: LYING)?(?: now| right now| at the moment| located| kept)?",
            "where (?:did|have|has) ANYONE (?:PUT|HAS_PUT|MOVE|HAS_MOVED|TAKE|HAS_TAKEN) <x>(?: down| to)?",
            "where (?:can|could|do|should|would|will) ANYONE _FIND <x>".replace("_FIND", _FIND),
            "where (?:do|does) ANYONE (?:PUT|leave) <x>",
            "where (?:am|is|are) ANYONE PUTTING <x>",
            "(?:which|what) \\w+ (?:did|have|has) ANYONE (?:PUT|HAS_PUT) <x> (?:in|on|into|under|behind)",
            "(?:where|what place) <x> BE(?: now)?",
            "<x> (?:location|whereabouts)",
            "<x>(?:,|:| -)? where(?: is it| are they| it is)?",
            f"(?:(?:i am |i'm )?(?:looking|searching) for|i (?:can't|can not) find|can't find|{_FIND}) <x>",
            "where (?:could|might|would|can|should) <x> be(?: now)?",
            "where (?:did|has|have) <x> (?:GO|HAS_GONE|end up|ended up)(?: to)?",
            "(?:what|which) (?:room|place|box|drawer|container|building|part of the house) BE <x> in",
            "in (?:what|which) (?:room|place|box|drawer|container|building) BE <x>",
            "what (?:is|was) the (?:location|place|position|whereabouts) of <x>",
            "(?:the )?(?:location|whereabouts) of <x>",
            "what (?:is|was) <x> location",
        ),
        *english("where", "where (?:did|have|has) ANYONE (?:park|parked)(?: up)?", thing="the car"),
        *english("where", f"BE <x> {_IN} {_ONE} or (?:{_IN} )?{_ONE}"),
        *english("where", "where (?:will|shall) <x> be", "where BE <x> going to be", ahead=True),
        *chinese(
            "last_seen",
            "(?:最后一?次|上一?次)(?:看到|看见|见到|发现)<x>(?:的地方)?MAYBE(?:在)?WHERE",
            "(?:有没有|有)(?:人|谁)?(?:看到|看见|见到|见)过?<x>(?:吗|没有)?",
            "<x>MAYBE最后一?次?MAYBE(?:出现|被看到|被看见|被人?看到|看到|看见|见到)?MAYBE(?:在)WHERE(?:被?看到|被?看见|出现|见到)?的?",
            "最后一?次?MAYBE在WHERE(?:看到|看见|见到)的?<x>",
            "(?:在)?WHERE最后一?次?(?:看到|看见|见到)的?<x>",
            asks="where",
        ),
        *chinese(
            "last_seen",
            "<x>MAYBE最后一?次?(?:出现|被看到|被看见|看到|看见)?MAYBEWHEN(?:被?看到|被?看见|出现)?的?",
            "(?:最后一?次|上一?次)(?:看到|看见|见到)<x>MAYBEWHEN",
            "WHEN最后一?次?(?:看到|看见|见到)的?<x>",
            asks="when",
        ),
        *chinese("where", "<x>(?:已经)?(?:找到|找着)了?(?:吗|么|没有?)", asks="whether"),
        *chinese(
            "where",
            "<x>MAYBE(?:放)?在那(?:里|儿|边)?呢?",
            f"<x>MAYBE{_LEFT}?(?:到|去|在)*了?WHERE了?(?:啊|呢|吗)?",
            f"(?:我|你|他|她|我们|有人|谁)?把?<x>{_LEFT}(?:在|到|去)?了?WHERE了?",
            "<x>(?:怎么)?(?:不见|不在)了[,，]?(?:MAYBE在?WHERE)?",
            "<x>人(?:在WHERE|呢)",
            "<x>(?:是)?在WHERE(?:找到|找着)的?",
            "WHERE(?:能|可以|才能)?(?:找到|看到)<x>",
            "(?:在)WHERE(?:能|可以)?找(?:得)?到<x>",
            "我?(?:在)?找(?:一下)?不?到?<x>",
            "<x>的?(?:位置|下落|所在)(?:在WHERE|是什么|呢)?",
            "<x>MAYBE在[^在还是]{1,12}还是在?[^在还是不没吗呢]{1,12}呢?",
        ),
    ),
    (
        Example("where are my keys?", {"intent": "where", "entities": ["keys"]}),
        Example("Where's the blue umbrella right now?", {"intent": "where", "entities": ["blue_umbrella"]}),
        Example("Can you tell me where Tom's wallet is, please?", {"intent": "where", "entities": ["tom_wallet"]}),
        Example("where did I put my passport", {"intent": "where", "entities": ["passport"]}),
        Example("where are my keys and my phone?", {"intent": "where", "entities": ["keys", "phone"]}),
        Example("Which room is Lena in?", {"intent": "where", "entities": ["lena"]}),
        Example("where was the ladder an hour ago?", {"intent": "where", "entities": ["ladder"]}),
        Example("Where was the wallet last seen?", {"intent": "last_seen", "entities": ["wallet"], "asks": "where"}),
        Example("when did anyone last see the cat", {"intent": "last_seen", "entities": ["cat"], "asks": "when"}),
        Example("鑰匙在哪裡？", {"intent": "where", "entities": ["鑰匙"], "language": "zh-Hant"}),
        Example("我的手机放在哪儿了？", {"intent": "where", "entities": ["手机"], "language": "zh-Hans"}),
        Example("請問現在雨傘放在什麼地方？", {"intent": "where", "entities": ["雨傘"]}),
        Example("昨天最後一次看到鑰匙在哪？", {"intent": "last_seen", "entities": ["鑰匙"], "asks": "where"}),
        Example("貓最後一次出現是什麼時候？", {"intent": "last_seen", "entities": ["貓"], "asks": "when"}),
        Example("where is love and why do you ask"),
    ),
    _answer,
)
