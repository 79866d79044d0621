"""Everybody with an account, listed and counted."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, false, func, or_, select

from haulage.payments import PaymentState
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.people import (
    ListedPerson,
    PeopleStore,
    PersonFigures,
    PersonFilter,
    PersonState,
)
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import columns_of, flat_names
from haulage_adapters.sql.searching import is_id
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import accounts, claims, drivers, orders, payments, sessions, users
from haulage_adapters.sql.tables.accounts import SUSPENDED
from haulage_adapters.sql.tables.drivers import ONLINE, UNAPPROVED
from haulage_adapters.sql.types import UtcTime

FEWEST_DIGITS = 3
"""Ours: fewer begin every other phone number."""

_PERSON = flat_names(ListedPerson, without=set())
_COUNT = func.count()


class SqlPeopleStore(PeopleStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def list(self, wanted: PersonFilter, page: PageRequest) -> Page[ListedPerson]:
        listed = _listed().where(*_conditions(wanted)).subquery("listed")
        return one_page(await self._session.rows(page_of(listed, page)), page, _person)

    async def names_of(self, ids: Sequence[str]) -> Mapping[str, str]:
        joined = users.outerjoin(drivers, drivers.c.user_id == users.c.id)
        found: dict[str, str] = {}
        for column in (users.c.id, users.c.auth_id, drivers.c.id):
            wanted = select(column.label("id"), users.c.name).select_from(joined).where(column.in_(ids))
            found |= {row["id"]: row["name"] for row in await self._session.rows(wanted)}
        return found

    async def figures(self, user_id: str, account_id: str, driver_id: str | None) -> PersonFigures:
        paid = select(
            func.coalesce(func.sum(payments.c.amount_cents), 0).label("paid"),
            func.coalesce(func.sum(payments.c.refunded_cents), 0).label("refunded"),
        ).where(payments.c.customer_id == user_id, payments.c.state == PaymentState.SUCCEEDED)
        money = await self._session.row(paid)
        signed_in = sessions.c.account_id == account_id, sessions.c.revoked_at.is_(None)
        last_active = select(_last_active()).select_from(accounts).where(accounts.c.id == account_id)
        return PersonFigures(
            last_active_at=await self._session.scalar(last_active),
            sessions=await self._count(sessions, *signed_in),
            orders=await self._count(orders, orders.c.customer_id == user_id),
            jobs=await self._count(orders, orders.c.driver_id == driver_id) if driver_id else 0,
            paid_cents=int(money["paid"]) if money else 0,
            refunded_cents=int(money["refunded"]) if money else 0,
            claims=await self._count(claims, claims.c.customer_id == user_id),
            claims_about=await self._count(claims, claims.c.driver_id == driver_id) if driver_id else 0,
        )

    async def _count(self, table: Any, *conditions: ColumnElement[bool]) -> int:
        return int(await self._session.scalar(select(_COUNT).select_from(table).where(*conditions)))


def _last_active() -> ColumnElement[Any]:
    """The last use of a living session, or else the last time that somebody signed in."""
    used = (
        select(func.max(func.coalesce(sessions.c.used_at, sessions.c.refreshed_at), type_=UtcTime()))
        .where(sessions.c.account_id == accounts.c.id)
        .correlate(accounts)
        .scalar_subquery()
    )
    return func.coalesce(used, accounts.c.last_sign_in_at, type_=UtcTime())


def _listed() -> Select[Any]:
    booked = select(_COUNT).where(orders.c.customer_id == users.c.id).correlate(users).scalar_subquery()
    driven = select(_COUNT).where(orders.c.driver_id == drivers.c.id).correlate(drivers).scalar_subquery()
    return (
        select(
            users.c.id,
            users.c.email,
            users.c.name,
            users.c.phone,
            users.c.user_type,
            users.c.created_at,
            _last_active().label("last_active_at"),
            accounts.c.suspended_at,
            drivers.c.id.label("driver_id"),
            drivers.c.approved_at,
            func.coalesce(drivers.c.is_online, false()).label("is_online"),
            booked.label("orders"),
            driven.label("jobs"),
        )
        .join(accounts, accounts.c.id == users.c.auth_id)
        .outerjoin(drivers, drivers.c.user_id == users.c.id)
    )


def _conditions(wanted: PersonFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.text:
        conditions.append(_begins(wanted.text))
    if wanted.user_type is not None:
        conditions.append(users.c.user_type == wanted.user_type)
    if wanted.state is not None:
        conditions.append(_STATES[wanted.state])
    return conditions


_DRIVES = select(drivers.c.user_id)
_STATES: dict[PersonState, ColumnElement[bool]] = {
    PersonState.SUSPENDED: users.c.auth_id.in_(select(accounts.c.id).where(SUSPENDED)),
    PersonState.UNAPPROVED: users.c.id.in_(_DRIVES.where(UNAPPROVED)),
    PersonState.ONLINE: users.c.id.in_(_DRIVES.where(ONLINE)),
}


def _begins(text: str) -> ColumnElement[bool]:
    """Where a mail address or a word of a name begins with this text, or a phone number has these digits, and
    whose id it is."""
    typed, name = text.lower(), func.lower(users.c.name)
    found = [
        users.c.email.startswith(typed, autoescape=True),
        name.startswith(typed, autoescape=True),
        name.contains(f" {typed}", autoescape=True),
        # SQLite knows the small letters of ASCII alone.
        users.c.name.startswith(text, autoescape=True),
        users.c.name.contains(f" {text}", autoescape=True),
        is_id(users.c.id, text),
        is_id(drivers.c.id, text),
    ]
    digits = "".join(each for each in text if each.isascii() and each.isdigit())
    if len(digits) >= FEWEST_DIGITS and not any(each.isalpha() for each in text):
        found.append(_digits(users.c.phone).contains(digits))
    return or_(*found)


def _digits(phone: ColumnElement[str]) -> ColumnElement[str]:
    """A phone number without what people write between its digits."""
    bare: Any = phone
    for sign in "+-(). ":
        bare = func.replace(bare, sign, "")
    return bare  # type: ignore[no-any-return]


def _person(row: RowMapping) -> ListedPerson:
    return ListedPerson(**columns_of(row, _PERSON))
