"""What the next weekly payout would be (OUT-02, OP-37)."""

import pytest

from haulage.payouts import Eligibility, Missing, NextAmount, Requirement, next_amount

NOTHING_MISSING = Eligibility([])
METHOD = Missing(Requirement.VERIFIED_METHOD, "No verified payout methods.")
HELD = Missing(Requirement.NO_HOLD, "On hold.")


@pytest.mark.parametrize(
    ("available", "settled", "unsent", "cents", "waits"),
    [
        (50_00, 80_00, 0, 50_00, 0),
        (50_00, 20_00, 0, 20_00, 30_00),
        (50_00, 80_00, 40_00, 40_00, 10_00),
        (50_00, 10_00, 40_00, 0, 50_00),
        (-5_00, 80_00, 0, 0, 0),
    ],
)
def test_it_is_what_is_available_and_the_provider_has(
    available: int, settled: int, unsent: int, cents: int, waits: int
) -> None:
    found = next_amount(
        NOTHING_MISSING, available_cents=available, settled_cents=settled, unsent_cents=unsent
    )
    assert found == NextAmount(cents, waits, [])


def test_while_the_provider_does_not_answer_nobody_knows_what_has_settled() -> None:
    found = next_amount(NOTHING_MISSING, available_cents=50_00, settled_cents=None, unsent_cents=0)
    assert found == NextAmount(50_00, None, [])


def test_without_a_method_nothing_goes_and_a_hold_of_instant_payouts_stops_nothing() -> None:
    amounts = {"available_cents": 50_00, "settled_cents": 50_00, "unsent_cents": 0}
    assert next_amount(Eligibility([METHOD, HELD]), **amounts) == NextAmount(0, 0, [METHOD])
    assert next_amount(Eligibility([HELD]), **amounts) == NextAmount(50_00, 0, [])
