"""Plans as people tell them: 'Mum is coming over on Friday', 'Dentist Tue 9:30', 'I have to call the bank tomorrow'.

Read only where a sentence tells no fact. A plan needs one time that lies ahead, and is named by its own words, so that
'the dentist' is one plan however often it is moved; that it is off or done needs no time, only the plan."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tracker.domain.times import DAY, HOUR, from_us, to_us
from tracker.ingest.sentences.claims import Found, Meaning
from tracker.ingest.sentences.reading import ClauseReading
from tracker.ingest.sentences.scene import Scene
from tracker.ingest.sentences.statements import not_a_statement
from tracker.ingest.sentences.times import Utter, may_tell_time
from tracker.ingest.sentences.tokens import tokens
from tracker.language.english import lexicon
from tracker.language.normalise import normalise
from tracker.language.when import Found as TimePhrase
from tracker.language.when import Lasting, When, find
from tracker.language.words import words
from tracker.link.happenings import event_kind
from tracker.link.mentions import entity_ids
from tracker.link.planned import speaks_of

_NO_PLAN = frozenset(("question", "quoted", "hypothetical", "reported", "unsure", "negated", "too long"))
"""Why a sentence is neither a fact nor a plan (keys of `REASONS`)."""
_UNCERTAIN = lexicon.HEDGES | words("might may could would wish wishes wished hope hopes hoped")
_WAS = words("was were")
_MOVED_OR_OFF = re.compile(
    r"\b(?:moved|rescheduled|postponed|pushed|put|brought|changed|shifted|cancell?ed|called|off)\b", re.IGNORECASE
)
_LONGEST = 80
CONFIDENCE = 0.8
_DETERMINERS = re.compile(r"\b(?:the|a|an|my|our|your|his|her|their|some)\s+", re.IGNORECASE)
_LOOSE_END = re.compile(
    r"(?:[\s,;:.!–—-]|\b(?:on|at|by|in|for|from|to|until|till|due to|around|about|is|the)\b)+$", re.IGNORECASE
)
_LOOSE_START = re.compile(
    r"^(?:[\s,;:.!–—-]|(?:reminder|note|todo|fyi|btw|also|and|so|then|please|ok|hey)\b)+", re.IGNORECASE
)
_STATIVE = words("lying sitting standing hanging resting sleeping waiting leaning being having going staying living")
_DAY_NAME = re.compile(
    r"(?<!\bon )(?<!\bby )(?<!this )(?<!next )(?<!last )(?<!the )(?<!every )(?<!each )\b(?:(?:to|until|till|for|is) )?"
    r"(?P<day>(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?)(?![\w'’])"
)
_TODAYS_NAME = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:周|星期|礼拜|週|禮拜)[一二三四五六日天]", re.IGNORECASE
)
_NOUN = r"(?P<x>(?!(?:i|we|you|it|there|this|that)\b)[a-z][\w'’.& -]{0,40}?)"
_WILL = r"(?:'s|'re|'m| is| are| am| will| 'll|'ll| should| is going to| are going to| is due to| has to| needs to)"


_TO_US = "(?: (?:over|round|around|back|home|by|here))*(?: (?:to|for|with) .{1,30})?"
_NO_DOING = "meeting$|morning|evening|anything|something|nothing"
"""Words in -ing that nobody does."""
_DID = "been to|went to|paid|called|phoned|did|met|saw|seen|picked up|returned|bought|sent|took|finished|done|[a-z]+ed"
_HAPPENED = "(?:came|arrived|been)(?: over| home)?|(?:been )?paid|done"
_HAS_BEEN = "(?:'s| is| are| has| have)? (?:already |finally |just )*"


class Told(NamedTuple):
    """What a template made of the words without their time: the plan's name, and what happens to it."""

    name: str
    kind: str = "planned"
    what: str = ""


class _Template(NamedTuple):
    words: re.Pattern[str]
    made: Callable[[re.Match[str]], Told | None]


def read(text: str, lows: frozenset[str], scene: Scene, said: Utter) -> ClauseReading | None:
    """The plan that an English sentence with the words `lows` tells, or ends; None when it tells none."""
    if len(text) > 4 * _LONGEST:
        return None
    if not (scene.context.plans or may_tell_time(text, lows) or _MOVED_OR_OFF.search(text)):
        return None
    folded = _with_days_on(normalise(text).text)
    times = [one for one in find(folded, now=said.moment, tz=said.zone, lean="future") if not _is_a_length(one)]
    words = trimmed(without(folded, times))
    if not times and not scene.context.plans and not _MOVED_OR_OFF.search(words):
        return None
    if _tells_no_plan(folded, words) or not words or len(words) > _LONGEST:
        return None
    for template in _templates():
        match = template.words.fullmatch(words)
        told = template.made(match) if match else None
        if told is not None:
            found = found_plan(told, words, times, scene, said)
            if found is not None:
                meaning: Meaning = "plan" if found.type == "planned" else "action"
                return ClauseReading("plan.told", CONFIDENCE, meaning, [found], 0, len(text), None)
    return None


