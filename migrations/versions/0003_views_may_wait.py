"""The place in the log up to which the views follow it: they may be behind, which older trackers do not know.

Up to here every append brought them up to the end of the log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.text("INSERT INTO meta (key, value) SELECT 'projected', CAST(seq AS TEXT) FROM head"))
