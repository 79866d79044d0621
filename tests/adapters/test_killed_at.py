"""Processes killed at one moment of the card provider's work; and what comes then."""

import signal
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import attrs
import pytest

from crash import children
from crash.children import QUOTE_REQUEST, Place, opened
from crash.provider import FiledCards
from crash.round import fill
from forked import start
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.orders import Order, PaymentStatus
from haulage.payments import PaymentInProgress, PaymentState
from haulage.use_cases.idempotency import Replayed
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.payments.issue_refund import RefundRequest
from use_cases.scenario import a_booking, a_card, once

pytestmark = [pytest.mark.anyio, pytest.mark.sqlite_suffices]  # killed beside a provider, not a commit

ADA = Actor("usr_0", UserType.CUSTOMER)


@pytest.fixture
async def place(database: str, tmp_path: Path) -> Place:
    made = Place(database, tmp_path)
    await fill(made, 1)
    return made


@pytest.fixture
async def provider(place: Place) -> FiledCards:
    return place.cards


@pytest.fixture
async def market(place: Place, provider: FiledCards) -> AsyncIterator[Marketplace]:
    """The process that is left."""
    async with opened(place, provider) as made:
        yield made


@pytest.fixture
async def order(market: Marketplace) -> Order:
    quote = await market.quotes.request(ADA, QUOTE_REQUEST)
    await market.drivers.find(ADA, quote.id)
    return await market.orders.book(ADA, a_booking(quote, Actor("usr_drv_0", UserType.DRIVER, "drv_0")))


def die(child: Callable[[Place], None], place: Place, moment: str) -> None:
    process = start(child, attrs.evolve(place, killed_at=moment))
    process.join(60)
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.parametrize("moment", ["before confirm", "after confirm"])
async def test_a_payment_cut_off_is_repeated_under_its_key_at_once_and_charged_once(
    place: Place, market: Marketplace, provider: FiledCards, order: Order, moment: str
) -> None:
    """Whether the provider had heard of it or not; who asks under another key waits for the attempt."""
    die(children.pay, place, moment)
    assert len(provider.charged()) == (moment == "after confirm")
    payment = await market.payments.open(ADA, order.id)
    assert payment.state is PaymentState.PROCESSING
    with pytest.raises(PaymentInProgress):
        await market.payments.confirm(ADA, payment.id, a_card(), once("key-2"))
    outcome = await market.payments.confirm(ADA, payment.id, a_card(), once(caller=ADA.user_id))
    assert outcome.payment.state is PaymentState.SUCCEEDED
    assert outcome.order.payment_status is PaymentStatus.PAID
    assert list(provider.charged().values()) == [order.price_cents]
    with pytest.raises(Replayed):
        await market.payments.confirm(ADA, payment.id, a_card(), once(caller=ADA.user_id))
    assert (await market.ledger.verify(OPERATOR)).in_order


@pytest.mark.parametrize("moment", ["before reversals", "after reversals"])
async def test_what_is_taken_back_of_two_transfers_is_taken_once_when_that_is_cut_off(
    place: Place, market: Marketplace, provider: FiledCards, order: Order, moment: str
) -> None:
    """After a refund that was withdrawn, so that a second transfer had brought the driver their part again;
    the process dies before or after the first of two reversals."""
    sent = await _two_transfers(market, provider, order)
    async with opened(attrs.evolve(place, ahead=timedelta(hours=1)), provider) as later:
        payment = await later.payments.open(ADA, order.id)
        before = sum(provider.total("reversals").values())
        await later.payments.manage.refund(OPERATOR, payment.id, RefundRequest(None))
    die(children.do_jobs, attrs.evolve(place, ahead=timedelta(hours=1)), moment)
    taken = sum(provider.total("reversals").values())
    assert (taken > before) == (moment == "after reversals")
    assert taken < sent
    async with opened(attrs.evolve(place, ahead=timedelta(hours=3)), provider) as late:
        await late.jobs.run.all_due()
        assert sum(provider.total("reversals").values()) == sum(provider.total("transfers").values()) == sent
        assert (await late.ledger.verify(OPERATOR)).in_order


async def _two_transfers(market: Marketplace, provider: FiledCards, order: Order) -> int:
    """Delivered; a part refund took from the share, was refused and withdrawn, and the part sent again. All
    that was ever sent."""
    payment = await market.payments.open(ADA, order.id)
    await market.payments.confirm(ADA, payment.id, a_card())
    driver = Actor("usr_drv_0", UserType.DRIVER, "drv_0")
    steps = market.deliveries.steps
    for step in (market.dispatch.accept_offer, steps.start, steps.confirm_pickup, steps.complete):
        await step(driver, order.id)
    await market.jobs.run.all_due()
    provider.refuses_refunds = True
    made = await market.payments.manage.refund(OPERATOR, payment.id, RefundRequest(10_00))
    await market.jobs.run.all_due()
    await market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    await market.jobs.run.all_due()
    provider.refuses_refunds = False
    transfers = await provider.transfers_of(order.id)
    assert len(transfers) == 2
    return sum(each.amount_cents for each in transfers)
