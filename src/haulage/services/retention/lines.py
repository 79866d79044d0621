"""Constructors of retention rules, and the periods and reasons that several rules share."""

from datetime import datetime, timedelta

from haulage.ports.storage.retention import Expiring
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.retention.rule import Delete, Removal, RetentionRule

DAY = timedelta(days=1)
YEAR = timedelta(days=365)
BOOKS = 7 * YEAR
POSITIONS_RETENTION = timedelta(days=90)
"""Ours: long enough for a dispute about a delivery, and no longer."""
DISPUTES = "Longer than a card's holder has to dispute a charge."
BOOKKEEPING = "Federal tax law and the duties of bookkeeping."
SAFETY = "Whoever got hold of an account must be found out."
NOBODYS = "Needed to run the site; it says nothing about anybody."


def expired(what: Expiring) -> Delete:
    async def delete(unit: UnitOfWork, before: datetime, limit: int) -> int:
        return await unit.retention.delete(what, before, limit)

    return delete


def deleted(
    key: str,
    stored_in: tuple[str, ...] | str,
    duration: timedelta,
    since: str,
    delete: Delete | None,
    why: str,
    what: str | None = None,
    *,
    removal: Removal = Removal.DELETED,
    source: str = "ours",
    by: str = "",
) -> RetentionRule:
    tables = (stored_in,) if isinstance(stored_in, str) else stored_in
    return RetentionRule(key, tables, removal, why, what, duration, since, source, delete, by)


def with_account(key: str, stored_in: tuple[str, ...], what: str, why: str) -> RetentionRule:
    return RetentionRule(key, stored_in, Removal.WITH_ACCOUNT, why, what)


def retained(
    key: str,
    stored_in: tuple[str, ...],
    why: str,
    what: str | None = None,
    duration: timedelta | None = None,
    since: str = "after the payment",
) -> RetentionRule:
    """What is stored for good, or for as long as the books are (OP-97)."""
    since, source = (since, "OP-97") if duration else ("", "ours")
    return RetentionRule(key, stored_in, Removal.RETAINED, why, what, duration, since, source)
