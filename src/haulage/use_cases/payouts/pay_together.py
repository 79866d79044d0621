"""Pay the weekly payouts of many drivers in one transaction (OP-37).

One driver's payout takes some twenty statements and a commit; here as many do for all of them. What each is
paid, and the conditions of it, are those of a payout by itself, under the locks of everybody's books.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.actor import SYSTEM
from haulage.kernel.money import Cents
from haulage.ledger.driver_balance import DriverBalance, driver_balance
from haulage.payouts import (
    Payout,
    PayoutMethod,
    PayoutTrigger,
    counting_zone,
    week_of,
    weekly_amount,
)
from haulage.payouts.payout import ZONE_HOLDS
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import derived_id
from haulage.services.payments.payout_entries import reserve_payouts
from haulage.tax import W9Form, backup_withholding
from haulage.use_cases.payouts.request_payout import payout_requested, standard_payout


def weekly_id(driver_id: str, now: datetime) -> str:
    """There is one payout of this kind for a driver and week, however often it is entered."""
    return derived_id("pyt", f"weekly/{driver_id}/{week_of(now)}")


@attrs.frozen
class _Facts:
    """What the payouts of these drivers depend on; whoever is missing somewhere has none there."""

    balances: Mapping[str, DriverBalance]
    methods: Mapping[str, Sequence[PayoutMethod]]
    zones: Mapping[str, str]
    instants: Mapping[str, tuple[datetime, str]]
    unsent: Mapping[str, Cents]
    forms: Mapping[str, W9Form]


async def pay_together(unit: UnitOfWork, settled: Mapping[str, Cents], now: datetime) -> Sequence[str]:
    """Reserve and store the week's payout of each of these drivers, by how much of their money has settled
    at the provider. Who is paid already, or has nothing to be paid or nowhere to, is left out.

    Returns those who have to be paid one by one: something is taken back of their transfers, or the books
    refused their payout.
    """
    await unit.ledger.lock_all(settled)
    waiting = await _payable(unit, await _unpaid(unit, settled, now))
    if not waiting:
        return []
    facts = await _facts(unit, waiting, now)
    due = [payout for driver_id in waiting if (payout := _payout(driver_id, settled[driver_id], facts, now))]
    simple = [payout for payout in due if not payout.taken_back_cents]
    together = await reserve_payouts(unit, simple, facts.balances)
    await unit.payouts.add_all(together)
    await unit.jobs.enqueue_all([Job(JobKind.SEND_PAYOUT, payout.id) for payout in together], now)
    for payout in together:
        await unit.audit.append(payout_requested(payout, SYSTEM, now))
    paid = {payout.driver_id for payout in together}
    return [payout.driver_id for payout in due if payout.driver_id not in paid]


async def _unpaid(unit: UnitOfWork, settled: Mapping[str, Cents], now: datetime) -> list[str]:
    """Who has something settled there, and was not paid this week."""
    ids = {driver_id: weekly_id(driver_id, now) for driver_id, cents in settled.items() if cents > 0}
    paid = await unit.payouts.existing(list(ids.values()))
    return [driver_id for driver_id, id in ids.items() if id not in paid]


async def _payable(unit: UnitOfWork, driver_ids: Sequence[str]) -> list[str]:
    """Those whose account pays out."""
    accounts = await unit.connected_accounts.of_drivers(driver_ids)
    return [id for id in driver_ids if id in accounts and accounts[id].payouts_enabled]


async def _facts(unit: UnitOfWork, driver_ids: Sequence[str], now: datetime) -> _Facts:
    balances = await unit.ledger.balances_of_all(driver_ids)
    return _Facts(
        balances={driver_id: driver_balance(found, driver_id) for driver_id, found in balances.items()},
        methods=await unit.payout_methods.of_drivers(driver_ids),
        zones=await unit.drivers.timezones(driver_ids),
        instants=await unit.payouts.instants_since(driver_ids, now - ZONE_HOLDS),
        unsent=await unit.payouts.unsent_cents(driver_ids),
        forms=await unit.taxpayers.current_of(driver_ids),
    )


def _payout(driver_id: str, settled: Cents, facts: _Facts, now: datetime) -> Payout | None:
    """To the default method, of what is available and has settled; None where there is nothing or no way."""
    available = weekly_amount(facts.balances[driver_id].available_cents)
    cents = min(available, settled - facts.unsent.get(driver_id, 0))
    usable = [method for method in facts.methods.get(driver_id, ()) if method.is_usable]
    if cents < 1 or not usable or usable[0].is_held_at(now) or driver_id not in facts.zones:
        return None
    return standard_payout(
        driver_id,
        usable[0],
        cents,
        PayoutTrigger.WEEKLY,
        id=weekly_id(driver_id, now),
        now=now,
        zone=counting_zone(facts.instants.get(driver_id), ZoneInfo(facts.zones[driver_id]), now),
        withheld_cents=backup_withholding(cents, facts.forms.get(driver_id)),
    )
