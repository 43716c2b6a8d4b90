"""From the words on the command line to an exit code: 0 done, 1 "no" or checks failed, 2 wrong usage or bad input.

Whatever goes wrong is one line on standard error, never a traceback."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer

from tracker.errors import TrackerError
from tracker.serve.cli.app import app
from tracker.serve.cli.order import in_order
from tracker.serve.cli.printing import visible

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
SHOW_TRACEBACK = "TRACKER_TRACEBACK"
_MESSAGE = "format_message"
# The parser's own errors have no public name that every Typer since 0.12 shares, only this method.
_PARSER_ERRORS: tuple[type[Exception], ...] = tuple(
    kind for kind in typer.BadParameter.__mro__ if issubclass(kind, Exception) and hasattr(kind, _MESSAGE)
)


def main() -> None:
    """Run `sys.argv` and exit."""
    _open_what_is_closed()
    given = sys.__stdout__
    if given is not None and sys.stdout is given:
        buffer = io.BufferedWriter(_StandardOutput(given.fileno(), "w", closefd=False))
        sys.stdout = io.TextIOWrapper(buffer, encoding=given.encoding, line_buffering=given.isatty())
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape, which in JSON is the character still.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


class _StandardOutput(io.FileIO):
    """Standard output, which says so when it cannot be written: its errors name no file otherwise."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard output") from None


def _open_what_is_closed() -> None:
    """Give Python the standard streams that it was started without (`>&-`): one that is None fails wherever it is
    used, and without a standard error every problem would be printed among the answers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 — it stays open to the end


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command line."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _stop_writing()  # whoever read our output has gone
        return BROKEN_PIPE
    except OSError as error:
        _stop_writing()
        # Said already, when the command itself noticed.
        return code if code == BAD_INPUT else _say(f"{error.filename}: {error.strerror}")
    return code


def _stop_writing() -> None:
    """Close standard output for good, or Python complains at exit that it could not write what was left."""
    if sys.__stdout__ is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())


def _run(arguments: Sequence[str]) -> int:
    try:
        _refuse_broken_text(arguments)
        done = app(args=in_order(arguments), prog_name="tracker", standalone_mode=False)
    except _PARSER_ERRORS as error:
        problem = getattr(error, _MESSAGE)()
        return _say(problem) if problem else 0  # none: the help was shown
    except TrackerError as error:
        return _say(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        raise BrokenPipeError from None  # the only reason for which the parser would exit the process itself
    except OSError as error:
        return _say(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
    except Exception as error:
        if os.environ.get(SHOW_TRACEBACK):
            traceback.print_exc()
        problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return _say(f"this is a defect of the tracker, please report it ({SHOW_TRACEBACK}=1 shows more): {problem}")
    return done if isinstance(done, int) else 0


def _refuse_broken_text(arguments: Sequence[str]) -> None:
    for place, argument in enumerate(arguments, 1):
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise TrackerError(
                f"argument {place} ({argument.encode('utf-8', 'replace').decode()}) is not UTF-8"
            ) from None


def _say(problem: str) -> int:
    print(f"tracker: {visible(' '.join(problem.split()))}", file=sys.stderr)
    return BAD_INPUT
