"""Clauses read off a sentence's tokens. A clause that cannot be read to its end is not read at all."""

from __future__ import annotations

from tracker.ingest.sentences.clause import Clause, Cursor, NotParsed, Where
from tracker.ingest.sentences.phrases import Phrase, group, left_out, phrase
from tracker.ingest.sentences.verbs import verb_group
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.language.words import words

_TAKES_TWO_OBJECTS = words("give hand pass lend send bring throw show offer deliver")
_HAS_PARTICLES = words(
    "put turn switch take get set plug hand throw drop pull push lock carry pick bring lay pass give pack stick"
)
_PLACE_ADVERBS = words("there here home upstairs downstairs inside outside indoors outdoors")
_COMPANIONS = frozenset(
    ("with", "for", "without", "about", "as", "than", "after", "before", "during", "until", "since")
)


def clause(at: Cursor, carried: list[Phrase] | None) -> Clause:
    """The clause at the cursor; `carried` is the subject of the clause before, for '… and put it down'."""
    begin = at.i
    made = Clause([])
    if at.low() == "there" and (at.low(1) in lexicon.BE or at.low(1) == "'s"):
        made.existential = True
        at.i += 1
    else:
        _subject(at, made, carried)
    verb_group(at, made)
    if made.existential:
        if made.verb != "be":
            raise NotParsed("no pattern")
        _existential(at, made)
    elif made.verb == "be":
        _copula(at, made)
    else:
        _complements(at, made)
    made.start, made.end = at.toks[begin].start, at.toks[at.i - 1].end
    return made


def _subject(at: Cursor, made: Clause, carried: list[Phrase] | None) -> None:
    at.adverbs(made)
    low = at.low()
    named = at.i > 0 and at.toks[at.i].text[:1].isupper() if low else False
    helper = (
        low in lexicon.BE or low in ("has", "have", "had", "'s", "'ve", "did", "do", "does") or low in lexicon.MODALS
    )
    noted = not at.narration and not carried and _is_a_thing_somewhere(at)
    if (at.form("bsdp") and not named and not noted) or (carried and helper):
        speaks_of_self = not carried and not at.narration and at.form("d") and not at.form("b")
        made.subjects = [left_out(at.toks[at.i])] if speaks_of_self else list(carried or [])
        return
    made.subjects, at.i = group(at.toks, at.i, subject=not noted, bare_verbs=at.narration)
    if not made.subjects:
        raise NotParsed("no pattern")


def _is_a_thing_somewhere(at: Cursor) -> bool:
    """'Bike in the shed': a noun that could be a verb, were there anything to do it to."""
    return at.low() in THINGS and lexicon.PREPOSITIONS.get(at.low(1)) in lexicon.PLACING


def _existential(at: Cursor, made: Clause) -> None:
    if at.low() == "no":
        made.negated = True
        at.i += 1
    made.objects, at.i = group(at.toks, at.i, subject=False, bare_verbs=False)
    if not made.objects:
        raise NotParsed("no pattern")
    _complements(at, made)


def _copula(at: Cursor, made: Clause) -> None:
    either = at.low() == "either"
    at.i += either
    at.i += at.low() in ("all", "back") and at.low(1) in lexicon.STATES
    low = at.low()
    where = _where(at)
    if where is not None:
        made.wheres.append(where)
    elif low in lexicon.STATES:
        made.state = low
        at.i += 1
    elif low and not _ends_clause(at):
        raise NotParsed("no pattern")
    _complements(at, made)


def _says_what_for(at: Cursor) -> bool:
    """'To fetch the keys'; 'to work' at the end of a clause is where somebody goes, but for 'home to work'."""
    if (
        at.low(-1) not in lexicon.BARE_PLACES
        and at.low(1) in lexicon.BARE_PLACES
        and (at.low(2) in lexicon.CONNECTIVES or not at.low(2)[:1].isalnum())
    ):
        return False
    return (at.form("b", 1) or at.low(1) == "be") and not at.toks[at.i + 1].text[0].isupper()


def _complements(at: Cursor, made: Clause) -> None:
    """Objects, particles and prepositional phrases up to the end of the clause."""
    while low := at.low():
        before = at.i
        at.adverbs(made)
        if at.i > before:
            continue
        if _ends_clause(at):
            return
        if low == "to" and _says_what_for(at):
            if not (made.objects or made.wheres):
                raise NotParsed("purpose")
            _skip_purpose(at)
            return
        if _is_particle(at, made):
            made.particle = low
            at.i += 1
        elif where := _where(at):
            made.wheres.append(where)
        elif low in _PLACE_ADVERBS:
            made.adverbs.add(low)
            at.i += 1
        elif not made.objects and not made.wheres and not made.state:
            _objects(at, made)
        elif made.objects and not made.recipients and made.verb in _TAKES_TWO_OBJECTS:
            made.recipients = made.objects
            made.objects = []
            _objects(at, made)
        else:
            raise NotParsed("no pattern")


def _objects(at: Cursor, made: Clause) -> None:
    made.objects, at.i = group(at.toks, at.i, subject=False, bare_verbs=at.narration)
    if not made.objects:
        raise NotParsed("no pattern")


def _ends_clause(at: Cursor) -> bool:
    low = at.low()
    return low in lexicon.CONNECTIVES or low in lexicon.SUBORDINATORS or not low[0].isalnum()


def _skip_purpose(at: Cursor) -> None:
    """Step over '… to get some water': why somebody did it is not what they did."""
    while at.low() and at.low() not in (",", ";", "and", "but") and at.low()[0].isalnum():
        at.i += 1


def _is_particle(at: Cursor, made: Clause) -> bool:
    low = at.low()
    if low not in lexicon.PARTICLES or made.particle:
        return False
    if low in ("up", "down", "out", "away", "back", "aside", "together", "apart", "forward"):
        return True
    noun = phrase(at.toks, at.i + 1, subject=False) is not None
    if made.objects or made.passive:
        return not noun
    return not noun or made.verb in _HAS_PARTICLES


def _where(at: Cursor) -> Where | None:
    """A prepositional phrase at the cursor, with its 'or' options; None (cursor unmoved) when there is none."""
    begin = at.i
    found = _one_where(at)
    while found is not None and at.low() == "or":
        at.i += 1
        option = _one_where(at)
        if option is None:
            noun = phrase(at.toks, at.i, subject=False)
            if noun is None:
                raise NotParsed("no pattern")
            option = Where(found.preposition, found.role, [noun[0]])
            at.i = noun[1]
        found.options.append(option)
    if found is None:
        at.i = begin
    return found


def _one_where(at: Cursor) -> Where | None:
    begin = at.i
    preposition = at.low()
    role = lexicon.PREPOSITIONS.get(preposition)
    if role is None or role == "of":
        return None
    at.i += 1
    if at.low() == "either":
        at.i += 1
    phrases, at.i = group(at.toks, at.i, subject=False, bare_verbs=at.narration)
    if not phrases:
        if at.form("g") and role in _COMPANIONS:
            raise NotParsed("no pattern")
        if preposition in ("on", "at", "by", "around") and at.low()[:1].isdigit():
            raise NotParsed("time")  # "on 31", "at 12": a date or an hour in a way that is not known
        at.i = begin
        return None
    return Where(preposition, role, phrases)
