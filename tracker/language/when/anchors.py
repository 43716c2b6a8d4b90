"""Times told relative to an event: after that, then, before lunch, two days later; 之後, 然後, 午饭前, 第二天."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal

from tracker.language.when import amounts
from tracker.language.when.asked import Asked
from tracker.language.when.result import Anchor, Lasting
from tracker.language.when.rules import Family, Rule, chinese, english, family, readings

Relation = Literal["before", "after", "during", "since", "until"]

_ROUTINE = {
    "breakfast": "breakfast", "brunch": "brunch", "lunch": "lunch", "dinner": "dinner", "supper": "supper",
    "bed": "sleep", "bedtime": "sleep", "work": "work", "school": "school", "class": "class",
}  # fmt: skip
_CHINESE_ROUTINE = {
    "早饭": "breakfast", "早餐": "breakfast", "午饭": "lunch", "午餐": "lunch", "中饭": "lunch", "中餐": "lunch",
    "晚饭": "dinner", "晚餐": "dinner", "饭": "meal", "睡觉": "sleep", "睡": "sleep", "起床": "waking",
    "上班": "work", "下班": "work", "上学": "school", "放学": "school", "上课": "class", "下课": "class",
}  # fmt: skip
_NOT_A_NOUN = (
    r"(?=$|[,.;:!?)]| (?:and|he|she|it|they|we|you|i|the|a|an|his|her|my|our|their|your|there|someone|nobody|everyone"
    r"|is|was|were|did|does|who|what|where|which)\b| (?-i:[A-Z]))"
)
"""After "after that": "after that meeting" names its own event."""
_CLAUSE_START = r"(?:^|(?<=[\s，。、！？；：,.!?;:\"“”「」『』(（]))"


def read(text: str, position: int, asked: Asked) -> Iterator[tuple[int, Anchor]]:
    """Every event-relative phrase that starts at `position`."""
    yield from readings(_rules(), text, position, asked)
    found = amounts.read(text, position)
    if not found:
        return
    end, amount = found
    length = amounts.lasting(amount, text[position:end])
    if length and (tail := _counted_tail().match(text, end)):
        before = tail[0].strip().lower().startswith(("earlier", "before"))
        yield tail.end(), Anchor(text[position : tail.end()], "before" if before else "after", offset=length)
    if length and asked.lean == "past" and (tail := re.compile("(?:以|之)?后(?!脑)").match(text, end)):
        yield tail.end(), Anchor(text[position : tail.end()], "after", offset=length)


@cache
def _counted_tail() -> re.Pattern[str]:
    return re.compile(r" (?:later|earlier|after(?:wards?| that)|before that|beforehand)(?![A-Za-z])", re.IGNORECASE)


def _previous(relation: Relation) -> Callable[[re.Match[str], Asked], Anchor]:
    return lambda match, _asked: Anchor(match[0], relation)


def _next_day(match: re.Match[str], _asked: Asked) -> Anchor:
    return Anchor(match[0], "after", offset=Lasting(match[0], days=1))


def _previous_day(match: re.Match[str], _asked: Asked) -> Anchor:
    return Anchor(match[0], "before", offset=Lasting(match[0], days=1))


def _routine(match: re.Match[str], _asked: Asked) -> Anchor:
    word = match["w"].lower()
    relations: dict[str, Relation] = {
        "before": "before", "after": "after", "since": "since", "until": "until", "till": "until",
    }  # fmt: skip
    return Anchor(match[0], relations.get(word, "during"), _ROUTINE[match["e"].lower()])


def _chinese_routine(match: re.Match[str], _asked: Asked) -> Anchor:
    relation: Relation = "before" if "前" in match["w"] else "after" if "后" in match["w"] else "during"
    return Anchor(match[0], relation, _CHINESE_ROUTINE[match["e"]])


@cache
def _rules() -> Family[Anchor]:
    return family(*_english_rules(), *_chinese_rules())


def _english_rules() -> tuple[Rule[Anchor], ...]:
    events = "|".join(sorted(_ROUTINE, key=len, reverse=True))
    that = f"(?:that|this|which|it all){_NOT_A_NOUN}"
    day = "(?:day|morning|afternoon|evening|night)"
    not_then = "(?<!if )(?<!back )(?<!since )(?<!until )(?<!till )(?<!by )(?<!than )"
    soon = "(?:(?:right|soon|shortly|immediately|just|some time) )?"
    before, after, during = _previous("before"), _previous("after"), _previous("during")
    return (
        Rule(english(rf"(?:and )?{soon}(?:after {that}|afterwards?)"), after),
        Rule(english(rf"following {that}|thereafter|subsequently"), after),
        Rule(english(rf"{not_then}then|(?:a (?:bit|little|while) )?later(?: on)?"), after),
        Rule(english(rf"(?:right |just )?before {that}|beforehand"), before),
        Rule(english(r"meanwhile|in the meantime|at the same time|at that (?:time|moment|point)|back then"), during),
        Rule(english(rf"that (?:same )?{day}|the same {day}"), during),
        Rule(english(r"(?:ever )?since then"), _previous("since")),
        Rule(english(r"(?:until|till|up to) then"), _previous("until")),
        Rule(english(r"by then"), before),
        Rule(english(rf"(?:on )?the (?:next|following) {day}"), _next_day),
        Rule(
            english(
                rf"(?:on |in )?(?:the )?(?:(?<=the )|(?<=on the )|(?<=in the ))(?:previous|preceding) {day}"
                rf"|(?:on |in )?the {day} before(?![ ]\w)"
            ),
            _previous_day,
        ),
        Rule(
            english(
                rf"(?P<w>before|after|since|until|till|during|at|over)(?: (?:having|eating))? (?P<e>{events})(?:time)?"
                r"(?![ -](?:room|table|bag|box|bench|desk|house|bus))"
            ),
            _routine,
        ),
    )


def _chinese_rules() -> tuple[Rule[Anchor], ...]:
    events = "|".join(sorted(_CHINESE_ROUTINE, key=len, reverse=True))
    part = "(?:一早|早上|上午|中午|下午|晚上)?"
    before, after, during = _previous("before"), _previous("after"), _previous("during")
    return (
        Rule(chinese("(?:在|从)?(?:那|此|这)(?:之|以)后|此后|事后|随后|其后|后来|然后(?!来)"), after),
        Rule(chinese("接着(?=[，,他她它我你们又就再把将])|紧接着"), after),
        Rule(chinese(f"{_CLAUSE_START}(?:之后|以后|接着)"), after),
        Rule(chinese("过了(?:一会儿?|不久)|一会儿(?:之|以)?后|不久(?:之|以)?后"), after),
        Rule(chinese("(?:在)?(?:那|此|这)(?:之|以)前|此前|事前"), before),
        Rule(chinese(f"{_CLAUSE_START}之前"), before),
        Rule(chinese("(?:与此)?同时(?!代)|当时|(?:在)?那(?:个)?时候?"), during),
        Rule(chinese(f"(?:那[天日]|当天){part}(?!地)|当晚"), during),
        Rule(chinese("从那(?:时|以后|之后)?(?:起|以来)|自那以来"), _previous("since")),
        Rule(chinese(f"(?:(?:第二|隔|次)[天日]|翌日){part}"), _next_day),
        Rule(chinese(f"前一(?:[天日]{part}|晚)"), _previous_day),
        Rule(
            chinese(
                f"在?(?:吃(?:完|过)?了?)?(?P<e>{events})(?P<w>之前|以前|之后|以后|前|后(?!来)|的?时候?)(?![往门面])"
            ),
            _chinese_routine,
        ),
    )
