"""An index of what was said, by what it mentions.

It is filled when the database is opened: that folds the log anew."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "mentions",
        sa.Column("word", KEY, nullable=False),
        sa.Column("says", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("occurred_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("word", "says", "occurred_at", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_index("mentions_says", "mentions", ["says", "seq"])
    op.execute(sa.text("DELETE FROM meta WHERE key = 'rules'"))
