"""What the stores of quotes, payments and replies promise, on both databases."""

from typing import Any

import attrs
import pytest

from builders import NOON, a_payment, a_quote, an_offer, an_order, minutes_later
from haulage.kernel.errors import Conflict
from haulage.payments import PaymentState
from haulage.payments.payment import cancel, decline, request_refund, submit, succeed
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.pricing.quote import replay
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

KEY = RequestKey("usr_1", "POST /orders", "3f2a")
REPLY = StoredResponse("a" * 64, b'{"id": "ord_1", "note": "\xc3\xa9\x00"}')


async def test_a_quote_comes_back_equal_and_makes_its_price_again(scene: Any, storage: SqlStorage) -> None:
    quote = a_quote(scheduled_time=minutes_later(90), special_requirements=("stairs", "piano"))
    await storage.write(lambda unit: unit.quotes.add(quote))
    stored = await storage.read(lambda unit: unit.quotes.get(quote.id))
    assert stored == quote
    assert replay(stored) == quote.fare


async def test_an_unknown_quote_is_none(storage: SqlStorage) -> None:
    assert await storage.read(lambda unit: unit.quotes.get("qte_x")) is None
    assert await storage.read(lambda unit: unit.quotes.offers("qte_x")) == []


async def test_a_price_that_does_not_add_up_is_refused(scene: Any, storage: SqlStorage) -> None:
    quote = a_quote()
    wrong = attrs.evolve(quote, fare=attrs.evolve(quote.fare, taxes_cents=quote.fare.taxes_cents + 1))
    with pytest.raises(DatabaseRefused):
        await storage.write(lambda unit: unit.quotes.add(wrong))


async def test_offers_come_back_equal_and_best_first(scene: Any, storage: SqlStorage) -> None:
    best, second = an_offer("drv_2", rank=1, rating=None), an_offer("drv_1", rank=2)
    await storage.write(lambda unit: unit.quotes.add(a_quote()))
    await storage.write(lambda unit: unit.quotes.replace_offers("qte_1", [second, best]))
    assert await storage.read(lambda unit: unit.quotes.offers("qte_1")) == [best, second]
    assert await storage.read(lambda unit: unit.quotes.offer("qte_1", "drv_1")) == second
    assert await storage.read(lambda unit: unit.quotes.offer("qte_1", "drv_3")) is None


async def test_a_new_search_forgets_the_offers_of_the_last(scene: Any, storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.quotes.add(a_quote()))
    await storage.write(lambda unit: unit.quotes.replace_offers("qte_1", [an_offer("drv_1")]))
    await storage.write(lambda unit: unit.quotes.replace_offers("qte_1", [an_offer("drv_2")]))
    assert await storage.read(lambda unit: unit.quotes.offers("qte_1")) == [an_offer("drv_2")]
    await storage.write(lambda unit: unit.quotes.replace_offers("qte_1", []))
    assert await storage.read(lambda unit: unit.quotes.offers("qte_1")) == []


async def test_a_payment_comes_back_equal(scene: Any, storage: SqlStorage) -> None:
    await scene.order(an_order())
    payment = a_payment(decline_reason="Your card was declined.", card_brand="visa", card_last4="4242")
    await storage.write(lambda unit: unit.payments.add(payment))
    assert await storage.read(lambda unit: unit.payments.get(payment.id)) == payment
    assert await storage.read(lambda unit: unit.payments.of_order("ord_1")) == payment
    assert await storage.read(lambda unit: unit.payments.get("pay_x")) is None


async def test_an_order_has_one_payment_that_is_not_canceled(scene: Any, storage: SqlStorage) -> None:
    await scene.order(an_order())
    first, second = a_payment("pay_1"), a_payment("pay_2")
    await storage.write(lambda unit: unit.payments.add(first))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.payments.add(second))
    await storage.write(lambda unit: unit.payments.save(first, cancel(first, NOON)))
    assert await storage.read(lambda unit: unit.payments.of_order("ord_1")) is None
    await storage.write(lambda unit: unit.payments.add(second))
    assert await storage.read(lambda unit: unit.payments.of_order("ord_1")) == second


async def test_saving_a_payment_that_somebody_else_changed_is_a_conflict(
    scene: Any, storage: SqlStorage
) -> None:
    await scene.order(an_order())
    payment = a_payment()
    await storage.write(lambda unit: unit.payments.add(payment))
    sent = await storage.write(lambda unit: unit.payments.save(payment, submit(payment, NOON)))
    assert (sent.version, sent.state) == (2, PaymentState.PROCESSING)
    with pytest.raises(Conflict, match="payment"):
        await storage.write(lambda unit: unit.payments.save(payment, submit(payment, NOON)))
    declined = decline(sent, "Your card was declined.", minutes_later(1))
    assert (await storage.write(lambda unit: unit.payments.save(sent, declined))).version == 3


@pytest.mark.parametrize(
    "changes", [{"refunded_cents": 43_31}, {"refund_requested_cents": 43_31}, {"amount_cents": -1}]
)
async def test_the_database_refuses_impossible_amounts(
    scene: Any, storage: SqlStorage, changes: dict[str, int]
) -> None:
    await scene.order(an_order())
    payment = a_payment()
    await storage.write(lambda unit: unit.payments.add(payment))
    with pytest.raises(DatabaseRefused):
        await storage.write(lambda unit: unit.payments.save(payment, attrs.evolve(payment, **changes)))


async def test_spent_is_what_succeeded_less_what_goes_back(scene: Any, storage: SqlStorage) -> None:
    await scene.orders([an_order("ord_1"), an_order("ord_2"), an_order("ord_3")])
    paid = [succeed(submit(a_payment(f"pay_{n}", order_id=f"ord_{n}"), NOON), 155, NOON) for n in (1, 2)]
    customer = paid[0].customer_id
    for payment in (paid[0], request_refund(paid[1], 10_00, NOON), a_payment("pay_3", order_id="ord_3")):
        await storage.write(lambda unit, payment=payment: unit.payments.add(payment))
    spent = paid[0].amount_cents + paid[1].amount_cents - 10_00
    assert await storage.read(lambda unit: unit.payments.spent_by(customer)) == spent
    assert await storage.read(lambda unit: unit.payments.spent_by("usr_nobody")) == 0


async def test_a_reply_comes_back_byte_for_byte(storage: SqlStorage) -> None:
    assert await storage.read(lambda unit: unit.idempotency.get(KEY)) is None
    await storage.write(lambda unit: unit.idempotency.add(KEY, REPLY, NOON))
    assert await storage.read(lambda unit: unit.idempotency.get(KEY)) == REPLY


async def test_a_reply_key_is_used_once(storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.idempotency.add(KEY, REPLY, NOON))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.idempotency.add(KEY, REPLY, NOON))


@pytest.mark.parametrize("changed", [{"caller": "usr_2"}, {"route": "POST /quotes"}, {"key": "3f2b"}])
async def test_a_reply_key_belongs_to_one_caller_and_route(
    storage: SqlStorage, changed: dict[str, str]
) -> None:
    await storage.write(lambda unit: unit.idempotency.add(KEY, REPLY, NOON))
    other = attrs.evolve(KEY, **changed)
    assert await storage.read(lambda unit: unit.idempotency.get(other)) is None
    await storage.write(lambda unit: unit.idempotency.add(other, REPLY, NOON))
