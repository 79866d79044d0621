"""The simulated cards after a restart: a process that knows nothing of what another has charged."""

from collections.abc import AsyncIterator
from pathlib import Path

import attrs
import pytest

from haulage.kernel.policy import OPERATOR, Actor
from haulage.ledger import SplitStatus
from haulage.payments import PaymentState, RefundStatus
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.money.refunding import RefundWish
from haulage_adapters.assembly import assemble
from haulage_adapters.settings import Settings
from haulage_adapters.system.identifiers import RandomIdentifiers
from use_cases.bookkeeping import drive
from use_cases.town import CHALLENGED, SteadyRoutes, Town, a_card, make_tables, open_town

pytestmark = pytest.mark.anyio


@pytest.fixture
async def town(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Town]:
    make_tables(tmp_path / "town.db")
    async with open_town(tmp_path / "town.db") as opened:
        yield restarted(opened, tmp_path)


def restarted(town: Town, folder: Path) -> Town:
    """The same database with cards that begin anew."""
    return attrs.evolve(town, market=_market(town, folder))


def _market(town: Town, folder: Path) -> Marketplace:
    settings = Settings(data=folder, card_decline_share=0)
    return assemble(settings, town.storage, town.clock, RandomIdentifiers(), SteadyRoutes())


async def test_what_was_paid_before_a_restart_is_driven_shared_tipped_and_refunded_after_it(
    town: Town, tmp_path: Path
) -> None:
    ada, dee = await town.customer(), await town.driver()
    order = await town.assigned(ada, dee)
    town = restarted(town, tmp_path)
    await drive(town, dee, order)
    await town.later(minutes=1)
    payment = await town.payment(order)
    split = await town.storage.read(lambda unit: unit.splits.of_payment(payment.id))
    assert split is not None
    assert (split.status, bool(split.driver_transfer_id)) == (SplitStatus.COMPLETED, True)
    town = restarted(town, tmp_path)
    tip = (await town.market.open_tip(ada, order.id, 5_00)).payment
    town = restarted(town, tmp_path)
    assert (await town.market.confirm_payment(ada, tip.id, a_card())).payment.state is PaymentState.SUCCEEDED
    for cents in (10_00, None):
        town = restarted(town, tmp_path)
        await town.market.payment_desk.refund(OPERATOR, payment.id, RefundWish(cents))
    await town.later(hours=2)
    await _nothing_is_left_to_do(town, payment.id)
    after = await town.payment(order)
    assert (after.refunded_cents, after.refund_requested_cents) == (
        payment.amount_cents,
        payment.amount_cents,
    )
    assert await town.storage.read(lambda unit: unit.reversals.open_of(split.id)) == []


async def test_a_cancellation_and_a_question_of_the_bank_outlive_a_restart(
    town: Town, tmp_path: Path
) -> None:
    ada, dee = await town.customer(), await town.driver()
    order = await town.book(ada, dee)
    asked = await town.pay(ada, order, CHALLENGED)
    assert asked.payment.state is PaymentState.REQUIRES_ACTION
    town = restarted(town, tmp_path)
    seen = await town.market.settle_payment(ada, asked.payment.id)
    assert seen.payment.state in (PaymentState.REQUIRES_ACTION, PaymentState.REQUIRES_PAYMENT_METHOD)
    paid = await town.pay(ada, order)
    assert paid.payment.state is PaymentState.SUCCEEDED
    town = restarted(town, tmp_path)
    await town.market.cancel_order(ada, order.id, "Changed my mind")
    await town.later(hours=2)
    await _nothing_is_left_to_do(town, paid.payment.id)


async def _nothing_is_left_to_do(town: Town, payment_id: str) -> None:
    refunds = await town.storage.read(lambda unit: unit.refunds.of_payment(payment_id))
    assert {refund.status for refund in refunds} == {RefundStatus.SENT}
    counts = await town.market.job_desk.counts(OPERATOR)
    assert {state.value: count for state, count in counts.items() if count}.keys() == {"done"}
    assert (await town.market.ledger_desk.verify(OPERATOR)).in_order


async def test_the_holder_approves_what_their_bank_asked_before_a_restart(town: Town, tmp_path: Path) -> None:
    ada: Actor = await town.customer()
    order = await town.book(ada, await town.driver())
    asked = await town.pay(ada, order, CHALLENGED)
    town = restarted(town, tmp_path)
    paid = await town.market.confirm_payment.authenticate(ada, asked.payment.id, approved=True)
    assert paid.payment.state is PaymentState.SUCCEEDED