def _tells_no_plan(folded: str, words: str) -> bool:
    toks = tokens(folded)
    lows = {token.low for token in tokens(words)}
    reminds = bool(re.match(r"\W*(?:please )?(?:don't|do not) forget\b", folded, re.IGNORECASE))
    if "?" in folded or lows & _UNCERTAIN or not toks:
        return True
    if not reminds and not_a_statement(toks, narration=False) in _NO_PLAN:
        return True
    if lows & _WAS and not _MOVED_OR_OFF.search(words):
        return True
    return not reminds and bool(re.search(r"n't\b|\b(?:not|never|no longer)\b", folded, re.IGNORECASE))


def _with_days_on(folded: str) -> str:
    """'Moved to Thursday', 'Mum comes Friday': in a plan the name of a day is a day, with 'on' or without."""
    return _DAY_NAME.sub(r"on \g<day>", folded)


def _is_a_length(one: TimePhrase) -> bool:
    return isinstance(one.value, Lasting)


def without(text: str, times: list[TimePhrase]) -> str:
    """The words that are no time."""
    kept, reached = [], 0
    for one in times:
        kept.append(text[reached : one.start])
        reached = one.end
    return " ".join((*kept, text[reached:]))


def trimmed(words: str) -> str:
    """Without what led to the time, and what opens any sentence."""
    words = re.sub(r"\s+", " ", words)
    return _LOOSE_START.sub("", _LOOSE_END.sub("", words)).strip()


def found_plan(told: Told, words: str, times: list[TimePhrase], scene: Scene, said: Utter) -> Found | None:
    """The event about the plan: when it is due; that it is off or done, if it is a plan that was told before."""
    named = entity_ids(_DETERMINERS.sub("", told.name), scene.names)
    if len(named) != 1:
        return None
    known = [
        plan.entity for plan in scene.context.plans if plan.entity == named[0] or speaks_of(told.name, plan.entity)
    ]
    if told.kind != "planned":
        if not known and (told.kind == "completed" or times):
            return None
        return Found(told.kind, known[0] if known else named[0], {})
    span = ahead(times, said)
    if span is None:
        return None
    entity = known[0] if known else named[0]
    scene.plan(entity, event_kind(told.name) or entity)
    start, end = span
    due = {"due_at": from_us(start)} | ({"due_until": from_us(end)} if end is not None else {})
    return Found("planned", entity, {"what": told.what or words, **due})


def ahead(times: list[TimePhrase], said: Utter) -> tuple[int, int | None] | None:
    """The due span of the one time that a sentence names, if it lies ahead or has only begun; None otherwise.

    'By Thursday' is due on Thursday; 'on Monday', said on a Monday, on the next. Of two
    readings ('next Tuesday') the span holds both."""
    if len(times) != 1 or not isinstance(times[0].value, When):
        return None
    when = times[0].value
    if when.bound not in ("during", "by", "before") or when.end is None:
        return None
    end = to_us(max(stop for stop in (when.end, *(other for _, other in when.others)) if stop is not None))
    start = end - DAY if when.start is None else to_us(when.start)
    days_apart = (
        to_us(other) for other, _ in when.others if other is not None and said.at < to_us(other) <= start - DAY
    )
    start = min((start, *days_apart))
    if end <= said.at:
        return None
    if start <= said.at and _TODAYS_NAME.search(when.text) and end - start <= DAY + HOUR:
        start, end = said.day_start(start + 7 * DAY + 2 * HOUR), said.day_start(end + 7 * DAY + 2 * HOUR)
    exact = when.grain.is_instant and not when.approximate and not when.others and when.bound == "during"
    if exact and start < said.at:
        return None
    return start, None if exact else end


def _plan(suffix: str = "") -> Callable[[re.Match[str]], Told]:
    return lambda match: Told(match["x"] + suffix, what="" if suffix else _DETERMINERS.sub("", match["x"]))


def _comes(match: re.Match[str]) -> Told:
    act = "visiting" if match["v"].lower().startswith("visit") else "coming"
    return Told(f"{match['x']} {act}")


def _to_do(match: re.Match[str]) -> Told | None:
    """'Call the bank', under its base form."""
    verb, _, rest = match["do"].strip().partition(" ")
    form = lexicon.VERB_FORMS.get(verb.lower())
    base = form[0] if form else _base_of(verb.lower())
    if base in ("be", "have") or verb.lower() in _STATIVE:
        return None
    return Told(f"{base} {rest}".strip(), what=match["do"].strip())


