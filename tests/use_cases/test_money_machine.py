"""A small run of the money machine; ``nox -s soak -- money`` makes 100,000 steps of it."""

import os
import sys

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from use_cases.money_machine import MoneyMachine

STEPS = int(os.environ.get("HAULAGE_TEST_MONEY_STEPS", "50"))
STEPS_OF_A_TOWN = 50


def of_size(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        phases=[Phase.generate],  # a failure names its steps, and making them fewer takes minutes
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def test_whatever_happens_to_money_in_any_order_no_cent_is_lost_and_no_share_sent_twice() -> None:
    run_state_machine_as_test(
        MoneyMachine, settings=of_size(max(1, STEPS // STEPS_OF_A_TOWN), STEPS_OF_A_TOWN)
    )
    sys.stdout.write(f"\n{MoneyMachine.steps} steps with money: no cent out of balance, no second transfer\n")


@pytest.mark.both_databases
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_same_holds_on_postgresql(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One run: each needs a database of its own."""
    monkeypatch.setattr(MoneyMachine, "url", database)
    run_state_machine_as_test(MoneyMachine, settings=of_size(1, max(STEPS_OF_A_TOWN, STEPS // 500)))
