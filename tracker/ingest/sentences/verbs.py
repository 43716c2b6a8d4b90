"""The English verb group: auxiliaries, negation, tense and voice around the verb that carries the meaning."""

from __future__ import annotations

from tracker.ingest.sentences.clause import Clause, Cursor, NotParsed
from tracker.ingest.sentences.phrases import phrase
from tracker.language.english import lexicon
from tracker.language.words import words

_PERFECT_WITHOUT_OBJECT = words("been got gone taken left put come moved")


def verb_group(at: Cursor, clause: Clause) -> None:
    """Read the verb group at the cursor into `clause`; NotParsed when there is none."""
    tense = ""
    while True:
        at.adverbs(clause)
        low = at.low()
        if low in lexicon.MODALS or (low == "'d" and at.form("b", 1) and not at.form("p", 1)):
            tense = "future" if low in ("will", "shall", "gonna") else "modal"
            clause.modal = low
            at.i += 1
        elif low in ("do", "does", "did"):
            tense = "did" if low == "did" else "does"
            at.i += 1
        elif low in ("has", "have", "had", "'d") or (low == "'s" and _participle_follows(at)):
            if _is_possession(at, clause, low, tense):
                return
            tense = "modal perfect" if tense == "modal" else tense or "perfect"
        elif low in lexicon.BE or low == "'s":
            if _is_copula(at, clause, low, tense):
                return
        else:
            break
        if clause.verb:
            break
    if clause.verb:
        return
    if not tense and _is_left_out(at, clause):
        clause.verb, clause.tense, clause.verbless = "be", "present", True
        return
    form = lexicon.VERB_FORMS.get(at.low())
    if form is None:
        raise NotParsed("no pattern")
    clause.verb = form[0]
    clause.tense = _tense(form[1], tense, has_subject=bool(clause.subjects))
    at.i += 1


def _is_left_out(at: Cursor, clause: Clause) -> bool:
    """Whether a place or a state follows the subject at once: 'keys in the drawer', 'windows closed'."""
    if at.narration or not clause.subjects or clause.subjects[0].pronoun:
        return False
    low = at.low()
    ends = not at.low(1)[:1].isalnum() or at.low(1) in lexicon.CONNECTIVES
    if ends and low in lexicon.STATES and low not in lexicon.VERB_FORMS:
        return True
    return lexicon.PREPOSITIONS.get(low) in (*lexicon.PLACING, "with")


def _is_possession(at: Cursor, clause: Clause, low: str, tense: str) -> bool:
    """Step over have/has/had. An auxiliary before a participle is not possession; 'have to' is a duty."""
    at.i += 1
    at.adverbs(clause)
    if at.low() == "got" and low in ("have", "has", "'s"):
        at.i += 1
    elif at.form("p") or at.low() == "been":
        return False
    if at.low() == "to":
        raise NotParsed("wish")
    clause.verb = "have"
    clause.tense = "present" if tense == "does" else tense or ("past" if low in ("had", "'d") else "present")
    return True


def _is_copula(at: Cursor, clause: Clause, low: str, tense: str) -> bool:
    """Step over a form of be. True when it is the main verb; a participle after it sets voice or aspect instead."""
    time = "past" if low in ("was", "were") else tense or "present"
    at.i += 1
    at.adverbs(clause)
    following = at.low()
    if (
        following in ("going", "about", "supposed", "meant")
        and at.low(1) == "to"
        and (at.form("b", 2) or at.low(2) == "be")
    ):
        raise NotParsed("future" if following in ("going", "about") else "wish")
    if following in ("being", "be"):
        raise NotParsed("ongoing" if following == "being" else "no pattern")
    form = lexicon.VERB_FORMS.get(following)
    if following == "been":
        return False
    state = following in lexicon.STATES and at.low(1) != "by"
    if form is None or state or not ("g" in form[1] or "p" in form[1]):
        clause.verb, clause.tense = "be", time
        return True
    clause.verb = form[0]
    clause.passive = "g" not in form[1]
    clause.tense = time if clause.passive else ("progressive" if time == "present" else "was progressive")
    at.i += 1
    return False


def _participle_follows(at: Cursor) -> bool:
    """Whether 's stands for 'has': 'Ana's taken the keys', not 'the door's closed'."""
    ahead = 1
    while at.low(ahead) in lexicon.ADVERBS:
        ahead += 1
    if at.low(ahead) in _PERFECT_WITHOUT_OBJECT:
        return True
    return at.form("p", ahead) and phrase(at.toks, at.i + ahead + 1, subject=False) is not None


def _tense(kinds: str, auxiliary: str, *, has_subject: bool) -> str:
    """From the verb's form and its auxiliary. A form that could be past or base ('put') is past with a subject."""
    if auxiliary == "did":
        return "past"
    if auxiliary == "does":
        return "present"
    if auxiliary:
        return auxiliary
    if "d" in kinds:
        return "base" if "b" in kinds and not has_subject else "past"
    if "s" in kinds or ("b" in kinds and has_subject):
        return "present"
    return "base" if "b" in kinds else "participle"
