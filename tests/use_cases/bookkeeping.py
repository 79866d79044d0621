"""Short ways to what tests of the money begin with, and to what they look at."""

from typing import Any

import pytest

from haulage.kernel.policy import OPERATOR, Actor
from haulage.ledger import AccountKind, PaymentSplit
from haulage.orders import Order
from haulage.payments import Payment, Refund
from haulage.payments.provider_event import DisputeNews
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.money.disputes import hear_of_dispute
from haulage.use_cases.money.refunding import RefundWish
from use_cases.town import Town

ON_EACH_DATABASE = pytest.mark.usefixtures("database")

PRICE, TAXES, FEE = 27_06, 2_06, 1_08
"""The default driver's 25.00 with tax, and what the provider keeps of it."""
HALF = (PRICE - TAXES - FEE) // 2


async def balances(town: Town) -> dict[str, int]:
    """Every account that holds something; the books are in order whenever they are looked at."""
    assert (await town.market.ledger_desk.verify(OPERATOR)).in_order
    found = await town.market.ledger_desk.trial_balance(OPERATOR)
    assert sum(cents for _, cents in found) == 0
    return {account.code: cents for account, cents in found if cents}


async def reserved(town: Town) -> dict[str, int]:
    """What is kept from drivers, who are owed it all."""
    found = await town.storage.read(lambda unit: unit.ledger.balances())
    kept = {each.code: balance for each, balance in found.items() if each.kind is AccountKind.DRIVER}
    assert all(balance.owed_cents >= 0 for balance in kept.values())
    return {code: balance.reserved_cents for code, balance in kept.items() if balance.reserved_cents}


async def split_of(town: Town, order: Order) -> PaymentSplit | None:
    payment = await town.payment(order)
    return await town.storage.read(lambda unit: unit.splits.of_payment(payment.id))


async def the_split(town: Town, order: Order) -> PaymentSplit:
    found = await split_of(town, order)
    assert found is not None
    return found


async def drive(town: Town, driver: Actor, order: Order) -> Order:
    """From the acceptance to the end."""
    steps = town.market.driving
    for step in (steps.accept, steps.start, steps.confirm_pickup, steps.complete):
        order = await step(driver, order.id)
    return order


async def driven(town: Town, customer: Actor, driver: Actor, **wish: Any) -> Order:
    """Paid and delivered; the driver's part is due."""
    return await drive(town, driver, await town.assigned(customer, driver, **wish))


async def late_fee(town: Town, customer: Actor, driver: Actor, **wish: Any) -> Order:
    """Accepted, and cancelled when that costs something."""
    order = await town.assigned(customer, driver, **wish)
    await town.market.driving.accept(driver, order.id)
    town.clock.turn(minutes=6)
    return await town.market.cancel_order(customer, order.id, "Changed my mind")


async def refund(town: Town, order: Order, cents: int | None = None, *, goodwill: bool = False) -> Refund:
    payment = await town.payment(order)
    return await town.market.payment_desk.refund(OPERATOR, payment.id, RefundWish(cents, goodwill))


async def dispute(
    town: Town, payment: Payment, cents: int, status: str = "needs_response", fee: int = 0, name: str = "dp_1"
) -> None:
    """As the provider tells of it."""
    news = DisputeNews(cents, fee, status, "fraudulent")

    async def work(unit: UnitOfWork) -> None:
        await hear_of_dispute(unit, payment.provider_reference, name, news, town.clock.now())

    await town.storage.write(work)
