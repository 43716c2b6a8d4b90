"""What passed from one to another: what was given, by whom, to whom."""

from __future__ import annotations

from tracker.domain.times import to_us
from tracker.language.acts import either, forms, verbs
from tracker.language.english.lexicon import PEOPLE
from tracker.query.ask.answered import Answered
from tracker.query.ask.pattern import Example, Family, chinese, english
from tracker.query.ask.plan import Plan
from tracker.query.ask.world import World
from tracker.query.holdings import transfers


def _given(plan: Plan, world: World) -> Answered:
    """The newest transfer that fits, and of it the part that was asked for."""
    v, scene = world.voice(plan), world.scene
    thing = plan.entities[0] if plan.entities else None
    giver = scene.root(plan.holder) if plan.holder else None
    receiver = scene.root(plan.receiver) if plan.receiver else None
    window = plan.window_us
    for one in transfers(scene, plan.upto_us, thing, giver, receiver):
        when = to_us(one.event.occurred_at)
        if window is not None and when < window[0]:
            break
        if one.giver is None and plan.asks == "who":
            continue
        part = {
            "who": one.giver,
            "where": one.receiver,
            "which": one.thing,
            "whether": "yes",
            "when": one.event.occurred_at,
        }
        said = v.bit(", by what was said", "（聽說的）") if world.is_said(one.event) else ""
        text = v(
            "{y}{g} gave {x} to {r} {t}, {ago}{s}.",
            "{y}{g}{t}（{ago}）把{x}給了{r}{s}。",
            y=v.bit("yes: ", "是：") if plan.asks == "whether" else "",
            g=v.person(one.giver) if one.giver else v.bit("somebody", "有人"),
            x=v.name(one.thing),
            r=v.person(one.receiver),
            t=v.clock(when),
            ago=v.ago(when),
            s=said,
        )
        return Answered("current", (part[plan.asks or "which"],), text, one.event, (str(one.event.event_id),))
    text = v("no such handing over is known.", "沒有這樣的交付紀錄。")
    values = ("maybe",) if plan.asks == "whether" else ()
    return Answered("unknown", values, text)


_GIVE = either(forms(verbs("give") - verbs("put", "move"), "bdp")) + "(?: (?:over|back))?"
"""What is done to people only; one returns and brings things to places as well."""
_SOMEBODY = f"(?!(?:the|an?) (?!{either(PEOPLE)}\\b))<r>"
_THE_X = r"(?P<x>(?:the|a|an|my|your|our|his|her|its|their|that|this|those|these)\b.+?)(?: yet| already)?"
"""What was given, after whom it was given to: 'give Mia the remote'."""
FAMILY = Family(
    "giving",
    ("given",),
    (
        *english(
            "given",
            f"(?:what|which \\w+) (?:did|has|had) <h> {_GIVE}(?: to)? <r>",
            f"what (?:was|were) {_GIVE} to <r> by <h>",
            "what (?:did|has) <r> (?:get|got|receive|received) from <h>",
            asks="which",
        ),
        *english("given", f"what (?:did|has|had) <h> {_GIVE}(?: away)?", asks="which"),
        *english(
            "given",
            "what (?:did|has) <r> (?:get|got|receive|received)",
            f"what (?:was|were) {_GIVE} to <r>",
            asks="which",
        ),
        *english(
            "given",
            f"who GAVE <x> to {_SOMEBODY}",
            f"who {_GIVE} <r> (?P<x>(?:the|a|an|my|his|her) .+?)",
            "(?:from whom|who) did <r> (?:get|receive) <x>(?: from)?",
            f"who {_GIVE} <x>(?: away)?",
            f"who (?:was|were) <x> {_GIVE} by",
            asks="who",
        ),
        *english(
            "given",
            "(?:to whom|who|whom) (?:did|has|have|had) (?:ANYONE|<h>) GAVE <x>(?: to)?",
            "who (?:received|got given|was given) <x>(?: from <h>)?",
            f"who (?:was|were) <x> {_GIVE} to",
            asks="where",
        ),
        *english(
            "given",
            f"did <h> GAVE <x>(?: back| over)? to {_SOMEBODY}",
            f"(?:has|have) <h> GAVE <x>(?: back| over)? to {_SOMEBODY}",
            f"(?:did|has|have) <h> {_GIVE} (?!back|away)<r> {_THE_X}",
            asks="whether",
        ),
        *english("given", f"when did <h> GAVE <x> to {_SOMEBODY}", asks="when"),
        *chinese(
            "given",
            "<h>(?:把)?(?:了)?WHATGAVE<r>END",
            "<h>GAVE<r>(?:了)?WHATEND",
            "<r>从<h>(?:那里|那边)?(?:收到|得到|拿到)了?WHATEND",
            asks="which",
        ),
        *chinese(
            "given",
            "(?:是)?谁把<x>GAVE<r>END",
            "(?:是)?谁GAVE<r><x>END",
            "<x>(?:是)?谁GAVE<r>END",
            "(?:是)?谁把<x>GAVE(?:别人|出去|人)END",
            asks="who",
        ),
        *chinese(
            "given",
            "<h>把<x>GAVE了?谁END",
            "<x>(?:GAVE|借|还|交)了?谁END",
            "<x>被<h>GAVE了?谁END",
            "谁(?:收到|得到|拿到)了?<x>END",
            asks="where",
        ),
        *chinese("given", "<h>(?:有没有|是不是|是否)?把<x>GAVE<r>(?:了)?(?:吗|没有?)", asks="whether"),
    ),
    (
        Example(
            "what did Tom give to Lena?", {"intent": "given", "holder": "tom", "receiver": "lena", "asks": "which"}
        ),
        Example(
            "Who gave the receipt to Lena?",
            {"intent": "given", "entities": ["receipt"], "receiver": "lena", "asks": "who"},
        ),
        Example("who gave the receipt?", {"intent": "given", "entities": ["receipt"], "asks": "who"}),
        Example(
            "Who did Tom hand the receipt to?",
            {"intent": "given", "holder": "tom", "entities": ["receipt"], "asks": "where"},
        ),
        Example("who received the receipt?", {"intent": "given", "entities": ["receipt"], "asks": "where"}),
        Example("did Tom give the receipt to Lena?", {"intent": "given", "asks": "whether"}),
        Example(
            "did Tom give Lena the receipt?",
            {"intent": "given", "holder": "tom", "entities": ["receipt"], "receiver": "lena", "asks": "whether"},
        ),
        Example("小明給了小美什麼？", {"intent": "given", "holder": "小明", "receiver": "小美", "asks": "which"}),
        Example("收据是谁给小美的？", {"intent": "given", "entities": ["收据"], "receiver": "小美", "asks": "who"}),
        Example("小明把收據交給誰了？", {"intent": "given", "holder": "小明", "entities": ["收據"], "asks": "where"}),
    ),
    _given,
)
