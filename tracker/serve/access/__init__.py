"""Who may do what, and see what."""
