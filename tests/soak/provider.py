"""What is promised of the card provider: one charge, and events in any order."""

import asyncio
import tempfile
from pathlib import Path

from haulage.payments import Card
from haulage.ports.payments import Charge, ChargeResult
from provider_weather import storm_over
from stripe_server import running_simulator
from use_cases.town import make_tables, open_town

PRICE = 43_30
CARDS = tuple(
    Card(number, "12/34", "123", "Ada Lovelace") for number in ("4242424242424242", "5555555555554444")
)


async def events_in_any_order(share: float) -> str:
    """10,000 deliveries over 500 payments: duplicated, shuffled, late, and one in a hundred forged."""
    payments, deliveries = max(5, round(500 * share)), max(100, round(10_000 * share))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "town.db"
        await asyncio.to_thread(make_tables, path)
        async with open_town(path) as town:
            ada, dee = await town.customer("ada"), await town.driver("dee")
            storm = await storm_over(town, ada, dee, payments=payments, deliveries=deliveries, seed=7)
    return (
        f"{storm.delivered} deliveries over {payments} payments: the state equals the model, "
        f"{storm.refused} of {storm.forged} forgeries refused"
    )


async def one_charge(share: float) -> str:
    """20 pay calls at once with two cards and lost answers, 300 rounds: one charge each."""
    rounds = max(3, round(300 * share))
    with running_simulator() as simulator:
        cards = simulator.cards(budget_seconds=30, attempt_seconds=20)
        for number in range(rounds):
            made = await cards.open(reference=f"soak-{number}", amount_cents=PRICE, order_id=f"o{number}")
            intent = made.provider_reference
            simulator.lose(f"/v1/payment_intents/{intent}/confirm", times=number % 15 + 1)
            answers = await asyncio.gather(
                *(
                    cards.confirm(intent, CARDS[attempt % 2], amount_cents=PRICE, attempt=attempt)
                    for attempt in range(20)
                ),
                return_exceptions=True,
            )
            wrong = [
                each for each in answers if isinstance(each, Charge) and each.result is not ChargeResult.PAID
            ]
            if wrong or simulator.charged_cents()[intent] != PRICE:
                raise AssertionError(f"round {number}: {wrong}, {simulator.charged_cents()[intent]}")
        await cards.aclose()
        charged = simulator.charged_cents()
    return f"{rounds} rounds of 20 pay calls with lost answers: {len(charged)} charges"


PROMISES = {"events": events_in_any_order, "charges": one_charge}