def _base_of(verb: str) -> str:
    stem = verb.removesuffix("ing")
    if stem == verb:
        return verb
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl" else stem


def _bare(match: re.Match[str]) -> Told | None:
    """'Dentist', 'school trip', 'Haircut with Jo': a few words and none of them a verb."""
    words = match["x"].split()
    if len(words) > 6 or any(word.lower() in lexicon.PRONOUNS - lexicon.DETERMINERS for word in words):
        return None
    verbs = (word.lower() in lexicon.BE or word.lower() in lexicon.MODALS for word in words)
    places = (word.lower() in ("in", "on", "under", "behind", "from", "into", "off") for word in words)
    finite = any("d" in lexicon.VERB_FORMS[word.lower()][1] for word in words if word.lower() in lexicon.VERB_FORMS)
    return None if any(verbs) or any(places) or finite else Told(match["x"], what=match["x"])


def _off(match: re.Match[str]) -> Told | None:
    """'Raj lugged it off' cancels nothing: no plan has a pronoun in its name."""
    said = {word.lower() for word in match["x"].split()}
    return None if said & {"it", "them", "him", "her", "this", "that"} else Told(match["x"], "cancelled")


def _done(match: re.Match[str]) -> Told:
    return Told(f"{match['v']} {match['x']}", "completed")


@cache
def _templates() -> tuple[_Template, ...]:
    moved = "(?:moved|rescheduled|postponed|pushed back|pushed|put off|brought forward|changed|shifted|put back)"
    off = "(?:cancelled|canceled|called off)"
    duty = (
        "(?:have got to|'ve got to|have to|need to|must|should|ought to|gotta|got to|am going to|are going to"
        "|'m going to|'re going to|will|'ll|shall|plan to|am supposed to|are supposed to|'m supposed to|want to"
        "|had better|'d better|can't forget to)"
    )
    coming = "(?P<v>coming|comes?|visiting|visits?|arriving|arrives?)"
    arranged = "(?:booked|scheduled|set|planned|happening|takes place|starts?|begins?)"
    expires = "(?:expires?|expiring|runs? out|running out|lapses?|ends|goes off|go off|is up)"
    travel = "fly|leave|depart|drive|set off|sail|check in|check out|move|start|go|travel|meet|play|return"
    return tuple(
        _Template(re.compile(words, re.IGNORECASE), made)
        for words, made in (
            (rf"{_NOUN}(?:{_WILL})?(?: been| be| got| has been| was)? ?{moved}(?: to)?", _plan()),
            (rf"(?:i|we|they|he|she|[a-z]+)(?:'ve| have| has)? {moved} {_NOUN}(?: to)?", _plan()),
            (rf"{_NOUN}(?: is| are|'s) now", _plan()),
            (rf"{_NOUN}(?: is| are| was| were| has been| got|'s)?(?: been)? (?:{off}|off)", _off),
            (rf"(?:i|we|they|he|she)(?:'ve| have| has)? (?:cancelled|canceled|called off) {_NOUN}", _off),
            (rf"{_NOUN}(?:{_WILL})?(?: be)? {coming}{_TO_US}", _comes),
            (rf"{_NOUN}(?:{_WILL})?(?: be)? {expires}", _plan(" expires")),
            (rf"{_NOUN}(?: is| are|'s| will be| falls| fall)? due(?: back)?", _plan()),
            (rf"{_NOUN}(?: is| are|'s| will be)? {arranged}(?: in)?", _plan()),
            (rf"(?:i|we)(?: | ?(?=')){duty} (?P<do>[a-z].*)", _to_do),
            (r"(?:don't|do not) forget (?:to )?(?P<do>[a-z].*)", _to_do),
            (r"(?:remember|remind me|must|need|have) to (?P<do>[a-z].*)", _to_do),
            (rf"(?:i|we) (?P<do>(?:{travel})\b.*)", _to_do),
            (rf"(?:(?:i|we)(?:'m|'re| am| are) )?(?P<do>(?!{_NO_DOING})[a-z]{{2,}}ing\b.*)", _to_do),
            (rf"(?:i|we)(?:'ve got| have got| have| got|'ve) {_NOUN}", _plan()),
            (rf"there(?:'s| is| are|'ll be| will be) {_NOUN}", _plan()),
            (rf"(?:i|we)?(?:'ve| have)? ?(?:already |just |finally )*(?P<v>{_DID}) (?P<x>[a-z].{{0,40}})", _done),
            (rf"(?P<x>[a-z][\w' -]{{0,30}}?){_HAS_BEEN}(?P<v>{_HAPPENED})", _done),
            (rf"(?:the )?{_NOUN}(?: is| are)?", _bare),
        )
    )  # fmt: skip
