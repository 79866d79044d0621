"""Whether a driver can be paid out now, how much, and what stands against it (OUT-18, OUT-20)."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger.driver_balance import DriverBalance
from haulage.payouts import Eligibility, PayoutHold, PayoutSettings, eligibility, most_now
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.backup_withholding import is_withholding
from haulage.services.payments.driver_funds import balance_of


@attrs.frozen
class PayoutStanding:
    """What the form of a payout needs to know. ``hold`` is None once it is over. ``is_withholding`` is
    whether a part of a payout is withheld for the tax office (OP-67)."""

    driver_id: str
    eligibility: Eligibility
    settings: PayoutSettings
    balance: DriverBalance
    hold: PayoutHold | None
    is_withholding: bool = False

    @property
    def most_now_cents(self) -> Cents:
        """The most that the form offers."""
        return most_now(self.settings.limits, self.balance.available_cents)


@attrs.frozen
class SeeEligibility:
    """For the driver, administrators and operators."""

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, driver_id: str) -> PayoutStanding:
        """Raises ``NotFound``."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> PayoutStanding:
            if await unit.drivers.get(driver_id) is None:
                raise NotFound("Driver")
            account = await unit.connected_accounts.get(driver_id)
            methods = await unit.payout_methods.of_driver(driver_id)
            settings = await unit.payout_settings.of_driver(driver_id)
            hold = await unit.payout_settings.hold(driver_id)
            return PayoutStanding(
                driver_id,
                eligibility(account, methods, settings, hold, now),
                settings,
                await balance_of(unit, driver_id),
                hold if hold is not None and hold.holds_at(now) else None,
                await is_withholding(unit, driver_id),
            )

        return await self.storage.read(query)
