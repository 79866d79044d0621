"""The simulated cards after a restart: a process that knows nothing of what another has charged."""

from collections.abc import AsyncIterator
from pathlib import Path

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import SplitStatus
from haulage.payments import PaymentState, RefundStatus
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage_adapters.assembly.marketplace import assemble
from haulage_adapters.settings import Settings
from haulage_adapters.system.identifiers import RandomIdentifiers
from use_cases.bookkeeping import drive
from use_cases.scenario import CHALLENGED, Scenario, SteadyRoutes, a_card, make_tables, open_scenario

pytestmark = pytest.mark.anyio


@pytest.fixture
async def scenario(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Scenario]:
    make_tables(tmp_path / "town.db")
    async with open_scenario(tmp_path / "town.db") as opened:
        yield restarted(opened, tmp_path)


def restarted(scenario: Scenario, folder: Path) -> Scenario:
    """The same database with cards that begin anew."""
    return attrs.evolve(scenario, market=_market(scenario, folder))


def _market(scenario: Scenario, folder: Path) -> Marketplace:
    settings = Settings(data=folder, card_decline_share=0)
    return assemble(settings, scenario.storage, scenario.clock, RandomIdentifiers(), SteadyRoutes())


async def test_what_was_paid_before_a_restart_is_driven_shared_tipped_and_refunded_after_it(
    scenario: Scenario, tmp_path: Path
) -> None:
    ada, dee = await scenario.customer(), await scenario.driver()
    order = await scenario.assigned(ada, dee)
    scenario = restarted(scenario, tmp_path)
    await drive(scenario, dee, order)
    await scenario.later(minutes=1)
    payment = await scenario.payment(order)
    split = await scenario.storage.read(lambda unit: unit.splits.of_payment(payment.id))
    assert split is not None
    assert (split.status, bool(split.driver_transfer_id)) == (SplitStatus.COMPLETED, True)
    scenario = restarted(scenario, tmp_path)
    tip = (await scenario.market.payments.open_tip(ada, order.id, 5_00)).payment
    scenario = restarted(scenario, tmp_path)
    assert (
        await scenario.market.payments.confirm(ada, tip.id, a_card())
    ).payment.state is PaymentState.SUCCEEDED
    for cents in (10_00, None):
        scenario = restarted(scenario, tmp_path)
        await scenario.market.payments.manage.refund(OPERATOR, payment.id, RefundRequest(cents))
    await scenario.later(hours=2)
    await _nothing_is_left_to_do(scenario, payment.id)
    after = await scenario.payment(order)
    assert (after.refunded_cents, after.refund_requested_cents) == (
        payment.amount_cents,
        payment.amount_cents,
    )
    assert await scenario.storage.read(lambda unit: unit.reversals.open_of(split.id)) == []


async def test_a_cancellation_and_a_question_of_the_bank_outlive_a_restart(
    scenario: Scenario, tmp_path: Path
) -> None:
    ada, dee = await scenario.customer(), await scenario.driver()
    order = await scenario.book(ada, dee)
    asked = await scenario.pay(ada, order, CHALLENGED)
    assert asked.payment.state is PaymentState.REQUIRES_ACTION
    scenario = restarted(scenario, tmp_path)
    seen = await scenario.market.payments.settle(ada, asked.payment.id)
    assert seen.payment.state in (PaymentState.REQUIRES_ACTION, PaymentState.REQUIRES_PAYMENT_METHOD)
    paid = await scenario.pay(ada, order)
    assert paid.payment.state is PaymentState.SUCCEEDED
    scenario = restarted(scenario, tmp_path)
    await scenario.market.orders.cancel(ada, order.id, "Changed my mind")
    await scenario.later(hours=2)
    await _nothing_is_left_to_do(scenario, paid.payment.id)


async def _nothing_is_left_to_do(scenario: Scenario, payment_id: str) -> None:
    refunds = await scenario.storage.read(lambda unit: unit.refunds.of_payment(payment_id))
    assert {refund.status for refund in refunds} == {RefundStatus.SENT}
    while (
        await scenario.market.jobs.run.all_due()
    ):  # a job may ask for another, such as to send what it wrote
        pass
    counts = await scenario.market.jobs.manage.counts(OPERATOR)
    assert {state.value: count for state, count in counts.items() if count}.keys() == {"done"}
    assert (await scenario.market.ledger.verify(OPERATOR)).in_order


async def test_the_holder_approves_what_their_bank_asked_before_a_restart(
    scenario: Scenario, tmp_path: Path
) -> None:
    ada: Actor = await scenario.customer()
    order = await scenario.book(ada, await scenario.driver())
    asked = await scenario.pay(ada, order, CHALLENGED)
    scenario = restarted(scenario, tmp_path)
    paid = await scenario.market.payments.confirm.authenticate(ada, asked.payment.id, approved=True)
    assert paid.payment.state is PaymentState.SUCCEEDED
