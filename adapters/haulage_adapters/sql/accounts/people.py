"""Accounts and their users."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, insert, select, update

from haulage.accounts.account import Account, EmailTaken, User
from haulage.kernel.actor import UserType
from haulage.kernel.errors import Conflict
from haulage_adapters.sql.accounts.part import Part
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.tables import accounts, former_contacts, users
from haulage_adapters.sql.upserts import insert_ignore

_ACCOUNT = flat_names(Account, without=set())
_USER = flat_names(User, without=set())
_CONTACT = ("name", "email", "phone")


class People(Part):
    async def add(self, account: Account, user: User) -> None:
        """The unique address decides a race; the loser's unit is undone."""
        try:
            await self._session.run(insert(accounts).values(_account_row(account)), what="account")
        except Conflict:
            raise EmailTaken from None
        await self._session.run(insert(users).values(attributes_of(user, _USER)), what="user")

    async def get(self, account_id: str) -> Account | None:
        return _account(await self._session.row(select(accounts).where(accounts.c.id == account_id)))

    async def any_exist(self) -> bool:
        return await self._session.row(select(accounts.c.id).limit(1)) is not None

    async def by_email(self, email: str) -> Account | None:
        return _account(await self._session.row(select(accounts).where(accounts.c.email == email)))

    async def by_new_email(self, email: str) -> Account | None:
        wishing = select(accounts).where(accounts.c.new_email == email)
        return _account(await self._session.row(wishing.order_by(accounts.c.updated_at.desc()).limit(1)))

    async def save(self, before: Account, after: Account) -> Account:
        return await save_unchanged(self._session, accounts, before, after, _account_row, what="account")

    async def note_sign_in(self, account: Account, now: datetime) -> bool:
        """One statement looks at the hash and takes the row's lock, so a new password and a sign-in with
        the old one cannot both succeed."""
        changed = await self._session.changed(
            update(accounts)
            .where(accounts.c.id == account.id, accounts.c.password_hash == account.password_hash)
            .values(last_sign_in_at=now),
            what="account",
        )
        return changed == 1

    async def user(self, user_id: str) -> User | None:
        return _user(await self._session.row(select(users).where(users.c.id == user_id)))

    async def administrators(self, limit: int) -> Sequence[User]:
        admins = select(users).where(users.c.user_type == UserType.ADMIN.value)
        rows = await self._session.rows(admins.order_by(users.c.id).limit(limit))
        return [user for row in rows if (user := _user(row)) is not None]

    async def user_of(self, account_id: str) -> User | None:
        return _user(await self._session.row(select(users).where(users.c.auth_id == account_id)))

    async def save_user(self, before: User, after: User) -> User:
        """A name, address or phone that changes is noted for a later erasure."""
        saved = await save_unchanged(self._session, users, before, after, _user_row, what="user")
        former = {part: getattr(before, part) for part in _CONTACT}
        if former != {part: getattr(after, part) for part in _CONTACT}:
            noted = insert_ignore(self._session.dialect, former_contacts)
            await self._session.run(noted, former | {"user_id": before.id}, what="user")
        return saved


def _user_row(user: User) -> dict[str, Any]:
    return attributes_of(user, _USER)


def _account_row(account: Account) -> dict[str, Any]:
    return attributes_of(account, _ACCOUNT) | {"user_metadata": dict(account.user_metadata)}


def _account(row: RowMapping | None) -> Account | None:
    return None if row is None else Account(**columns_of(row, _ACCOUNT))


def _user(row: RowMapping | None) -> User | None:
    return None if row is None else User(**columns_of(row, _USER))
