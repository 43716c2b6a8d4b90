"""Tokens for the HTTP API, who looked at what is restricted, and the receipts of writes that may be sent again."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("digest", KEY, nullable=False),
        sa.Column("name", KEY, nullable=False),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_table(
        "lookings",
        sa.Column("id", KEY, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("name", KEY, nullable=False),
        sa.Column("event_id", KEY, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "receipts",
        sa.Column("key", KEY, nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("kept_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("receipts_kept", "receipts", ["kept_at"])
