"""Keeping the views in step with the log: after each append, on replay, and for one question at a past known time."""
