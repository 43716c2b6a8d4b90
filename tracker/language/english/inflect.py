"""Writes `inflected.py`: the forms of every English verb that the tables name, by the `lemminflect` library.

    python -m tracker.language.english.inflect

They are kept because the library takes 0.3 s to load, which every question on the command line would wait for."""

from __future__ import annotations

from pathlib import Path

KINDS = {"VB": "b", "VBP": "b", "VBZ": "s", "VBD": "d", "VBN": "p", "VBG": "g"}
ALSO = {"get": "got:dp", "lie": "lain:p", "lean": "leaned:dp"}
"""What the library leaves out."""
NOT_MEANT = {"stay": "staid staves", "pay": "payed", "lie": "lied", "fly": "flied", "hang": "hanged"}
"""Forms of another verb that is spelt alike, or of no living one."""
_HEAD = '''"""The forms of the English verbs in the tables. Written by `inflect.py`; not to be edited by hand."""

from __future__ import annotations

FORMS = {
'''


def written() -> str:
    """The text of `inflected.py`. The acts' verbs stand first: a form of two verbs is theirs."""
    from tracker.language.acts import ENGLISH
    from tracker.language.english.lexicon import OTHER_VERBS

    bases = dict.fromkeys(" ".join((*ENGLISH.values(), OTHER_VERBS)).split())
    return _HEAD + "".join(f'    "{base}": "{" ".join(forms_of(base))}",\n' for base in bases) + "}\n"


def forms_of(base: str) -> list[str]:
    """`form:kinds` of each form of a verb, by the library."""
    from lemminflect import getAllInflections, getAllInflectionsOOV

    by_tag = getAllInflections(base, upos="VERB") or getAllInflectionsOOV(base, "VERB")
    by_tag = {"VBN": by_tag["VBD"]} | by_tag if "VBN" not in by_tag else by_tag
    found = {base: "b"}
    for tag, kind in KINDS.items():
        for form in by_tag.get(tag, ()):
            if form not in NOT_MEANT.get(base, "").split() and kind not in found.get(form, ""):
                found[form] = found.get(form, "") + kind
    also = dict(one.split(":") for one in ALSO.get(base, "").split())
    return [f"{form}:{kinds}" for form, kinds in (found | also).items()]


if __name__ == "__main__":
    Path(__file__).with_name("inflected.py").write_text(written(), encoding="utf-8")
