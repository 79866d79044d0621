"""What orders are searched by, as one text each, kept by triggers.

Of an order: what is carried, the contact, both addresses, and the names and mail addresses of its customer
and its driver, in lower case as far as the database knows cases. Triggers keep it, so that whoever changes
one of these, erasing included, changes the text with it.

SQLite finds texts by an FTS5 table of trigrams that has no copy of them, PostgreSQL by a GIN index of the
same trigrams as lexemes, which needs no extension. One or two characters are what a trigram begins with.
"""

from sqlalchemy import Column, PrimaryKeyConstraint, Table, UniqueConstraint
from sqlalchemy import Text as AnyText

from haulage_adapters.sql.tables.columns import identifier, owned_by
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.triggers import make_with
from haulage_adapters.sql.triggers import order_texts as triggers
from haulage_adapters.sql.types import Whole

order_texts = Table(
    "order_texts",
    metadata,
    Column("number", Whole(), nullable=False, autoincrement=False),
    owned_by("order_id", "orders.id"),
    Column("text", AnyText(), nullable=False),
    PrimaryKeyConstraint("number"),
    UniqueConstraint("order_id"),
)
"""``number`` is the order's own: newer orders have greater ones, so that what is found comes newest first."""

order_text_rewrites = Table(
    "order_text_rewrites",
    metadata,
    identifier("person_id"),
    Column("below", Whole(), nullable=False),
    PrimaryKeyConstraint("person_id"),
)
"""Customers and drivers with more orders than one transaction rewrites the texts of: those with numbers below
this are still to be rewritten, in batches (:mod:`haulage_adapters.sql.order_text_rewrites`)."""

ORDER_SEARCH = "order_search"
"""SQLite's table of trigrams. Its rows are the texts' by number."""

ORDER_SEARCH_TERMS = "order_search_terms"
"""SQLite's list of the trigrams that are in any text; it stores nothing of its own."""

# Orders, users and drivers are made before what refers to them.
make_with(order_texts, triggers.TRIGGERS)

NOBODYS = {
    order_texts.name: "what orders are searched by: words of orders, users and drivers once more, changed "
    "and erased with them",
    order_text_rewrites.name: "ids of people whose orders' texts are rewritten within minutes",
}
