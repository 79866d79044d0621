"""Everybody's payments, as administrators look for them."""

from datetime import timedelta

import attrs
import pytest

from haulage.audit import AuditAction
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.payments import PaymentPurpose, PaymentState
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import EVERY_PAYMENT, PaymentFilter
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payments.payment_search import searched
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio


async def found(scenario: Scenario, wanted: PaymentFilter = EVERY_PAYMENT, search: str = "") -> list[int]:
    page = await scenario.market.payments.manage.list(ADMIN, PageRequest(), wanted, search)
    return [listed.order_number for listed in page.items]


async def test_a_payment_names_its_order_and_customer(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    (listed,) = (await scenario.market.payments.manage.list(ADMIN, PageRequest())).items
    assert (listed.payment.order_id, listed.order_number) == (order.id, order.number)
    user = await scenario.storage.read(lambda unit: unit.accounts.user(ada.user_id or ""))
    assert user is not None
    assert (listed.customer_name, listed.customer_email) == (user.name, user.email)


async def test_a_payment_is_found_by_whatever_people_know_of_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    bob = await scenario.customer("bob")
    other = await scenario.open_order(bob, dee)
    order = await scenario.open_order(ada, dee)
    every = (await scenario.market.payments.manage.list(ADMIN, PageRequest())).items
    (mine,) = [listed for listed in every if listed.order_number == order.number]
    email = (mine.customer_email or "").upper()
    for typed in (
        str(order.number),
        f" #{order.number} ",
        email,
        mine.payment.id,
        mine.payment.provider_reference,
    ):
        assert await found(scenario, search=typed) == [order.number], typed
    assert sorted(await found(scenario)) == sorted([order.number, other.number])
    assert await found(scenario, search="99999999999999999999") == []


async def test_payments_are_narrowed_by_what_became_of_them(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    (listed,) = (await scenario.market.payments.manage.list(ADMIN, PageRequest())).items
    assert await found(scenario, PaymentFilter(is_refunded=True)) == []
    refund = RefundRequest(100, goodwill=True, reason="Late")
    await scenario.market.payments.manage.refund(ADMIN, listed.payment.id, refund)
    now = listed.payment.created_at
    fits = PaymentFilter(
        state=PaymentState.SUCCEEDED, purpose=PaymentPurpose.ORDER, is_refunded=True, since=now
    )
    assert await found(scenario, fits) == [order.number]
    for other in (
        attrs.evolve(fits, is_disputed=True),
        attrs.evolve(fits, state=PaymentState.CANCELED),
        attrs.evolve(fits, purpose=PaymentPurpose.TIP),
        attrs.evolve(fits, until=now),
        attrs.evolve(fits, since=now + timedelta(seconds=1)),
    ):
        assert await found(scenario, other) == []


async def test_nobody_else_lists_payments(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    for actor in (ada, dee):
        with pytest.raises(Forbidden):
            await scenario.market.payments.manage.list(actor, PageRequest())


@pytest.mark.parametrize("typed", ["x" * 321, "a\0b", "two\nlines"])
async def test_what_nobody_types_is_refused(typed: str) -> None:
    with pytest.raises(InvalidInput, match="search"):
        searched(EVERY_PAYMENT, typed)


async def test_an_export_has_what_the_list_has_and_is_recorded(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.open_order(ada, dee)
    await scenario.open_order(await scenario.customer("bob"), dee)
    wanted = PaymentFilter(state=PaymentState.SUCCEEDED)
    pages = await scenario.market.payments.export(ADMIN, wanted, str(order.number))
    assert [listed.order_number async for page in pages for listed in page] == [order.number]
    trail = await scenario.storage.read(lambda unit: unit.audit.newest(10))
    (entry,) = [it for it in trail if it.action == AuditAction.PAYMENTS_EXPORTED]
    assert entry.facts["order_number"] == order.number
    with pytest.raises(Forbidden):
        await scenario.market.payments.export(ada, wanted)
