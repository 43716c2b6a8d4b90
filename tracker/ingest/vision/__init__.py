"""Pictures to events: what each camera was told to watch for, seen, no longer seen, or changed."""
