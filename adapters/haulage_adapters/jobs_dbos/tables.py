"""DBOS's own tables in our database: a schema of its own on PostgreSQL, plain tables on SQLite."""

from haulage_adapters.sql.engine import parse_url


def upgrade(url: str) -> None:
    """Bring them up to date ahead of the first start, such as with rights that servers do not have."""
    from dbos import DBOS

    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite")
    DBOS.migrate(parsed.render_as_string(hide_password=False))
