"""Ingesting: media in, events out. A stopped job goes on where it was; a finished one adds nothing."""
