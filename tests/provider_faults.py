"""A provider's events as they really come: many, twice, in no order, late, and some from a stranger."""

import json
import random
from collections import Counter
from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.orders import OrderEventType, PaymentStatus
from haulage.payments import Payment, PaymentState
from haulage.ports.payments import Charge, ChargeResult
from haulage.ports.storage.provider_events import EventForged
from haulage.webhooks.event import EventProvider
from haulage_adapters.stripe_payments import StripeEvents
from haulage_adapters.stripe_simulator.deliveries import FORGED_WITH, sign
from use_cases.scenario import Scenario

SECRET = "whsec_of_the_test"
EVENTS = StripeEvents(SECRET)
READERS = {EventProvider.STRIPE: EVENTS}
PRICE = 27_06

TYPE_OF = {
    ChargeResult.PAID: "payment_intent.succeeded",
    ChargeResult.DECLINED: "payment_intent.payment_failed",
    ChargeResult.NEEDS_AUTHENTICATION: "payment_intent.requires_action",
    ChargeResult.CANCELED: "payment_intent.canceled",
}
STATE_OF = {
    ChargeResult.PAID: PaymentState.SUCCEEDED,
    ChargeResult.DECLINED: PaymentState.REQUIRES_PAYMENT_METHOD,
    ChargeResult.NEEDS_AUTHENTICATION: PaymentState.REQUIRES_ACTION,
    ChargeResult.CANCELED: PaymentState.CANCELED,
}
FINAL = frozenset({ChargeResult.PAID, ChargeResult.CANCELED})


@attrs.frozen
class Letter:
    """One delivery: bytes and the secret that signs them."""

    payload: bytes
    secret: str = SECRET

    def signature(self, now: datetime) -> str:
        return sign(self.payload, self.secret, int(now.timestamp()))


def an_event(id: str, type: str, intent: str, created: datetime, **about: object) -> bytes:
    body = {
        "id": id,
        "object": "event",
        "type": type,
        "created": int(created.timestamp()),
        "data": {"object": {"id": intent, "object": "payment_intent", **about}},
    }
    return json.dumps(body).encode()


@attrs.define
class Storm:
    """Payments whose cards are shown to the provider, and the letters about them on their way."""

    scenario: Scenario
    luck: random.Random
    letters: list[Letter] = attrs.Factory(list)
    known: list[Letter] = attrs.Factory(list)
    """All that were ever written: a copy may come long afterwards."""
    said: dict[str, ChargeResult] = attrs.Factory(dict)
    """The model: what each intent has come to."""
    forged: int = 0
    refused: int = 0
    delivered: int = 0
    _made: int = 0

    def change(self, intent: str) -> None:
        """The customer does something at the provider, and it writes about it."""
        if self.said.get(intent) in FINAL:
            return
        result = self.luck.choices(list(TYPE_OF), weights=(4, 4, 2, 1))[0]
        self.said[intent] = result
        charge = Charge(result, processing_fee_cents=1_08 if result is ChargeResult.PAID else 0, reason="No.")
        self.scenario.cards.shown_in_the_browser(intent, charge, PRICE)
        self._made += 1
        letter = Letter(an_event(f"evt_{self._made}", TYPE_OF[result], intent, self.scenario.clock.now()))
        self.known.append(letter)
        self.letters += [letter] * self.luck.choice((1, 1, 2, 4))

    async def deliver(self, *, forged_share: float, down_share: float) -> None:
        """Any letter of those that are on their way; sometimes another one by a stranger beside it."""
        letter = self.letters.pop(self.luck.randrange(len(self.letters)))
        if self.luck.random() < forged_share:
            self.forged += 1
            await self._hand_in(Letter(self._twisted(letter.payload), FORGED_WITH))
        self.scenario.cards.down = self.luck.random() < down_share
        await self._hand_in(letter)
        self.scenario.cards.down = False

    def _twisted(self, payload: bytes) -> bytes:
        """Another payment's success, as a stranger would have it."""
        body = json.loads(payload)
        self._made += 1
        return an_event(
            f"evt_forged_{self._made}",
            "payment_intent.succeeded",
            body["data"]["object"]["id"],
            self.scenario.clock.now(),
        )

    async def _hand_in(self, letter: Letter) -> None:
        self.delivered += 1
        hear = attrs.evolve(self.scenario.market.webhooks.receive, readers=READERS)
        try:
            await hear(EventProvider.STRIPE, letter.payload, letter.signature(self.scenario.clock.now()))
        except EventForged:
            self.refused += 1

    async def finish(self, waiting: list[str]) -> None:
        """The jobs do what could not be done at once."""
        for event_id in waiting:
            await self.scenario.market.webhooks.receive.apply_event(event_id)


async def storm_over(
    scenario: Scenario, customer: Actor, driver: Actor, *, payments: int, deliveries: int, seed: int
) -> Storm:
    """Let it rage, and hold every payment against the model afterwards."""
    storm = Storm(scenario, random.Random(seed))
    opened: dict[str, Payment] = {}
    for _ in range(payments):
        payment = await scenario.market.payments.open(customer, (await scenario.book(customer, driver)).id)
        opened[payment.provider_reference] = payment
    while storm.delivered < deliveries:
        if not storm.letters or storm.luck.random() < payments / deliveries:
            storm.change(storm.luck.choice(list(opened)))
        if not storm.letters and storm.known:
            storm.letters.append(storm.luck.choice(storm.known))
        if storm.letters:
            await storm.deliver(forged_share=0.01, down_share=0.05)
    while storm.letters:
        await storm.deliver(forged_share=0.01, down_share=0)
    await storm.finish([f"evt_{number}" for number in range(1, storm._made + 1)])
    assert storm.refused == storm.forged
    for intent, payment in opened.items():
        await _is_as_said(scenario, payment, storm.said.get(intent))
    return storm


async def _is_as_said(scenario: Scenario, payment: Payment, said: ChargeResult | None) -> None:
    found = await scenario.storage.read(lambda unit: unit.payments.get(payment.id))
    assert found is not None
    order = await scenario.order(payment.order_id)
    expected = STATE_OF[said] if said else PaymentState.REQUIRES_PAYMENT_METHOD
    assert found.state is expected, (payment.id, found.state, said)
    paid = said is ChargeResult.PAID
    assert order.payment_status is (PaymentStatus.PAID if paid else PaymentStatus.UNPAID)
    assert found.processing_fee_cents == (1_08 if paid else 0)
    counts = Counter(await scenario.event_types(order))
    assert counts[OrderEventType.PAID] == paid
