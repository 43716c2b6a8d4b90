"""The command line (DESIGN section 6). `main` is the console script."""

from tracker.serve.cli.entry import main

__all__ = ["main"]
