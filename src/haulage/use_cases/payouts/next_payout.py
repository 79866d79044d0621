"""The next weekly payout of a driver, why it is so much, and the entries that each part comes from."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, Unavailable
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger import AccountKind, LedgerAccount
from haulage.ledger.driver_balance import DriverBalance
from haulage.payouts import (
    Eligibility,
    NextAmount,
    PayoutMethod,
    eligibility,
    next_amount,
    weekly_run_after,
)
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.ledger import StatementLine
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.use_cases.payouts.automatic_payouts import settled_there, unsent_cents


class BalancePart(StrEnum):
    """Where money of a driver's is."""

    AVAILABLE = "available"
    IN_TRANSIT = "in_transit"
    UNSENT = "unsent"
    HELD = "held"
    FROZEN = "frozen"
    DEBT = "debt"
    OVERDRAWN = "overdrawn"
    """Below nothing: a refund took what had been paid out. It is a debt once the provider has refused for
    good to give it back."""


ACCOUNT_OF = {
    BalancePart.AVAILABLE: AccountKind.DRIVER_AVAILABLE,
    BalancePart.IN_TRANSIT: AccountKind.DRIVER_IN_TRANSIT,
    BalancePart.UNSENT: AccountKind.DRIVER,
    BalancePart.HELD: AccountKind.DRIVER_HELD,
    BalancePart.FROZEN: AccountKind.DRIVER_FROZEN,
    BalancePart.DEBT: AccountKind.DRIVER_DEBT,
    BalancePart.OVERDRAWN: AccountKind.DRIVER_AVAILABLE,
}


@attrs.frozen
class NextPayout:
    """As things stand: ``at`` is when the weekly run begins, and ``method`` where it pays to, None without
    one that is verified."""

    driver_id: str
    at: datetime
    amount: NextAmount
    balance: DriverBalance
    method: PayoutMethod | None


@attrs.frozen
class SeeNextPayout:
    """For the driver, administrators and operators."""

    storage: Storage
    clock: Clock
    provider: DriverPayouts

    async def __call__(self, actor: Actor, driver_id: str) -> NextPayout:
        """A provider that does not answer leaves open how much has settled. Raises ``NotFound``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))
        run_at = weekly_run_after(self.clock.now())

        async def query(unit: UnitOfWork) -> tuple[Eligibility, DriverBalance, Cents, PayoutMethod | None]:
            if await unit.drivers.get(driver_id) is None:
                raise NotFound("Driver")
            methods = await unit.payout_methods.of_driver(driver_id)
            method = next((each for each in methods if each.is_usable), None)
            stands = eligibility(
                await unit.connected_accounts.get(driver_id),
                [method] if method else [],
                await unit.payout_settings.of_driver(driver_id),
                None,
                run_at,
            )
            return stands, await balance_of(unit, driver_id), await unsent_cents(unit, driver_id), method

        stands, balance, unsent, method = await self.storage.read(query)
        amount = next_amount(
            stands,
            available_cents=balance.available_cents,
            settled_cents=await self._settled(driver_id),
            unsent_cents=unsent,
        )
        return NextPayout(driver_id, run_at, amount, balance, method)

    async def entries(
        self, actor: Actor, driver_id: str, part: BalancePart, page: PageRequest
    ) -> Page[StatementLine]:
        """What a part of the balance comes from, newest first, as the books have it. Raises ``NotFound``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))

        async def query(unit: UnitOfWork) -> Page[StatementLine]:
            if await unit.drivers.get(driver_id) is None:
                raise NotFound("Driver")
            return await unit.ledger.statement(LedgerAccount(ACCOUNT_OF[part], driver_id), page)

        return await self.storage.read(query)

    async def _settled(self, driver_id: str) -> Cents | None:
        try:
            return await settled_there(self.storage, self.provider, driver_id)
        except Unavailable:
            return None
