"""Pure types: what an event, an interval and an answer are. Nothing here does I/O or reads a clock."""
