"""Compare what drivers' accounts hold at the provider with what our books say that they hold (OP-42)."""

from collections.abc import Collection, Mapping, Sequence

import attrs

from haulage.kernel.money import Cents
from haulage.ledger import Balance, connected_account
from haulage.ledger.driver_balance import UNPAID
from haulage.ports.payouts import DriverPayouts
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

BATCH = 100
"""Ours: so many are asked about at once."""


@attrs.frozen
class AccountDifference:
    """An account that holds another sum than our books say, in cents. Ours is what it holds once all that is
    on its way has left and come."""

    driver_id: str
    account_id: str
    our_cents: Cents
    their_cents: Cents


@attrs.frozen
class ComparedAccounts:
    """Of whose accounts the provider told nothing, and which differ."""

    unanswered: Collection[str]
    differences: Sequence[AccountDifference]


@attrs.frozen
class CompareAccounts:
    """Of drivers to whom something is unpaid. Of money on its way nobody knows whether it has left or come
    already: an account may hold any sum between both."""

    storage: Storage
    provider: DriverPayouts

    async def owners(self) -> Sequence[str]:
        """Every driver to whom something is unpaid, in the order of their ids."""
        found: set[str] = set()
        for kind in UNPAID:
            after: str | None = None
            while page := await self.storage.read(
                lambda unit: unit.ledger.owners_with(kind, BATCH, after)  # noqa: B023
            ):
                found.update(page)
                after = page[-1]
        return sorted(found)

    async def __call__(self, driver_ids: Collection[str]) -> ComparedAccounts:
        """Those of these drivers who have an account; at most 100 at once."""
        first, unanswered = await self._differing(driver_ids)
        if not first:
            return ComparedAccounts(unanswered, ())
        # What was just moving at the first look has arrived on both sides at the second.
        second, _ = await self._differing(first)
        return ComparedAccounts(
            unanswered, [each for each in second.values() if first[each.driver_id] == each]
        )

    async def _differing(
        self, driver_ids: Collection[str]
    ) -> tuple[Mapping[str, AccountDifference], Collection[str]]:
        """By the driver, and who was not answered for."""
        accounts = await self.storage.read(lambda unit: _accounts(unit, driver_ids))
        theirs = await self.provider.balances_of(accounts.values())
        held = await self.storage.read(lambda unit: _held(unit, accounts))
        found = {}
        for driver_id, account_id in accounts.items():
            there, here = theirs.get(account_id), held[driver_id]
            if there is None:
                continue
            ours, their_cents = here.posted_cents, there.available_cents + there.pending_cents
            if not ours + here.reserved_credit_cents <= their_cents <= ours + here.reserved_debit_cents:
                expected = ours + here.reserved_cents
                found[driver_id] = AccountDifference(driver_id, account_id, expected, their_cents)
        return found, [driver for driver, account in accounts.items() if account not in theirs]


async def _accounts(unit: UnitOfWork, driver_ids: Collection[str]) -> dict[str, str]:
    found = {each: await unit.connected_accounts.get(each) for each in driver_ids}
    return {driver_id: account.account_id for driver_id, account in found.items() if account is not None}


async def _held(unit: UnitOfWork, driver_ids: Collection[str]) -> Mapping[str, Balance]:
    found = await unit.ledger.balances_of_all(driver_ids)
    return {each: found[each][connected_account(each)] for each in driver_ids}
