"""The tables. `events` and `head` are the log, `decision_targets` and `own_ids` index it, `policies` are what it was
folded by; triggers guard all five. `mentions` indexes it too. The rest are views (dropped and rebuilt from the log at
any time), settings and positions.

Times are integers of microseconds since 1970-01-01 UTC. Ids are text in their canonical form. Keys compare by code
point on both databases, so that an order taken from one is the order on the other."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    text,
)

metadata = MetaData()

_Key = Text().with_variant(Text(collation="C"), "postgresql")
# SQLite numbers rows by itself only in a column declared exactly INTEGER PRIMARY KEY, which is also its fastest key.
_Seq = BigInteger().with_variant(Integer(), "sqlite")


def _where_set(name: str, column: str) -> Index:
    """An index over the few rows that have the column at all."""
    some = text(f"{column} IS NOT NULL")
    return Index(name, column, sqlite_where=some, postgresql_where=some)


events = Table(
    "events",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=False),
    Column("event_id", _Key, nullable=False),
    Column("entity_id", _Key, nullable=False),
    Column("type", _Key, nullable=False),
    Column("occurred_at", BigInteger, nullable=False),
    Column("occurred_until", BigInteger),
    Column("observed_at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("source", _Key, nullable=False),
    Column("source_key", _Key),
    Column("caused_by", _Key),
    # A JSON array of labels, sorted; NULL when everyone may read the event.
    Column("visibility", Text),
    Column("retain_until", BigInteger),
    # Content: canonical JSON, NULL once redacted (`payload`) or when the event has none (`model`, `evidence`).
    Column("payload", Text),
    Column("model", Text),
    Column("evidence", Text),
    # `digest` is SHA-256 over `salt` and the content. The salt goes with the content, after which a guessed content
    # can no longer be confirmed from the digest that stays in the chain.
    Column("salt", Text),
    Column("digest", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("event_id", name="events_event_id"),
    Index("events_fold", "entity_id", "occurred_at", "observed_at", "event_id"),
    Index("events_time", "occurred_at", "observed_at", "event_id"),
    _where_set("events_caused", "caused_by"),
    Index(
        "events_restricted",
        "entity_id",
        sqlite_where=text("visibility IS NOT NULL"),
        postgresql_where=text("visibility IS NOT NULL"),
    ),
    _where_set("events_retained", "retain_until"),
    Index(
        "events_identity",
        "entity_id",
        sqlite_where=text("type IN ('merged', 'split')"),
        postgresql_where=text("type IN ('merged', 'split')"),
    ),
)

# The few keyed events that came with an id of their own. All others have the id that is made from their key, so that
# the index of ids keeps both unique.
own_ids = Table(
    "own_ids",
    metadata,
    # The id that would have been made from the key.
    Column("made_id", _Key, primary_key=True),
    Column("event_id", _Key, nullable=False),
)

head = Table(
    "head",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
)

decision_targets = Table(
    "decision_targets",
    metadata,
    Column("target", _Key, primary_key=True),
    Column("decision", _Key, primary_key=True),
    Column("type", _Key, nullable=False),
    Column("entity_id", _Key, nullable=False),
    # NULL until the event that was decided about has itself arrived.
    Column("target_entity", _Key),
    Index("decision_targets_entity", "target_entity"),
)

# What was said, by every word that a name could end with.
mentions = Table(
    "mentions",
    metadata,
    Column("word", _Key, primary_key=True),
    # How much the sentence says that nobody has understood: see `language.news`.
    Column("says", Integer, primary_key=True, autoincrement=False),
    Column("occurred_at", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Index("mentions_says", "says", "seq"),
    sqlite_with_rowid=False,
)

# The events that carry words worth remembering. The words stay in the log.
memories = Table(
    "memories",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=False),
    # See `store.memories.Carries`.
    Column("carries", _Key, nullable=False),
)

# Clustered by key on SQLite: a row is found in one descent, and an append touches fewer pages.
slices = Table(
    "slices",
    metadata,
    Column("entity_id", _Key, primary_key=True),
    Column("attribute", _Key, primary_key=True),
    Column("start", BigInteger, primary_key=True, autoincrement=False),
    Column("end", BigInteger),
    # The place, container or holder of a known location: what `inside` looks up.
    Column("target", _Key),
    Column("rule", Text, nullable=False),
    Column("kind", Text),
    # The slice itself, as a JSON array of its fields.
    Column("body", Text, nullable=False),
    Index("slices_start", "start"),
    Index(
        "slices_target",
        "target",
        "start",
        sqlite_where=text("target IS NOT NULL"),
        postgresql_where=text("target IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

problems = Table(
    "problems",
    metadata,
    Column("conflict_id", _Key, primary_key=True),
    Column("entity_id", _Key, nullable=False),
    Column("attribute", _Key, nullable=False),
    Column("kind", Text, nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("end", BigInteger),
    Column("status", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("problems_entity", "entity_id", "attribute"),
    Index("problems_queue", "status", "start"),
)

names = Table(
    "names",
    metadata,
    Column("name_key", _Key, primary_key=True),
    Column("entity_id", _Key, primary_key=True),
    Column("event_id", _Key, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text),
    Column("visibility", Text),
    Index("names_entity", "entity_id"),
)

consults = Table(
    "consults",
    metadata,
    Column("entity_id", _Key, primary_key=True),
    Column("consulted", _Key, primary_key=True),
    Column("upto", BigInteger, nullable=False),
    Index("consults_consulted", "consulted", "upto"),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("entity_id", _Key, primary_key=True),
    Column("ordinal", Integer, primary_key=True, autoincrement=False),
    Column("occurred", BigInteger, nullable=False),
    Column("observed", BigInteger, nullable=False),
    Column("event_id", _Key, nullable=False),
    Column("state", Text, nullable=False),
    sqlite_with_rowid=False,
)

meta = Table("meta", metadata, Column("key", _Key, primary_key=True), Column("value", Text, nullable=False))

# The policies that were given, the last of which is in force: see `store.policies`.
policies = Table(
    "policies",
    metadata,
    Column("number", _Seq, primary_key=True, autoincrement=False),
    # JSON.
    Column("policy", Text, nullable=False),
    Column("given_at", BigInteger, nullable=False),
    # Where the log ended then.
    Column("seq", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
)

checkpoints = Table(
    "checkpoints", metadata, Column("job", _Key, primary_key=True), Column("position", Text, nullable=False)
)

# Who may ask over HTTP. Of a token only its digest is kept.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", _Key, primary_key=True),
    Column("name", _Key, nullable=False),
    # JSON arrays, sorted.
    Column("roles", Text, nullable=False),
    Column("labels", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
)

# Who looked at what not everyone may read.
lookings = Table(
    "lookings",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("name", _Key, nullable=False),
    Column("event_id", _Key, nullable=False),
    Column("what", Text, nullable=False),
)

# What a write that may be sent again was answered.
receipts = Table(
    "receipts",
    metadata,
    Column("key", _Key, primary_key=True),
    # What it was the answer to.
    Column("asked", Text, nullable=False),
    Column("receipt", Text, nullable=False),
    Column("kept_at", BigInteger, nullable=False),
    Index("receipts_kept", "kept_at"),
)

version = Table(
    "tracker_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="tracker_version_pkc"),
)

VIEWS = (slices, problems, names, consults, snapshots)

CONTENT = {
    events: ("payload", "model", "evidence", "salt"),
    mentions: ("word",),
    slices: ("target", "body"),
    problems: ("body",),
    names: ("name_key", "name"),
    consults: ("consulted",),
    snapshots: ("state",),
    checkpoints: ("position",),
    receipts: ("receipt",),
}
"""The columns that hold what events say. PostgreSQL's planner keeps samples of what columns hold, in a table of its own
that nobody wipes; of these it is to keep none."""


def _ask_for_no_samples(table: Table, connection: Connection, **_: object) -> None:
    if connection.dialect.name == "postgresql":
        for name in CONTENT[table]:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ALTER COLUMN {name} SET STATISTICS 0")


for _table in CONTENT:
    event.listen(_table, "after_create", _ask_for_no_samples)
