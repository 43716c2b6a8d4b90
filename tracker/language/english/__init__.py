"""English words that telling and asking share, as tables."""
