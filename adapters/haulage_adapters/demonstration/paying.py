"""The first driver's money: where it is paid, what it was spent on, and a payout on its way.

The story begins after this week's run of payouts, which would otherwise pay the whole balance as soon as
somebody looks, and leave nothing to be paid out at once.
"""

from datetime import datetime, timedelta

import attrs

from haulage.jobs import Every, JobKind, JobState, RecurringJob
from haulage.jobs.stored_job import finished
from haulage.kernel.actor import OPERATOR, Actor
from haulage.payouts import BankAccountType, BankDetails, DebitCardDetails, PayoutSpeed
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import Expense, ExpenseCategory, ExpenseDraft
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.payouts.request_payout import PayoutRequest
from haulage_adapters.demonstration.clock import StoryClock
from haulage_adapters.demonstration.people import DRIVERS
from haulage_adapters.demonstration.recorded_scenario import RecordedSteps
from haulage_adapters.demonstration.registration import actor_of
from haulage_adapters.simulated.payout_methods import BANK_PAYS, CARD_PAYS, ROUTING

EXPENSES = (
    (6, ExpenseCategory.FUEL, 58_20, "Fuel, Atlantic Avenue"),
    (5, ExpenseCategory.SUPPLIES, 34_99, "Moving blankets and straps"),
    (2, ExpenseCategory.PHONE, 45_00, "Phone plan"),
)
"""Days ago, what for, and cents."""
PAID_OUT_CENTS = 10_00


async def add_payout_methods(marketplace: Marketplace) -> None:
    """So long before the story's end that instant payouts are held no more; none where there are some, or
    where drivers add them on the provider's own pages."""
    if marketplace.payouts.methods.are_entered_at_provider:
        return
    driver, id = await _first_driver(marketplace)
    methods = marketplace.payouts.methods
    if not await methods.list(driver, id):
        card = DebitCardDetails(CARD_PAYS, 12, marketplace.clock.now().year + 3)
        bank = BankDetails(ROUTING, BANK_PAYS, "Sample Bank", BankAccountType.CHECKING)
        for details in (card, bank):
            await methods.add_for(attrs.evolve(driver, operated_by=OPERATOR.system), id, details)


async def count_the_week_as_paid(marketplace: Marketplace, now: datetime) -> None:
    """While nobody has a balance, so that nobody misses anything; the next week's run pays."""

    async def work(unit: UnitOfWork) -> None:
        for job in RecurringJob(JobKind.RUN_WEEKLY_PAYOUTS, Every.WEEK).due(now):
            await unit.jobs.enqueue(job, now)
            known = await unit.jobs.get(job.id)
            if known is not None and known.state is JobState.WAITING:
                await unit.jobs.save(known, finished(known, now))

    await marketplace.storage.write(work)


async def spend_and_pay_out(marketplace: Marketplace, clock: StoryClock) -> None:
    """Write expenses down, and have something paid out."""
    driver, id = await _first_driver(marketplace)
    today = await marketplace.tax.expenses.today(driver, id)
    recorded = await marketplace.tax.expenses.list(driver, id, PageRequest(limit=1), today.year)
    if not recorded.page.items:
        for days, category, cents, words in EXPENSES:
            spent = Expense(category, cents, today - timedelta(days=days))
            await marketplace.tax.expenses.add(driver, id, ExpenseDraft(spent, words))
    await pay_out(marketplace, clock)


async def pay_out(marketplace: Marketplace, clock: StoryClock) -> None:
    """Have the driver's shares sent and ask for an instant payout, where there are methods to pay it to. At
    some hours customers are offered other drivers, and there may be too little to pay out."""
    if marketplace.payouts.methods.are_entered_at_provider:
        return
    driver, id = await _first_driver(marketplace)
    for listed in (await marketplace.payments.splits.list(driver, PageRequest(limit=100))).items:
        await marketplace.payments.transfers.of_split(listed.split.id)
    if (await marketplace.payouts.next(driver, id)).balance.available_cents < PAID_OUT_CENTS:
        return
    methods = await marketplace.payouts.methods.list(driver, id)
    card = next(each.id for each in methods if each.is_instant)
    request = PayoutRequest(PAID_OUT_CENTS, PayoutSpeed.INSTANT, card)
    steps = RecordedSteps(marketplace, clock, "money")
    await steps.do(
        "payout",
        lambda once: marketplace.payouts.request(driver, id, request, once),
        lambda payout: payout.id,
    )


async def _first_driver(marketplace: Marketplace) -> tuple[Actor, str]:
    driver = await actor_of(marketplace, DRIVERS[0].person.email)
    assert driver.driver_id is not None
    return driver, driver.driver_id
