"""Whom an English name names: relatives, professions, given names."""

from __future__ import annotations

from tracker.language.english.lexicon import FEMALE_NAMES, MALE_NAMES, PEOPLE

_TITLES = frozenset(("mr", "mrs", "ms", "miss", "dr", "aunt", "uncle", "grandma", "grandpa"))


def is_persons_name(name: str) -> bool:
    """Whether an id or a name in small letters is somebody's by its words: `lena`, `mrs_miller`, `my_sister`; not
    `lena_bag`, which is a bag."""
    said = name.replace("_", " ").lower().split()
    if not said or said[-1] in PEOPLE:
        return bool(said)
    return len(said) <= 2 and (said[0] in _TITLES or (len(said) == 1 and said[0] in FEMALE_NAMES | MALE_NAMES))
