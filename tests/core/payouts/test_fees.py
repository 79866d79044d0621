"""What a payout costs (OP-04, OP-41): hand-calculated examples, and laws for every amount."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import MAX_CENTS
from haulage.payouts import STANDARD_FEES, PayoutRail, PayoutSpeed, payout_fees

AMOUNTS = st.integers(1, MAX_CENTS)


@pytest.mark.parametrize(
    ("cents", "rail", "lines", "net"),
    [
        (100_00, PayoutRail.CARD, (1_50, 50, 5_00), 93_00),
        (100_00, PayoutRail.BANK, (1_50, 50, 5_00), 93_00),
        (100_00, PayoutRail.PAYPAL, (1_50, 1_00, 5_00), 92_50),
        (10_00, PayoutRail.CARD, (15, 5, 50), 9_30),
        (133_33, PayoutRail.CARD, (2_00, 67, 6_67), 123_99),
        (133_34, PayoutRail.CARD, (2_00, 67, 6_67), 124_00),
        (500_00, PayoutRail.CARD, (2_00, 2_50, 25_00), 470_50),
        (33, PayoutRail.CARD, (0, 0, 2), 31),
        (1, PayoutRail.PAYPAL, (0, 0, 0), 1),
    ],
)
def test_an_instant_payout_keeps_three_parts(
    cents: int, rail: PayoutRail, lines: tuple[int, int, int], net: int
) -> None:
    found = payout_fees(cents, PayoutSpeed.INSTANT, rail)
    assert (found.instant_fee_cents, found.provider_fee_cents, found.platform_fee_cents) == lines
    assert found.net_cents == net


@given(AMOUNTS, st.sampled_from(PayoutRail))
def test_a_standard_payout_is_free(cents: int, rail: PayoutRail) -> None:
    found = payout_fees(cents, PayoutSpeed.STANDARD, rail)
    assert (found.fees_cents, found.net_cents) == (0, cents)


@given(AMOUNTS, st.sampled_from(PayoutRail))
def test_the_lines_and_what_arrives_add_up_and_something_always_arrives(cents: int, rail: PayoutRail) -> None:
    found = payout_fees(cents, PayoutSpeed.INSTANT, rail)
    assert found.fees_cents + found.net_cents == cents
    assert 0 <= found.fees_cents < cents
    assert found.instant_fee_cents <= STANDARD_FEES.most_instant_cents


@given(AMOUNTS, st.sampled_from(PayoutRail))
def test_a_cent_more_never_arrives_as_less_than_before(cents: int, rail: PayoutRail) -> None:
    more = payout_fees(min(cents + 1, MAX_CENTS), PayoutSpeed.INSTANT, rail)
    assert more.net_cents >= payout_fees(cents, PayoutSpeed.INSTANT, rail).net_cents - 2


@pytest.mark.parametrize("cents", [0, -1, MAX_CENTS + 1, True])
@pytest.mark.parametrize("speed", PayoutSpeed)
def test_an_amount_that_is_none_is_refused(cents: int, speed: PayoutSpeed) -> None:
    with pytest.raises(InvalidInput) as refused:
        payout_fees(cents, speed, PayoutRail.BANK)
    assert refused.value.field == "amount_cents"


def test_a_schedule_names_the_fee_of_every_rail() -> None:
    with pytest.raises(InvalidInput, match="paypal"):
        attrs.evolve(STANDARD_FEES, provider={PayoutRail.BANK: 0, PayoutRail.CARD: 0})
