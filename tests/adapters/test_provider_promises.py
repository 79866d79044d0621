"""What is promised of the card provider: one charge, and events in any order.

The suite runs one round; ``nox -s soak -- provider`` runs it all and prints its figures.
"""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

from haulage.payments import Card
from haulage.ports.payments import Charge, ChargeResult
from provider_faults import storm_over
from stripe_server import running_simulator
from use_cases.scenario import make_tables, open_scenario

pytestmark = pytest.mark.anyio

SHARE = float(os.environ.get("HAULAGE_TEST_PROVIDER_SHARE", "0.004"))
PRICE = 43_30
CARDS = tuple(
    Card(number, "12/34", "123", "Ada Lovelace") for number in ("4242424242424242", "5555555555554444")
)


async def test_events_in_any_order_leave_what_the_model_says(tmp_path: Path) -> None:
    """10,000 deliveries over 500 payments: duplicated, shuffled, late, and one in a hundred forged."""
    payments, deliveries = max(2, round(500 * SHARE)), max(40, round(10_000 * SHARE))
    empty = tmp_path / "empty.db"
    await asyncio.to_thread(make_tables, empty)
    async with open_scenario(shutil.copy(empty, tmp_path / "town.db")) as scenario:
        ada, dee = await scenario.customer("ada"), await scenario.driver("dee")
        storm = await storm_over(scenario, ada, dee, payments=payments, deliveries=deliveries, seed=7)
    assert storm.delivered >= deliveries
    say(
        f"{storm.delivered} deliveries over {payments} payments: the state equals the model, "
        f"{storm.refused} of {storm.forged} forgeries refused"
    )


async def test_twenty_pay_calls_at_once_with_lost_answers_are_one_charge() -> None:
    """With two cards, 300 rounds."""
    rounds = max(1, round(300 * SHARE))
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
            assert wrong == []
            assert simulator.charged_cents()[intent] == PRICE
        await cards.aclose()
        charged = simulator.charged_cents()
    say(f"{rounds} rounds of 20 pay calls with lost answers: {len(charged)} charges")


def say(figure: str) -> None:
    """For whoever runs it at full size."""
    sys.stderr.write(f"\n{figure}\n")
