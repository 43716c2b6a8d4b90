"""How people type English words when they are in a hurry: without apostrophes, cut short, misspelt."""

from __future__ import annotations

from typing import NamedTuple


class Halves(NamedTuple):
    """One written word that stands for two; the first takes its first `cut` characters."""

    first: str
    second: str
    cut: int


_NEGATED = "do does did is are was were has have had could would should must need"
_SHORTENED = {
    "i": "am have",
    "they": "are have",
    "you": "are have",
    "we": "have",
    "there": "'s",
    "he": "'s",
    "she": "'s",
}
_ENDINGS = {"am": "m", "are": "re", "have": "ve", "'s": "s"}


def _without_apostrophe() -> dict[str, Halves]:
    made = {helper + "nt": Halves(helper, "not", len(helper)) for helper in _NEGATED.split()}
    made |= {"cant": Halves("can", "not", 2), "wont": Halves("will", "not", 2), "thats": Halves("that", "'s", 4)}
    for subject, helpers in _SHORTENED.items():
        for helper in helpers.split():
            made[subject + _ENDINGS[helper]] = Halves(subject, helper, len(subject))
    return made


TWO_IN_ONE = _without_apostrophe()
"""'dont', 'im', 'theres' → the two words they stand for."""
CUT_SHORT = {
    "teh": "the", "hte": "the", "thier": "their", "u": "you", "ur": "your", "r": "are", "w/": "with", "w/o": "without",
    "@": "at", "pls": "please", "plz": "please", "rn": "now", "tho": "though", "k": "ok", "kk": "ok", "cuz": "because",
    "bc": "because", "coz": "because", "prob": "probably", "probs": "probably", "prolly": "probably",
    "abt": "about", "nxt": "next", "somwhere": "somewhere", "becuase": "because", "wich": "which", "wiht": "with",
    "behing": "behind", "undr": "under",
}  # fmt: skip
"""Function words as typed → as meant. Names of things are never corrected."""
