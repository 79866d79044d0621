"""A split after a refund that took from it is not owed any more: everybody has their part again."""

from datetime import UTC, datetime

import attrs
import pytest

from core.ledger.splits import a_split
from haulage.ledger import GivenBack
from haulage.ledger.payment_split import PaymentSplit, earned, give_back
from haulage.ledger.withdrawn_refund import can_restore, part_of, restore

NOON = datetime(2026, 11, 2, 17, tzinfo=UTC)
DRIVEN = earned(a_split(), "drv_dan", NOON)


def amounts(split: PaymentSplit) -> PaymentSplit:
    """What a split comes to, without when it last changed."""
    return attrs.evolve(split, updated_at=NOON)


@pytest.mark.parametrize("goodwill", [False, True])
@pytest.mark.parametrize("before", [a_split(), DRIVEN])
def test_a_refund_that_is_withdrawn_leaves_the_split_as_it_was(before: PaymentSplit, goodwill: bool) -> None:
    after, parts = give_back(before, 1000, NOON, goodwill=goodwill)
    restored, returned = restore(after, parts, NOON, goodwill=goodwill)
    assert (amounts(restored), returned) == (before, parts)


def test_a_fare_that_shrank_and_was_driven_meanwhile_grows_for_the_platform_alone() -> None:
    shrunk, parts = give_back(a_split(), 1000, NOON)
    done = earned(shrunk, "drv_dan", NOON)
    grown, returned = restore(done, parts, NOON, goodwill=False)
    assert (grown.total_cents, grown.taxes_cents) == (a_split().total_cents, a_split().taxes_cents)
    assert grown.driver_cents == done.driver_cents
    assert grown.platform_cents == done.platform_cents + 1000 - parts.tax_cents
    assert returned == GivenBack(1000, parts.tax_cents, platform_cents=1000 - parts.tax_cents)


def test_a_split_restores_what_it_knows_to_have_given_back() -> None:
    after, parts = give_back(DRIVEN, 1000, NOON)
    assert can_restore(after, parts)
    for field in ("refunded_cents", "tax_back_cents", "driver_back_cents"):
        unknown = attrs.evolve(after, **{field: getattr(after, field) - 1})
        assert not can_restore(unknown, parts)


def test_what_a_fare_shrank_by_can_always_be_restored() -> None:
    after, parts = give_back(a_split(), 1000, NOON)
    assert can_restore(after, parts)


def test_a_part_of_a_refund_has_each_part_in_proportion() -> None:
    _, parts = give_back(DRIVEN, 1000, NOON)
    half = part_of(parts, 500)
    assert half.cents == 500
    assert (half.tax_cents, half.driver_cents) == ((parts.tax_cents + 1) // 2, (parts.driver_cents + 1) // 2)
