"""Taking texts that were changed or deleted out of SQLite's index of trigrams for good.

FTS5 notes what is deleted and takes it out when it merges that part of its index, which may be never. So
parts are merged until there is one, a little at a time: writers get in between.
"""

from sqlite3 import Connection

from haulage_adapters.sql.tables import ORDER_SEARCH

PAGES = 200
"""Ours: pages of the index written in one transaction, some tens of milliseconds."""

_MERGE = f"INSERT INTO {ORDER_SEARCH} ({ORDER_SEARCH}, rank) VALUES ('merge', ?)"  # noqa: S608 - our own word


def forget_former_texts(connection: Connection) -> None:
    """Each statement is a transaction of its own. Does nothing where orders cannot be searched yet."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (ORDER_SEARCH,)).fetchone()
    if known is None:
        return
    pages = -PAGES  # the first call says that all parts are to become one
    while True:
        before = connection.total_changes
        connection.execute(_MERGE, (pages,))
        if connection.total_changes - before < 2:  # as FTS5 tells that nothing is left to do
            return
        pages = PAGES
