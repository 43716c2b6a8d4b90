"""An index of the events that carry words worth remembering.

It is filled when the database is opened: that folds the log anew."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "memories",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("carries", KEY, nullable=False),
    )
    op.execute(sa.text("DELETE FROM meta WHERE key = 'rules'"))
