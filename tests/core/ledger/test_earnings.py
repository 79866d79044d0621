"""A driver's amount, line by line: the lines always add up to what the driver gets."""

from datetime import UTC, datetime
from decimal import Decimal

import attrs
from hypothesis import given
from hypothesis import strategies as st

from haulage.ledger import EarningsLine, PaymentSplit, SplitKind, SplitPolicy, earnings_of
from haulage.ledger.payment_split import shared

NOON = datetime(2026, 8, 20, 16, tzinfo=UTC)


def a_split(policy: SplitPolicy, total: int, taxes: int = 0, fee: int = 0, **changes: object) -> PaymentSplit:
    facts: dict[str, object] = {"kind": SplitKind.FARE, "miles": Decimal(5), "minutes": 20} | changes
    empty = PaymentSplit(
        id="spl",
        payment_id="pay",
        order_id="ord",
        policy=policy,
        policy_version=1,
        total_cents=total,
        taxes_cents=taxes,
        processing_fee_cents=fee,
        driver_cents=0,
        platform_cents=0,
        created_at=NOON,
        updated_at=NOON,
        **facts,  # type: ignore[arg-type]  # the test's own
    )
    return shared(empty, empty.basis)


def test_half_of_the_net_is_the_fare_without_fee_and_platform() -> None:
    """OP-09's example: $25.00 with a fee of $1.08."""
    payout = earnings_of(a_split(SplitPolicy.SPLIT_50_50, 2500, fee=108))
    assert payout.driver_cents == 1196
    assert payout.lines == (
        (EarningsLine.SUBTOTAL, 2500),
        (EarningsLine.PROCESSING_FEE, -108),
        (EarningsLine.PLATFORM_SHARE, -1196),
    )


def test_the_figure_per_delivery_has_its_terms_and_stops_at_the_net() -> None:
    """OP-01: 15 + 10 + 10 is more than the $23.92 that there are."""
    payout = earnings_of(a_split(SplitPolicy.PER_DELIVERY, 2500, fee=108))
    assert payout.lines == (
        (EarningsLine.BASE, 1500),
        (EarningsLine.TIME, 1000),
        (EarningsLine.DISTANCE, 1000),
        (EarningsLine.LIMIT, 2392 - 3500),
    )


def test_what_was_given_back_has_a_line_and_is_no_longer_earned() -> None:
    split = attrs.evolve(a_split(SplitPolicy.SPLIT_50_50, 2500, fee=108), driver_back_cents=196)
    payout = earnings_of(split)
    assert payout.driver_cents == 1000
    assert payout.lines[-1] == (EarningsLine.GIVEN_BACK, -196)
    assert sum(cents for _, cents in payout.lines) == 1000


@given(
    policy=st.sampled_from(SplitPolicy),
    total=st.integers(100, 100_000),
    tax_share=st.integers(0, 20),
    fee=st.integers(0, 5_000),
    kind=st.sampled_from(SplitKind),
)
def test_the_lines_add_up_to_what_the_driver_gets(
    policy: SplitPolicy, total: int, tax_share: int, fee: int, kind: SplitKind
) -> None:
    taxes = 0 if kind is SplitKind.TIP else total * tax_share // 100
    payout = earnings_of(a_split(policy, total, taxes, fee, kind=kind))
    assert sum(cents for _, cents in payout.lines) == payout.driver_cents
