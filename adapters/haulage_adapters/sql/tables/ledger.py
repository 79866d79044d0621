"""The books: two tables that take new rows, and give none away.

A transaction's entries are inserted before it, and the transaction seals them: the database refuses it
unless they sum to nothing, and refuses every entry after it. Neither can be changed or removed, whoever
asks; a reservation alone may be posted or voided, once. Dropping the triggers first takes an
administrator of the database, whom reading the books shows.

Each entry has the time that statements sort it by, so that an account's entries can be read in that order:
when its transaction was posted, or, while it is not, when it was made. The database writes that time, or
holds what was given against the transaction's own, and moves the entries when a reservation is posted.
It also writes the id of each posted transaction into ``ledger_tail``; see there.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Date,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    and_,
    or_,
    select,
    text,
)

from haulage.kernel.money import MAX_CENTS
from haulage.ledger import SubjectKind, TransactionKind, TransactionState, accounts_of
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import (
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.orders import orders
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.triggers import ledger, make_with
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, Text, Whole

UNPOSTED = text("state <> 'posted'")
"""What is reserved or voided: few among all. Written out, so that the database sees it is the index's own."""
RESERVED = text("state = 'reserved'")
"""What is reserved now: few, however old the books are."""
OF_AN_ORDER, OF_A_SUBJECT = text("order_id IS NOT NULL"), text("subject_id IS NOT NULL")
"""Few transactions are about both, and those about neither need no place in an index."""

ledger_transactions = Table(
    "ledger_transactions",
    metadata,
    identifier(),
    enum_column("kind", TransactionKind),
    Column("reference", Text(MAX_NAME), nullable=False),
    instant("at"),
    reference("order_id", "orders.id", nullable=True),
    enum_column("state", TransactionState),
    Column("reverses", Text(MAX_ID), ForeignKey("ledger_transactions.id"), nullable=True),
    instant("settled_at", nullable=True),
    enum_column("subject_kind", SubjectKind, nullable=True),
    Column("subject_id", Text(MAX_ID), nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("reference"),
    UniqueConstraint("reverses"),
    *enum_checks(state=TransactionState),  # no kinds: under the triggers no list of them can be made longer
    CheckConstraint("state <> 'reserved' OR settled_at IS NULL", name="reserved_is_unsettled"),
    CheckConstraint("state <> 'voided' OR settled_at IS NOT NULL", name="voided_is_settled"),
    CheckConstraint("(subject_kind IS NULL) = (subject_id IS NULL)", name="about_something_of_a_kind"),
    Index(None, "order_id", postgresql_where=OF_AN_ORDER, sqlite_where=OF_AN_ORDER),
    Index(None, "subject_kind", "subject_id", postgresql_where=OF_A_SUBJECT, sqlite_where=OF_A_SUBJECT),
    Index(None, "at", "id"),
    Index("ix_ledger_transactions_unposted", "at", "id", postgresql_where=UNPOSTED, sqlite_where=UNPOSTED),
    Index("ix_ledger_transactions_reserved", "id", postgresql_where=RESERVED, sqlite_where=RESERVED),
)

ledger_entries = Table(
    "ledger_entries",
    metadata,
    Column(
        "transaction_id",
        Text(MAX_ID),
        ForeignKey("ledger_transactions.id", deferrable=True, initially="DEFERRED"),
        nullable=False,
    ),
    Column("account", Text(MAX_NAME), nullable=False),
    cents("amount_cents"),
    instant("at", nullable=True),  # its transaction fills in what is left out
    PrimaryKeyConstraint("transaction_id", "account"),
    CheckConstraint(f"amount_cents BETWEEN -{MAX_CENTS} AND {MAX_CENTS}", name="amount_cents"),
    CheckConstraint("amount_cents <> 0", name="moves_something"),
    Index(None, "account", "at", "transaction_id", "amount_cents"),
    sqlite_with_rowid=False,
)
make_with(
    ledger_entries, ledger.TRIGGERS
)  # entries point at transactions, so their table is the one that is made last

ledger_tail = Table(
    "ledger_tail",
    metadata,
    identifier("transaction_id"),
    PrimaryKeyConstraint("transaction_id"),
    sqlite_with_rowid=False,
)
"""Posted transactions that the sums below do not have yet. The database writes each down in the transaction
that posts it; whoever adds it to the sums takes it out of here."""

ledger_checkpoints = Table(
    "ledger_checkpoints",
    metadata,
    Column("account", Text(MAX_NAME), nullable=False),
    Column("posted_cents", Whole(octets=8), nullable=False),
    PrimaryKeyConstraint("account"),
)
"""By account, the sum of its entries of posted transactions, without those of ``ledger_tail``."""

ledger_accounts = Table(
    "ledger_accounts",
    metadata,
    Column("code", Text(MAX_NAME), nullable=False),
    Column("posted_cents", Whole(octets=8), nullable=False),
    Column("reserved_debit_cents", Whole(octets=8), nullable=False),
    Column("reserved_credit_cents", Whole(octets=8), nullable=False),
    Column("version", Whole(octets=8), nullable=False),
    PrimaryKeyConstraint("code"),
    CheckConstraint("reserved_debit_cents >= 0", name="reserved_debits"),
    CheckConstraint("reserved_credit_cents <= 0", name="reserved_credits"),
    sqlite_with_rowid=False,
)
"""Heads of personal accounts: what the entries of each come to, changed together with them."""

ledger_daily_totals = Table(
    "ledger_daily_totals",
    metadata,
    Column("account", Text(MAX_NAME), ForeignKey("ledger_checkpoints.account"), nullable=False),
    Column("day", Date, nullable=False),
    Column("posted_cents", Whole(octets=8), nullable=False),
    PrimaryKeyConstraint("account", "day"),
)
"""The same sums by the day (UTC) of posting."""


def _own_transactions(person: Person) -> ColumnElement[bool]:
    """Those of the customer's orders, and those about them as a driver; what a driver earned is in the
    entries of their accounts."""
    own, row = select(orders.c.id).where(orders.c.customer_id == person.user_id), ledger_transactions.c
    as_driver = and_(row.subject_kind == SubjectKind.DRIVER, row.subject_id == person.drives_as)
    return or_(row.order_id.in_(own), as_driver)


def _own_entries(person: Person) -> ColumnElement[bool]:
    return ledger_entries.c.account.in_(_own_codes(person))


def _own_codes(person: Person) -> list[str]:
    return [account.code for account in accounts_of(person.drives_as)]


PERSONAL_DATA = (
    Section("money_moved", ledger_transactions, _own_transactions),
    Section("driver_account", ledger_entries, _own_entries),
    Section("driver_balances", ledger_accounts, lambda who: ledger_accounts.c.code.in_(_own_codes(who))),
)

NOBODYS = {
    ledger_tail.name: "ids of transactions, for an hour",
    ledger_checkpoints.name: "sums of the entries, which say whose they are",
    ledger_daily_totals.name: "sums of the entries, which say whose they are",
}
