"""Notes without a verb: 'keys → hook', 'Laptop: office', 'Box 3: hats, gloves', 'Bike in the shed'.

Nothing but the nouns says what is meant, so a note is read only where they leave no doubt: things on one side, on the
other what things rest in or on, a room, or a person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tracker.ingest.sentences.claims import Found
from tracker.ingest.sentences.clause import Clause
from tracker.ingest.sentences.families.pattern import told_state
from tracker.ingest.sentences.phrases import Phrase, group, phrase
from tracker.ingest.sentences.reading import ClauseReading
from tracker.ingest.sentences.scene import Scene, is_given_name, kind_of
from tracker.ingest.sentences.tokens import Token
from tracker.language.english import lexicon
from tracker.language.english.things import THINGS
from tracker.language.places import PLACES, ROOMS
from tracker.language.resting import CONTAINERS, SURFACES, relation_of
from tracker.language.words import words

_SURE = 0.75
SIGNS = frozenset(("→", "⇒", "➡", "=", ":", "-", "–", "—", "»"))
"""Signs one of which stands between the two sides of a note."""
_ADVERBS = frozenset(("outside", "inside", "upstairs", "downstairs", "home", "away"))
_LONGEST_SIDE = 7
_FIXED = frozenset(
    ("fridge", "freezer", "cupboard", "drawer", "shelf", "closet", "wardrobe", "box", "cabinet", "pantry", "safe")
)
"""What a note with one thing after a colon tells the contents of: 'Freezer: peas'. 'Wallet: blue jacket' does not."""
_QUALIFIES = lexicon.ADJECTIVES | words(
    "'s of second first third left right top bottom upper lower front back main side middle inner outer"
)


def read_note(toks: Sequence[Token], scene: Scene) -> list[ClauseReading] | None:
    """What a note with a colon, an arrow or a dash claims; None when the sentence is no such note."""
    made: list[ClauseReading] = []
    container: Phrase | None = None
    for part in _parts(toks):
        cut = _separator(part)
        scene.clause += 1
        if cut is None:
            if not made:
                return None
            if container is not None and (more := _named(part)):
                made.append(_reading(_contents(container, more, scene), part))
            continue
        left, right = part[: cut[0]], part[cut[1] :]
        container = _container(left, right)
        if container is not None:
            held = _named(right)
            found = _contents(container, held, scene) if held else None
        else:
            found = _placed(left, right, scene)
        if not found:
            return None
        made.append(_reading(found, part))
    return made or None


def _reading(found: list[Found], part: Sequence[Token]) -> ClauseReading:
    return ClauseReading("note", _SURE, "state", found, part[0].start, part[-1].end, None)


def _parts(toks: Sequence[Token]) -> list[Sequence[Token]]:
    parts, begin = [], 0
    for i, token in enumerate((*toks, None)):
        if token is None or token.low in (",", ";", "and", ".", "!"):
            if i > begin:
                parts.append(toks[begin:i])
            begin = i + 1
    return parts


def _separator(part: Sequence[Token]) -> tuple[int, int] | None:
    """The tokens of the one arrow, colon or dash of a part: ':', '->', '=>'."""
    for i, token in enumerate(part):
        if token.low in SIGNS and 0 < i < len(part) - 1:
            end = i + 1
            while end < len(part) - 1 and part[end].low in (">", "-", "="):
                end += 1
            spaced = part[i - 1].end < token.start or token.low in (":", "→", "⇒", "➡", "»", "=")
            return (i, end) if spaced and i <= _LONGEST_SIDE and len(part) - end <= _LONGEST_SIDE else None
    return None


def _named(toks: Sequence[Token]) -> list[Phrase]:
    """The things that fill these tokens to the end; none when anything else is among them."""
    found, end = group(toks, 0, subject=False, bare_verbs=False)
    return found if found and end == len(toks) and all(_is_thing(one) for one in found) else []


def _is_thing(one: Phrase) -> bool:
    return not one.pronoun and one.head not in lexicon.ABSTRACT and one.head not in PLACES and _plain(one)


def _container(left: Sequence[Token], right: Sequence[Token]) -> Phrase | None:
    """'In the backpack: …', 'Box 3: hats, gloves', 'Freezer: peas'."""
    inside = bool(left) and lexicon.PREPOSITIONS.get(left[0].low) in ("in", "on")
    read = phrase(left, 1 if inside else 0, subject=False)
    if read is None or read[1] != len(left) or read[0].pronoun:
        return None
    head = read[0].words[-2] if read[0].words[-1].isdigit() and len(read[0].words) > 1 else read[0].head
    if inside and head not in lexicon.ABSTRACT:
        return read[0]
    held = _named(right)
    rests = any(one.head in CONTAINERS or one.head in SURFACES or one.head in PLACES for one in held)
    return read[0] if head in _FIXED and held and not rests else None


def _contents(container: Phrase, held: list[Phrase], scene: Scene) -> list[Found]:
    value = scene.refer(container, "place")[0]
    head = next(word for word in reversed(container.words) if not word.isdigit())
    relation = relation_of(head, room=head in ROOMS)
    return [told_state(thing, value, relation) for thing in scene.all(held, "object") if thing != value]


def _placed(left: Sequence[Token], right: Sequence[Token], scene: Scene) -> list[Found] | None:
    things, end = group(left, 0, subject=False, bare_verbs=False)
    if not things or end != len(left) or not all(_can_be_placed(one, scene) for one in things):
        return None
    role = lexicon.PREPOSITIONS.get(right[0].low)
    if right[0].low == "now":
        return _placed(left, right[1:], scene) if len(right) > 1 else None
    if len(right) == 1 and right[0].low in _ADVERBS:
        return [told_state(thing, right[0].low, "at") for thing in scene.all(things, "object")]
    read = phrase(right, 0 if role is None else 1, subject=False)
    if read is None or not _only_details_follow(right, read[1]):
        return None
    where = read[0]
    if role is not None and role not in (*lexicon.PLACING, "with", "by"):
        return None
    if not rests_on(where, scene):
        return None
    value = scene.refer(where, "place")[0]
    relation = role if role in (*lexicon.PLACING, "with") else "near" if role == "by" else _relation(where)
    return [told_state(thing, value, relation) for thing in scene.all(things, "object") if thing != value]


def _only_details_follow(toks: Sequence[Token], i: int) -> bool:
    """'Hook by the door', 'box under the bed': which hook, which box."""
    while i < len(toks):
        if lexicon.PREPOSITIONS.get(toks[i].low) in (None, "for", "about", "from", "until", "since"):
            return not toks[i].low[0].isalnum() and i == len(toks) - 1
        read = phrase(toks, i + 1, subject=False)
        if read is None:
            return False
        i = read[1]
    return True


def _relation(where: Phrase) -> str:
    if is_given_name(where) or kind_of(where, "place", None) == "person":
        return "with"
    return relation_of(where.head, room=where.head in ROOMS)


def _can_be_placed(one: Phrase, scene: Scene) -> bool:
    """A thing or somebody: in a note its name may be new, but it is no verb, no event and no question word."""
    if one.pronoun or one.head in lexicon.ABSTRACT or len(one.words) > 4:
        return False
    return scene.registered(one) or one.head in THINGS or is_given_name(one) or one.head in lexicon.PEOPLE or (
        _plain(one) and one.head in lexicon.MASS
    )  # fmt: skip


def rests_on(where: Phrase, scene: Scene) -> bool:
    """Whether a bare noun can only mean where something is."""
    if where.pronoun:
        return False
    if where.head in lexicon.BARE_PLACES and not where.determiner:
        return True
    if where.head in lexicon.ABSTRACT:
        return False
    head = where.words[-2] if where.words[-1].isdigit() and len(where.words) > 1 else where.head
    listed = (
        head in CONTAINERS
        or head in SURFACES
        or head in PLACES
        or head in lexicon.BARE_PLACES
        or head in lexicon.PEOPLE
    )
    return listed or is_given_name(where) or scene.registered(where) or scene.tracked(where)


def _plain(one: Phrase) -> bool:
    """No word of it is a verb or an ending that a verb could have: an unknown verb must not become part of a name."""
    return not any(word in lexicon.VERB_FORMS and word not in THINGS for word in one.words)


def is_said_without_verb(made: Clause, scene: Scene) -> bool:
    """Whether 'keys in the drawer', 'windows closed' certainly leaves out an 'is'.

    A verb the grammar does not know would be taken for part of the name: 'Tom dislikes keys in the garden'."""
    return bool(made.subjects) and all(_is_surely_noun(one, scene) for one in made.subjects)


def _is_surely_noun(one: Phrase, scene: Scene) -> bool:
    if one.pronoun or one.determiner in ("a", "an", "some", "every", "each"):
        return False
    if scene.registered(one) or is_given_name(one) or (len(one.words) == 1 and one.head in lexicon.PEOPLE):
        return True
    head = one.head
    known = head in THINGS or head in lexicon.DEVICES or head in lexicon.OPENABLES or head in lexicon.MASS
    return known and all(
        word in _QUALIFIES or word in THINGS or word in PLACES or word in lexicon.MASS or following == "'s"
        for word, following in pairwise(one.words)
    )
