"""An English sentence: its clauses, which of them tell facts, and what the patterns find in those."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.ingest.sentences.claims import Unread
from tracker.ingest.sentences.clause import Clause, Cursor, NotParsed
from tracker.ingest.sentences.corrections import TAKES_BACK, taken_back
from tracker.ingest.sentences.families import BY_VERB
from tracker.ingest.sentences.grammar import clause
from tracker.ingest.sentences.notes import SIGNS, is_said_without_verb, read_note
from tracker.ingest.sentences.phrases import Phrase, phrase
from tracker.ingest.sentences.preface import without_preface
from tracker.ingest.sentences.reading import POSSIBLE, ClauseReading, settled_time
from tracker.ingest.sentences.scene import Scene, is_given_name
from tracker.ingest.sentences.slots import holds_only_a_time
from tracker.ingest.sentences.statements import not_a_statement, without_asides
from tracker.ingest.sentences.times import SentenceTimes
from tracker.ingest.sentences.tokens import Token
from tracker.ingest.sentences.wordings import worded
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.language.places import PLACES
from tracker.language.words import words

_MISLEADING_ROLES = frozenset(("as", "than", "about", "of", "outside"))
_END = 1 << 30
_CLAUSE_ENDS = frozenset(",;.!…-–—()")
_THEN = words("then afterwards afterward thereafter subsequently later")
_ONE_SIDED = words("after before since until till")
_LEADS = (lexicon.CONNECTIVES | lexicon.OPENERS) - {"while"}
_KNOWN_NOUNS = (
    THINGS,
    PLACES,
    lexicon.BARE_PLACES,
    lexicon.PEOPLE,
    lexicon.OPENABLES,
    lexicon.DEVICES,
    lexicon.MASS,
    lexicon.ABSTRACT,
)
_SAYABLE_ALL_THE_SAME = frozenset(("negated", "reported", "unsure"))
"""'No more coffee' and 'I don't know where the keys are' tell something, whatever their words would say elsewhere."""
_BELIEVES = words("think believe guess suppose reckon assume bet suspect figure")
_LIKELY = words("should might may must could")
_LIKELY_DONE = words("might may must")
_LEAST = 3


def read(
    toks: Sequence[Token], lows: frozenset[str], scene: Scene, times: SentenceTimes
) -> tuple[list[ClauseReading], list[Unread]]:
    """The clauses of one sentence that a pattern understands, and the stretches that none does. `lows` are the words
    of the sentence (and may be more), to pass quickly what it cannot hold."""
    rest, believed = without_belief(toks) if "i" in lows else (toks, False)
    if not believed:
        return _said(toks, lows, scene, times)
    understood, unread = _said(rest, lows, scene, times)
    return [one._replace(confidence=min(one.confidence, POSSIBLE)) for one in understood], unread


def _said(
    toks: Sequence[Token], lows: frozenset[str], scene: Scene, times: SentenceTimes
) -> tuple[list[ClauseReading], list[Unread]]:
    toks = without_preface(toks)
    if "(" in lows:
        toks = without_asides(toks)
    parted = None if scene.narration or lows.isdisjoint(TAKES_BACK) else taken_back(toks)
    if parted is None:
        return _read(toks, lows, scene, times, 0)
    first, unread = _read(parted.before, lows, scene, times, 0)
    begin = parted.before[-1].end if parted.before else 0
    second, more = _read(parted.after, lows, scene, times, begin)
    return [*_still_said(first, second), *second], [*unread, *more]


def _still_said(first: list[ClauseReading], second: list[ClauseReading]) -> list[ClauseReading]:
    """What was said before 'no wait' of other things than after it; nothing, where what follows is not understood."""
    again = {found.entity for reading in second for found in reading.found}
    left = (one._replace(found=[found for found in one.found if found.entity not in again]) for one in first)
    return [one for one in left if one.found] if second else []


