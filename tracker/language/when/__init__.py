"""Time phrases, strictly: English and Chinese, whole phrase or nothing, doubt said aloud.

`parse` reads a phrase that is known to be a time; `find` looks for time phrases in a sentence. Both
measure from `now` in zone `tz`. What each ambiguous word means is stated in `conventions.md`.
"""

from tracker.language.when.read import find, parse
from tracker.language.when.result import Anchor, Found, Grain, Lasting, Lean, Meaning, Unparsed, When

__all__ = ["Anchor", "Found", "Grain", "Lasting", "Lean", "Meaning", "Unparsed", "When", "find", "parse"]
