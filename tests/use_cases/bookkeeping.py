"""Short ways to what tests of the money begin with, and to what they look at."""

from collections import Counter
from typing import Any

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import AccountKind, PaymentSplit, ledger_account
from haulage.orders import Order
from haulage.payments import Payment, Refund
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.payments.disputes import apply_dispute_update
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payments.reconcile_refunds import note_refunds
from haulage.webhooks.dispute_update import DisputeUpdate
from use_cases.scenario import Scenario

PRICE, TAXES, FEE = 27_06, 2_06, 1_08
"""The default driver's 25.00 with tax, and what the provider keeps of it."""
HALF = (PRICE - TAXES - FEE) // 2


WHOSE = {
    AccountKind.CONNECTED_ACCOUNT: "card_clearing",
    AccountKind.BANK: "card_clearing",
    AccountKind.DRIVER_AVAILABLE: "driver",
    AccountKind.DRIVER_DEBT: "driver",
}
"""Accounts that tell where somebody's money is, and the one that tells whose it is."""


async def accounts(scenario: Scenario) -> dict[str, int]:
    """Every account that holds something; the books are in order whenever they are looked at."""
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order
    found = await scenario.market.ledger.trial_balance(OPERATOR)
    assert sum(cents for _, cents in found) == 0
    return {account.code: cents for account, cents in found if cents}


async def balances(scenario: Scenario) -> dict[str, int]:
    """What everybody has, wherever it is: shares that were sent, those that were not and debts together, and
    all that the provider and the bank hold."""
    together: Counter[str] = Counter()
    for code, cents in (await accounts(scenario)).items():
        account = ledger_account(code)
        whose = WHOSE.get(account.kind, account.kind.value)
        together[f"{whose}:{account.owner}" if whose == "driver" else whose] += cents
    return {code: cents for code, cents in together.items() if cents}


async def reserved(scenario: Scenario) -> dict[str, int]:
    """What disputes and reports keep from drivers, by the account that tells what is theirs."""
    found = await scenario.storage.read(lambda unit: unit.ledger.balances())
    stored: Counter[str] = Counter()
    for account, balance in found.items():
        if account.kind in (AccountKind.DRIVER_HELD, AccountKind.DRIVER_FROZEN):
            assert balance.posted_cents == balance.reserved_debit_cents == 0
            stored[f"driver:{account.owner}"] -= balance.reserved_credit_cents
    return {code: cents for code, cents in stored.items() if cents}


async def split_of(scenario: Scenario, order: Order) -> PaymentSplit | None:
    payment = await scenario.payment(order)
    return await scenario.storage.read(lambda unit: unit.splits.of_payment(payment.id))


async def the_split(scenario: Scenario, order: Order) -> PaymentSplit:
    found = await split_of(scenario, order)
    assert found is not None
    return found


async def drive(scenario: Scenario, driver: Actor, order: Order) -> Order:
    """From the acceptance to the end."""
    steps = scenario.market.deliveries.steps
    for step in (scenario.market.dispatch.accept_offer, steps.start, steps.confirm_pickup, steps.complete):
        order = await step(driver, order.id)
    return order


async def driven(scenario: Scenario, customer: Actor, driver: Actor, **request: Any) -> Order:
    """Paid and delivered; the driver's part is due."""
    return await drive(scenario, driver, await scenario.assigned(customer, driver, **request))


async def late_fee(scenario: Scenario, customer: Actor, driver: Actor, **request: Any) -> Order:
    """Accepted, and cancelled when that costs something."""
    order = await scenario.assigned(customer, driver, **request)
    await scenario.market.dispatch.accept_offer(driver, order.id)
    scenario.clock.turn(minutes=6)
    return await scenario.market.orders.cancel(customer, order.id, "Changed my mind")


async def refund(
    scenario: Scenario, order: Order, cents: int | None = None, *, goodwill: bool = False
) -> Refund:
    payment = await scenario.payment(order)
    return await scenario.market.payments.manage.refund(OPERATOR, payment.id, RefundRequest(cents, goodwill))


async def dispute(
    scenario: Scenario,
    payment: Payment,
    cents: int,
    status: str = "needs_response",
    fee: int = 0,
    name: str = "dp_1",
) -> None:
    """As the bank decides and the provider tells of it."""
    scenario.cards.bank_disputes(name, payment.provider_reference, cents, status)
    news = DisputeUpdate(cents, fee, status, "fraudulent", entries=1 if fee else 0)

    async def work(unit: UnitOfWork) -> None:
        await apply_dispute_update(unit, payment.provider_reference, name, news, scenario.clock.now())

    await scenario.storage.write(work)


async def intent_of(scenario: Scenario, payment_id: str) -> str:
    """What the provider calls a payment."""
    found = await scenario.storage.read(lambda unit: unit.payments.get(payment_id))
    assert found is not None
    return found.provider_reference


async def listen_for_refunds(scenario: Scenario, payment_id: str) -> None:
    """What an event of the provider's about a refund has us do."""
    found = await scenario.cards.refunds_of(await intent_of(scenario, payment_id))
    now = scenario.clock.now()
    await scenario.storage.write(lambda unit: note_refunds(unit, payment_id, found, now))