def _read(
    toks: Sequence[Token], lows: frozenset[str], scene: Scene, times: SentenceTimes, since: int
) -> tuple[list[ClauseReading], list[Unread]]:
    """The clauses of words in which nothing is taken back; their times are told from the character `since` on."""
    if not toks:
        return [], []
    whole = (toks[0].start, toks[-1].end)
    reason = not_a_statement(toks, narration=scene.narration)
    if reason:
        if reason in _SAYABLE_ALL_THE_SAME and (
            said := _worded(toks, 0, lows, scene, times, (since, _END), despite=True)
        ):
            if not any(token.low[0].isalnum() for token in toks[said.next :]):
                return [said.reading], []
            scene.reset((0, 0, 0))
        scene.notice(_named(toks), "object")
        return [], [Unread(reason, *whole)]
    if not (scene.narration or lows.isdisjoint(SIGNS)) and (noted := read_note(toks, scene)):
        return noted, []
    read_clauses: list[ClauseReading] = []
    unread: list[Unread] = []
    at = Cursor(toks, narration=scene.narration)
    subject: list[Phrase] | None = None
    while True:
        then = _skip_openers(at)
        if at.i >= len(toks):
            return read_clauses, unread
        begin = at.i
        scene.clause += 1
        parsed = None
        try:
            if at.low() in lexicon.SUBORDINATORS:
                raise NotParsed("subordinate")
            if said := _worded(toks, at.i, lows, scene, times, (since, _END)):
                read_clauses.append(said.reading)
                subject, at.i = said.about or subject, said.next
                since = toks[at.i].start if at.i < len(toks) else _END
                continue
            parsed = clause(at, subject)
            subject = parsed.subjects or subject
            _ends_cleanly(at)
            until = toks[at.i].start if at.i < len(toks) else _END
            then = then or bool(parsed.adverbs & _THEN)
            parsed.told = times.own(since, until, then=then)
            if parsed.told is None and parsed.tense == "perfect" and parsed.verb in ("be", "have"):
                parsed.told = times.lasted(since, until)
            read_clauses.append(_understand(parsed, scene, times))
        except NotParsed as problem:
            reason = str(problem.args[0])
            at.i = max(at.i, begin + 1)
            if reason != "subordinate" and at.i < len(toks) and not _at_boundary(at):
                subject = None
            _skip_to_boundary(at, whole_rest=reason == "subordinate")
            unread.append(Unread(reason, toks[begin].start, toks[at.i - 1].end))
            _notice(parsed, toks[begin : at.i], scene)
        since = toks[at.i].start if at.i < len(toks) else _END


class _Said(NamedTuple):
    """A clause in a set wording, the token after it, and what it is about."""

    reading: ClauseReading
    next: int
    about: list[Phrase]


def _worded(
    toks: Sequence[Token],
    begin: int,
    lows: frozenset[str],
    scene: Scene,
    times: SentenceTimes,
    span: tuple[int, int],
    *,
    despite: bool = False,
) -> _Said | None:
    """The clause at token `begin` if it has a set wording. Its time is told between the characters of `span`."""
    if scene.narration:
        return None
    found = worded(toks, begin, lows, scene, despite=despite)
    if found is None:
        return None
    until = toks[found.end].start if found.end < len(toks) else span[1]
    wording = found.wording
    told = settled_time(
        times.own(span[0], until, then=False), wording.meaning, times, present=wording.meaning == "state"
    )
    first, last = toks[begin].start, toks[found.end - 1].end
    reading = ClauseReading(wording.name, wording.confidence, wording.meaning, found.found, first, last, told)
    return _Said(reading, found.end, found.about)


def _notice(parsed: Clause | None, toks: Sequence[Token], scene: Scene) -> None:
    if parsed is None:
        scene.notice(_named(toks), "object")
        return
    scene.notice(parsed.subjects, "subject")
    scene.notice((*parsed.objects, *parsed.recipients), "object")
    scene.notice((phrase for where in parsed.wheres for phrase in where.phrases), "place")


def _named(toks: Sequence[Token]) -> list[Phrase]:
    """The names and 'the …' phrases in words that were not understood."""
    found, i = [], 0
    while i < len(toks):
        read_phrase = None
        if toks[i].low in lexicon.DETERMINERS or toks[i].text[0].isupper():
            read_phrase = phrase(toks, i, subject=True)
        if read_phrase is not None and (read_phrase[0].determiner or is_given_name(read_phrase[0])):
            found.append(read_phrase[0])
        i = read_phrase[1] if read_phrase is not None else i + 1
    return found


def _skip_openers(at: Cursor) -> bool:
    """Step over 'and', commas, 'well' before a clause. True when a 'then' or 'after that' was among them."""
    then = False
    while low := at.low():
        if low in ("after", "following", "before") and at.low(1) in ("that", "this") and at.low(2) != "'s":
            then = then or low != "before"
            at.i += 2
        elif low in _LEADS or not low[0].isalnum():
            then = then or low in _THEN
            at.i += 1
        else:
            break
    return then


def _ends_cleanly(at: Cursor) -> None:
    if at.low() in _ONE_SIDED and _names_a_time(at):
        raise NotParsed("time")
    if (
        not any(token.low[0].isalnum() for token in at.toks[at.i :])
        or at.low() in _CLAUSE_ENDS
        or at.low() in lexicon.SUBORDINATORS
    ):
        return
    if at.low() not in lexicon.CONNECTIVES:
        raise NotParsed("no pattern")


def _names_a_time(at: Cursor) -> bool:
    """Whether only a noun follows 'after' or 'before': 'after the party' says when, and when that was is not known."""
    found = phrase(at.toks, at.i + 1, subject=True)
    if found is None or at.narration:
        return False
    following = at.toks[found[1]].low if found[1] < len(at.toks) else ""
    return not following[:1].isalnum() or following in lexicon.CONNECTIVES


def _at_boundary(at: Cursor) -> bool:
    return at.low() in (",", ";", "and", "but", "then", "so", ".", "!", "…", "-", "–", "—")


