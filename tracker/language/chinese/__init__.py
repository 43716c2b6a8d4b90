"""Chinese words that telling and asking share, as tables, in Simplified characters."""
