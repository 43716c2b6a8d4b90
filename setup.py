"""Compiles the modules that appending and folding spend their time in, when the package is installed for use.

The rest of what there is to say about the package is in `pyproject.toml`. An editable install stays interpreted: what
is changed in it takes effect. Without a C compiler, or with TRACKER_PURE=1, an install is interpreted too, and does the
same: a replay then takes 1.6 times as long."""

import contextlib
import os
import sys
from glob import glob

from setuptools import Extension, setup

# Not what other packages build on, like the rules, nor what is sent to other processes: interpreted classes cannot
# inherit from compiled ones, and compiled ones with fields cannot be pickled.
COMPILED = [
    *sorted(set(glob("rules/*.py")) - {"rules/__init__.py"}),
    "tracker/domain/claims.py",
    "tracker/domain/ids.py",
    "tracker/domain/logged.py",
    "tracker/domain/sides.py",
    "tracker/domain/slices.py",
    "tracker/domain/times.py",
    *sorted(glob("tracker/timeline/*.py")),
    "tracker/fold/entity.py",
    "tracker/fold/identity.py",
    "tracker/fold/tracks.py",
    "tracker/projection/comparison.py",
    "tracker/projection/delta.py",
    "tracker/projection/folding.py",
    "tracker/projection/following.py",
    "tracker/projection/pages.py",
    "tracker/projection/project.py",
    "tracker/projection/ranges.py",
    "tracker/projection/replay.py",
    "tracker/projection/streams.py",
    "tracker/projection/work.py",
    "tracker/store/batch.py",
    "tracker/store/bearing.py",
    "tracker/store/canonical.py",
    "tracker/store/codec.py",
    "tracker/store/contents.py",
    "tracker/store/edits.py",
    "tracker/store/log.py",
    "tracker/store/pages.py",
    "tracker/store/quick.py",
    "tracker/store/reader.py",
    "tracker/store/views.py",
]


def say(line: str) -> None:
    """A line for whoever waits: pip keeps what a build prints to itself, so that a terminal is told directly."""
    print(line, file=sys.stderr, flush=True)
    with contextlib.suppress(OSError), open("/dev/tty", "w") as terminal:
        terminal.write(f"\r{line}\n")


def extensions() -> list[Extension]:
    if os.environ.get("TRACKER_PURE") == "1" or not {"bdist_wheel", "build_ext"} & set(sys.argv):
        return []
    from mypyc.build import mypycify

    say(f"tracker: compiling {len(COMPILED)} modules by mypyc, so that appending and replaying run 1.6 times as fast:")
    say("tracker: one or two minutes; TRACKER_PURE=1 leaves them interpreted")

    # What is imported from outside counts as untyped, so that building gives the same whatever is installed.
    options = ["--config-file=", "--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent"]
    made: list[Extension] = mypycify([*options, *COMPILED])
    for extension in made:
        extension.optional = True
    return made


setup(ext_modules=extensions())
