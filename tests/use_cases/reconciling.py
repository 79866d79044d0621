"""What tests of the reconciliation have in common: whom it calls, and an order for it to find."""

from typing import Any

import attrs

from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from use_cases.bookkeeping import driven
from use_cases.scenario import Scenario

Alarms = list[tuple[str, dict[str, Any]]]


def calling(scenario: Scenario, alarms: Alarms) -> ReconcilePayments:
    """The marketplace's own, whose alarms come into the list."""

    def alarm(event: str, **facts: str | int) -> None:
        alarms.append((event, facts))

    return attrs.evolve(scenario.market.payments.reconcile, alarm=alarm)


async def paid_two_hours_ago(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """An order that was delivered and paid."""
    made = await driven(scenario, ada, dee)
    await scenario.later(hours=2)
    return made
