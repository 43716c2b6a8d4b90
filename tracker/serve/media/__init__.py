"""The media behind evidence: found inside one folder, and cut to what an event points at."""
