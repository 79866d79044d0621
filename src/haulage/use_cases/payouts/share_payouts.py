"""Pay drivers who chose more than the weekly payout once a share has come to them (OP-37).

By a threshold the whole balance is paid when it has reached it; by the order its share is. A share that was
just sent settles at the provider days later, and what is to be paid waits for that.
"""

from contextlib import suppress
from datetime import datetime, timedelta

import attrs

from haulage.kernel.money import Cents
from haulage.payouts import PayoutMethodHeld, PayoutSettings, PayoutTrigger, threshold_amount
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.services.payments.ledger_entries import derived_id
from haulage.use_cases.payouts.automatic_payouts import (
    NOTHING_TO_PAY,
    enter_standard,
    settled_there,
    unsent_cents,
)

SETTLING_PAUSE = timedelta(hours=1)
"""Ours: how long to wait before looking again whether a share has settled."""
SETTLES_WITHIN = timedelta(days=14)
"""Ours: what takes longer is left to the weekly payout."""
LONGEST_WAIT = SETTLES_WITHIN + timedelta(days=1)
"""Ours: so that a job has ended by itself before it is given up."""
NOT_SETTLED = "The driver's share has not settled at the payment provider yet."


@attrs.frozen
class _Credit:
    """A share that has come to a driver, and when."""

    id: str
    driver_id: str
    order_id: str
    cents: Cents
    at: datetime


@attrs.frozen
class SharePayouts:
    storage: Storage
    clock: Clock
    provider: DriverPayouts

    async def __call__(self, id: str) -> None:
        """*id* is of a split that was sent, or of a share that was sent again; paid once for each. Raises
        ``NotYet`` while the money has not settled or the method is too new, and ``Unavailable``."""
        credit = await self.storage.read(lambda unit: _credit(unit, id))
        if credit is None:
            return
        settled, waits = await settled_there(self.storage, self.provider, credit.driver_id), False
        now = self.clock.now()
        try:
            waits = await self.storage.write(lambda unit: self._enter(unit, credit, settled))
        except PayoutMethodHeld as held:
            if held.until - credit.at < SETTLES_WITHIN:
                raise NotYet(held.until, held.message) from held
        except NOTHING_TO_PAY:
            return
        if waits and now - credit.at < SETTLES_WITHIN:
            raise NotYet(now + SETTLING_PAUSE, NOT_SETTLED)

    async def released(self, split_id: str) -> None:
        """Once for each version of the split: what had kept the share from its driver keeps less of it. It
        was sent before that, and so has settled or is looked after by :meth:`__call__`. Raises
        ``Unavailable``."""
        credit = await self.storage.read(lambda unit: _credit(unit, split_id))
        if credit is not None:
            settled = await settled_there(self.storage, self.provider, credit.driver_id)
            with suppress(*NOTHING_TO_PAY):
                await self.storage.write(lambda unit: self._enter_released(unit, credit, settled))

    async def _enter_released(self, unit: UnitOfWork, credit: _Credit, settled: Cents) -> None:
        driver_id = credit.driver_id
        await unit.ledger.lock(driver_id)
        split = await unit.splits.get(credit.id)
        if split is None or split.is_stopped:
            return
        settings = await unit.payout_settings.of_driver(driver_id)
        by_order = settings.trigger is PayoutTrigger.ORDER
        id = derived_id("pyt", f"released/{split.id}/{split.version}")
        if await unit.payouts.get(id) is not None:
            return
        if by_order:
            paid = await unit.payouts.paid_by_order(driver_id, credit.order_id)
            credit = attrs.evolve(credit, cents=max(0, credit.cents - paid))
        available = (await balance_of(unit, driver_id)).available_cents
        cents = _wanted(settings, credit, min(available, settled - await unsent_cents(unit, driver_id)))
        if cents > 0:
            await self._pay(unit, settings, credit, id, cents)

    async def _enter(self, unit: UnitOfWork, credit: _Credit, settled: Cents) -> bool:
        """Whether something is to be paid that has not settled."""
        driver_id = credit.driver_id
        await unit.ledger.lock(driver_id)
        id = derived_id("pyt", f"share/{credit.id}")
        if await unit.payouts.get(id) is not None:
            return False
        settings = await unit.payout_settings.of_driver(driver_id)
        available = (await balance_of(unit, driver_id)).available_cents
        if not _wanted(settings, credit, available):
            return False
        there = min(available, settled - await unsent_cents(unit, driver_id))
        cents = _wanted(settings, credit, there)
        by_order = settings.trigger is PayoutTrigger.ORDER
        if cents <= 0 or (by_order and cents < _wanted(settings, credit, available)):
            return True
        await self._pay(unit, settings, credit, id, cents)
        return False

    async def _pay(
        self, unit: UnitOfWork, settings: PayoutSettings, credit: _Credit, id: str, cents: Cents
    ) -> None:
        by_order = settings.trigger is PayoutTrigger.ORDER
        await enter_standard(
            unit,
            credit.driver_id,
            cents,
            settings.trigger,
            id=id,
            now=self.clock.now(),
            order_id=credit.order_id if by_order else None,
        )


def _wanted(settings: PayoutSettings, credit: _Credit, cents: Cents) -> Cents:
    """What is to be paid of so much."""
    if settings.trigger is PayoutTrigger.THRESHOLD:
        return threshold_amount(cents, settings.limits.auto_payout_threshold_cents)
    return min(credit.cents, cents) if settings.trigger is PayoutTrigger.ORDER else 0


async def _credit(unit: UnitOfWork, id: str) -> _Credit | None:
    """None where nothing was sent."""
    again = await unit.splits.returned(id)
    split = await unit.splits.get(id if again is None else again.split_id)
    if split is None or split.driver_id is None:
        return None
    cents, at = (
        (split.submitted_cents or 0, split.completed_at)
        if again is None
        else (again.amount_cents, again.sent_at)
    )
    return None if at is None else _Credit(id, split.driver_id, split.order_id, cents, at)
