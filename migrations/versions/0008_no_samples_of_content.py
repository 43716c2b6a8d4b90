"""PostgreSQL's planner keeps no samples of what events say: they would outlive what is erased.

Giving a column the type that it has takes away what was sampled before."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

CONTENT = {
    "events": ("payload", "model", "evidence", "salt"),
    "mentions": ("word",),
    "slices": ("target", "body"),
    "problems": ("body",),
    "names": ("name_key", "name"),
    "consults": ("consulted",),
    "snapshots": ("state",),
    "checkpoints": ("position",),
    "receipts": ("receipt",),
}
BY_CODE_POINT = {"word", "target", "name_key", "consulted"}


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, columns in CONTENT.items():
        for column in columns:
            as_it_is = 'text COLLATE "C"' if column in BY_CODE_POINT else "text"
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE {as_it_is}")
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
