"""A tracker that somebody else serves (`tracker serve`): the same reads and writes, over HTTP."""
