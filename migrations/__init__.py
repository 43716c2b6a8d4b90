"""Alembic revisions, one per schema change; `tracker.store.schema` runs them when it opens an older database."""
