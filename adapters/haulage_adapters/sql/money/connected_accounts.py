"""Drivers' accounts at the payment provider in the database."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, insert, select

from haulage.payouts import AccountReport, ConnectedAccount
from haulage.ports.storage.payments import ConnectedAccountStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import connected_accounts

WHAT = "connected account"
_ACCOUNT = flat_names(ConnectedAccount, without={"report"})
_REPORT = flat_names(AccountReport, without=set())


class SqlConnectedAccountStore(ConnectedAccountStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def get(self, driver_id: str) -> ConnectedAccount | None:
        return await self._one(connected_accounts.c.driver_id == driver_id)

    async def of_drivers(self, driver_ids: Collection[str]) -> Mapping[str, ConnectedAccount]:
        theirs = select(connected_accounts).where(connected_accounts.c.driver_id.in_(driver_ids))
        return {row["driver_id"]: _account(row) for row in await self._session.rows(theirs)}

    async def of_account(self, account_id: str) -> ConnectedAccount | None:
        return await self._one(connected_accounts.c.account_id == account_id)

    async def add(self, account: ConnectedAccount) -> None:
        await self._session.run(insert(connected_accounts), _flat(account), what=WHAT)

    async def save(self, before: ConnectedAccount, after: ConnectedAccount) -> ConnectedAccount:
        return await save_unchanged(
            self._session, connected_accounts, before, after, _flat, what=WHAT, same=("driver_id", "version")
        )

    async def _one(self, condition: ColumnElement[bool]) -> ConnectedAccount | None:
        row = await self._session.row(select(connected_accounts).where(condition))
        return None if row is None else _account(row)


def _account(row: RowMapping) -> ConnectedAccount:
    report = columns_of(row, _REPORT)
    report["currently_due"] = tuple(report["currently_due"])
    return ConnectedAccount(report=AccountReport(**report), **columns_of(row, _ACCOUNT))


def _flat(account: ConnectedAccount) -> dict[str, Any]:
    report = attributes_of(account.report, _REPORT)
    return {**attributes_of(account, _ACCOUNT), **report, "currently_due": list(account.report.currently_due)}
