"""English questions put straight: hurried typing read as meant, courtesies off, 'do you know if it is open' turned into
'is it open'. What is left is the words that the patterns read."""

from __future__ import annotations

import re

from tracker.language.english.lexicon import BE, DETERMINERS, VERB_FORMS
from tracker.language.typing import CUT_SHORT

EDGES = ' \t,.;:!?"“”„«»「」『』()、，。…~*-–—'
_HURRIED = {
    **{short: full for short, full in CUT_SHORT.items() if short.isalpha() and short not in ("k", "r")},
    "wher": "where", "whre": "where", "wheer": "where", "whare": "where", "wehre": "where", "wheres": "where is",
    "whos": "who is", "whats": "what is", "whens": "when is", "hows": "how is", "wat": "what", "waht": "what",
    "whered": "where did", "dya": "do you", "isnt": "is not", "arent": "are not", "hasnt": "has not",
    "havent": "have not", "didnt": "did not", "cant": "can't", "cannot": "can't", "couldnt": "can't",
    "couldn't": "can't", "im": "i'm", "ive": "i've", "whose got": "who has got",
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z']+")
_WHOSE_GOT = re.compile(r"\bwho(?:se|'s| is) got\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b(where|who|what|when|how|that|there|it|he|she|here|which)'s\b", re.IGNORECASE)
_GOT = re.compile(r"\b(who|what|he|she|it)'s got\b", re.IGNORECASE)
_DID = re.compile(r"\b(where|who|what|when|how)'d\b", re.IGNORECASE)
_HAVE = re.compile(r"\b(i|you|we|they|who)'ve\b", re.IGNORECASE)
_ARE = re.compile(r"\b(what|where|who|they|you|we)'re\b|\b(what|where|who|how) r\b", re.IGNORECASE)
_WERE = re.compile(r"were (?=(?:are|is|did|do)\b)", re.IGNORECASE)
_EMPHASIS = re.compile(
    r"\b(where|who|what|when|how)(?: (?:on earth|in the world|the heck|the hell|exactly|else))+", re.IGNORECASE
)
_YOU = r"(?:can|could|would|will|wouldn't|might|do|don't) (?:you|u|anyone|anybody|someone|somebody)(?: guys)?"
_ASKED = r"(?:if|whether|where|who|when|what)\b"
_LEAD = re.compile(
    (
        r"(?:hey|hi|hello|ok|okay|so|well|um|uh|please|sorry|excuse me|pardon|quick question|now|tracker|and also|"
        rf"{_YOU} (?:please |kindly )?(?:tell|show|remind|let|give|help)(?: (?:me|us))?(?: know| remember| find out)?|"
        rf"{_YOU} (?:please |kindly )?(?:check|look up|find out|see|remember|recall)(?= {_ASKED})|"
        rf"(?:how )?{_YOU} (?:happen to |by any chance )?(?:know|remember|recall)|"
        r"you (?:wouldn't|would not|don't|do not) (?:happen to )?(?:know|remember)|"
        r"(?:please )?(?:tell|show|remind) (?:me|us)|let (?:me|us) know|"
        r"(?:is there )?any(?: idea| chance you know| clue)|"
        r"(?:i am|i'm|i was|i've been|just) (?:just )?(?:wondering|curious|asking)|"
        r"i(?: would|'d)? (?:wonder|(?:like|love|want|need) to (?:know|find out))|(?:i )?(?:don't|do not|can't) "
        rf"(?:know|remember|recall)|(?:i have |i've )?(?:no idea|forgotten|forgot)(?= {_ASKED})"
        r")\b[ ,:]*"
    ),
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[ ,]+(?:please|thanks|thank you|cheers|for me|again|then|exactly|btw|by any chance|at all|do you know"
    r"|(?:would|do|can|could) you(?: know| remember)?|right|anyone|guys)$",
    re.IGNORECASE,
)
_REMEMBERED = re.compile(r"\b(did (?:\w+ ){1,2}?)(?:remember|manage) to ", re.IGNORECASE)
_WHETHER = re.compile(r"(?:if|whether|that)(?: or not)? ", re.IGNORECASE)
_ASKS = re.compile(r"(where|when|what|who|which \w+|how long|how many \w+|what \w+) (?=\S)", re.IGNORECASE)
_HAVING = {"has": "does", "have": "do", "had": "did"}
_HELPERS = frozenset((*BE, "has", "have", "had", "can", "could", "will", "would", "should", "did", "does", "do"))


def straight(text: str) -> str:
    """The words of a question without its times, as they are asked plainly."""
    words = text if _HURRIED.keys().isdisjoint(_WORD.findall(text.lower())) else _WORD.sub(_as_meant, text)
    words = _WHOSE_GOT.sub("who has got", words)
    if "'" in words:
        words = _CONTRACTED.sub(r"\1 is", _GOT.sub(r"\1 has got", words))
        words = _HAVE.sub(r"\1 have", _DID.sub(r"\1 did", words))
    words = _ARE.sub(lambda found: f"{found[1] or found[2]} are", _EMPHASIS.sub(r"\1", words))
    words = re.sub(r"[\"“”„]", "", " ".join(words.split())).strip(EDGES)
    words, courteous = _without_courtesies(_REMEMBERED.sub(r"\1", words))
    words = _WERE.sub("where ", words) if _WERE.match(words) else words
    return re.sub(r"\s+,", ",", _turned(words) if courteous else words)


def _as_meant(found: re.Match[str]) -> str:
    return _HURRIED.get(found[0].lower(), found[0])


def _without_courtesies(words: str) -> tuple[str, bool]:
    begun = words
    while tail := _TAIL.search(words):
        words = words[: tail.start()].rstrip(EDGES)
    while (lead := _LEAD.match(words)) and lead.end() < len(words):
        words = words[lead.end() :].lstrip(EDGES)
        while tail := _TAIL.search(words):
            words = words[: tail.start()].rstrip(EDGES)
    return words, words != begun


def _turned(words: str) -> str:
    """A question told within another, as it is asked by itself: 'if the gate is open' → 'is the gate open'."""
    if whether := _WHETHER.match(words):
        return _inverted(words[whether.end() :].split()) or words
    asks = _ASKS.match(words)
    if asks is None or asks[1].lower() == "who":
        return words
    rest = words[asks.end() :].split()
    if rest[0].lower() in _HELPERS or len(rest) < 2:
        return words
    turned = _inverted(rest)
    return f"{asks[1]} {turned}" if turned else words


def _inverted(said: list[str]) -> str | None:
    """A sentence with its helper first: 'Tom took it' → 'did Tom take it'; None when no verb is found in it."""
    for i, word in enumerate(said):
        low, form = word.lower(), VERB_FORMS.get(word.lower())
        if i == 0 or said[i - 1].lower() in DETERMINERS:
            continue
        following = VERB_FORMS.get(said[i + 1].lower()) if i + 1 < len(said) else None
        if low in _HAVING and not (following and "p" in following.kinds) and said[i + 1 : i + 2] != ["been"]:
            return " ".join((_HAVING[low], *said[:i], "have", *said[i + 1 :]))
        if low in _HELPERS:
            return " ".join((word, *said[:i], *said[i + 1 :]))
        if form is not None and "d" in form.kinds:
            return " ".join(("did", *said[:i], form.base, *said[i + 1 :]))
        if form is not None and form.kinds == "s" and i + 1 < len(said):
            return " ".join(("does", *said[:i], form.base, *said[i + 1 :]))
    return None