def _skip_to_boundary(at: Cursor, *, whole_rest: bool) -> None:
    """Past a clause that was not understood: to the comma after a circumstance, else to 'and' or 'but'."""
    while at.i < len(at.toks):
        low = at.low()
        if whole_rest and low in (",", ";", "but"):
            return
        if not whole_rest and _at_boundary(at):
            return
        at.i += 1


def _understand(parsed: Clause, scene: Scene, times: SentenceTimes) -> ClauseReading:
    if parsed.doubt:
        raise NotParsed(parsed.doubt)
    if parsed.verbless and not is_said_without_verb(parsed, scene):
        raise NotParsed("no pattern")
    if "once" in parsed.adverbs:
        raise NotParsed("past")
    patterns = BY_VERB.get(parsed.verb, ())
    if parsed.tense == "future":
        patterns = tuple(pattern for pattern in patterns if pattern.meaning == "plan")
    _as_possible(parsed)
    if any(_ends_in_doubt(phrase, scene) for phrase in _last_phrases(parsed)):
        raise NotParsed("no pattern")
    if any(where.role in _MISLEADING_ROLES for where in parsed.wheres):
        patterns = ()
    mark = scene.mark()
    state = parsed.verb in ("be", "have") or parsed.tense == "progressive"
    if (parsed.negated or parsed.no_longer) and not state:
        raise NotParsed("negated")
    for pattern in patterns:
        found = pattern.read(parsed, scene)
        if found:
            if any(holds_only_a_time(where, scene) for where in parsed.wheres):
                scene.reset(mark)
                raise NotParsed("time")
            told = settled_time(parsed.told, pattern.meaning, times, present=parsed.tense == "present")
            sure = pattern.confidence * (POSSIBLE if parsed.hedged else 1)
            return ClauseReading(pattern.name, sure, pattern.meaning, found, parsed.start, parsed.end, told)
        scene.reset(mark)
    raise NotParsed(_why(parsed))


def _as_possible(parsed: Clause) -> None:
    """'Should be in the drawer', 'might have left it there': told as possible. NotParsed for what could be done."""
    if not parsed.tense.startswith("modal"):
        return
    state = parsed.tense == "modal" and parsed.verb == "be" and parsed.modal in _LIKELY
    done = parsed.tense == "modal perfect" and parsed.modal in _LIKELY_DONE
    if parsed.negated or parsed.no_longer or not (state or done):
        raise NotParsed("unsure")
    parsed.tense, parsed.hedged = "present" if state else "perfect", True


def without_belief(toks: Sequence[Token]) -> tuple[Sequence[Token], bool]:
    """The sentence without 'I think' at its beginning or end, and whether it had that."""
    lows = [token.low for token in toks]
    start = next((i for i, low in enumerate(lows) if low not in lexicon.OPENERS and low != ","), 0)
    after = start + 2 if lows[start + 1 : start + 2] in (["really"], ["just"], ["do"]) else start + 1
    if lows[start : start + 1] == ["i"] and lows[after : after + 1] and lows[after] in _BELIEVES:
        return toks[after + 2 if lows[after + 1 : after + 2] == ["that"] else after + 1 :], True
    spoken = [i for i, low in enumerate(lows) if low[0].isalnum()]
    if len(spoken) > _LEAST and lows[spoken[-2]] == "i" and lows[spoken[-1]] in _BELIEVES:
        return toks[: spoken[-2]], True
    return toks, False


def _last_phrases(parsed: Clause) -> list[Phrase]:
    """The phrase that the clause ends with; none when a verb, a state or an adverb ends it."""
    wheres = [option for where in parsed.wheres for option in (where, *where.options)]
    named = [*parsed.objects, *parsed.recipients, *(phrase for where in wheres for phrase in where.phrases)]
    return [phrase for phrase in named if phrase.end == parsed.end]


def _ends_in_doubt(phrase: Phrase, scene: Scene) -> bool:
    """'On the shelf overnight': an unknown word after a known noun may be an adverb, and then the name is wrong.

    Only at the end of a clause, where an adverb could stand; a narration is about things throughout."""
    if scene.narration or phrase.pronoun:
        return False
    *before, last = phrase.words
    if _names_a_kind(last) or len(last) == 1 or last.isdigit() or phrase.text.split()[-1][:1].isupper():
        return False
    noun_of = before[len(before) - before[::-1].index("of") :] if "of" in before else before
    if not any(_names_a_kind(word) for word in noun_of):
        return False
    return not (scene.registered(phrase) or scene.tracked(phrase))


def _names_a_kind(word: str) -> bool:
    return any(word in known for known in _KNOWN_NOUNS)


def _why(parsed: Clause) -> str:
    if parsed.tense == "base":
        return "instruction"
    if parsed.tense == "future":
        return "future"
    if parsed.verb not in BY_VERB:
        return "no pattern"
    if parsed.tense == "present" and parsed.verb not in ("be", "have"):
        return "habitual"
    if parsed.tense in ("progressive", "was progressive"):
        return "ongoing"
    return "past" if parsed.verb == "be" and parsed.tense == "past" else "no pattern"
