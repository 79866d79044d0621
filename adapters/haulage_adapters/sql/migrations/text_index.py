"""PostgreSQL's index for searching orders by text, which needs the extension ``pg_trgm``.

It comes with PostgreSQL, but a server may lack it, or the database's user may not install it. Searching works
without it too: then each search reads the texts of all orders.
"""

import logging

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

INDEX = "ix_order_texts_text"
MISSING = (
    "PostgreSQL's extension pg_trgm is not installed in this database, or its schema may not be used: each "
    "search of orders by text reads the texts of all orders. Let a superuser run 'CREATE EXTENSION pg_trgm' "
    "in the database, then run 'haulage db upgrade'."
)
_INSTALLED = text(
    "SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace "
    "WHERE e.extname = 'pg_trgm' AND has_schema_privilege(n.oid, 'USAGE')"
)


def make_text_index(connection: Connection) -> None:
    """Make it where it is missing and can be made. Nothing to do on SQLite: a migration makes that one's."""
    if connection.dialect.name != "postgresql" or not _is_wanted(connection):
        return
    schema = _schema_of_extension(connection)
    if schema is None:
        log.warning(MISSING)
        return
    connection.execute(text(f"CREATE INDEX {INDEX} ON order_texts USING gin (text {schema}.gin_trgm_ops)"))


def _is_wanted(connection: Connection) -> bool:
    texts, index = "SELECT to_regclass('order_texts') IS NOT NULL", f"SELECT to_regclass('{INDEX}') IS NULL"
    return bool(connection.scalar(text(texts)) and connection.scalar(text(index)))


def _schema_of_extension(connection: Connection) -> str | None:
    """Where its operators are; installs it where that is allowed."""
    installed: str | None = connection.scalar(_INSTALLED)
    if installed is not None:
        return installed
    try:
        with connection.begin_nested():
            connection.execute(text("CREATE EXTENSION pg_trgm"))
    except DBAPIError as error:
        log.info("pg_trgm cannot be installed: %s", error.orig)
        return None
    schema: str | None = connection.scalar(_INSTALLED)
    return schema
