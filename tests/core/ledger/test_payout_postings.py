"""A payout moves what it says, and one that fails, comes back or costs less leaves the rest where it was."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.ledger import (
    Balance,
    LedgerAccount,
    MoreThanReserved,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    accounts_of,
    balances,
    entries_of,
    reversal,
)
from haulage.ledger.driver_balance import DriverBalance, driver_balance
from haulage.ledger.payout_postings import PayoutParts, payout_arrived, payout_taken, without_fees
from haulage.ledger.postings import transferred
from haulage.ledger.transaction import moved, posted_for_less

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
HAD = 1_000_00


@st.composite
def payouts(draw: st.DrawFn) -> PayoutParts:
    net = draw(st.integers(1, 600_00))
    return PayoutParts(
        net + (fees := draw(st.integers(0, 200_00))) + (withheld := draw(st.integers(0, 200_00))),
        fees,
        withheld,
    )


def transaction(
    name: str, amounts: Mapping[LedgerAccount, Cents], state: TransactionState = TransactionState.RESERVED
) -> Transaction:
    return Transaction(name, TransactionKind.PAYOUT, name, NOW, entries_of(amounts), state=state)


SHARE = transaction("share", transferred(HAD, "drv_1"), TransactionState.POSTED)


def asked(parts: PayoutParts) -> list[Transaction]:
    return [
        transaction("taken", payout_taken(parts, "drv_1")),
        transaction("arrived", payout_arrived(parts, "drv_1")),
    ]


def settled(parts: PayoutParts, move: TransactionMove) -> list[Transaction]:
    return [moved(each, move, NOW) for each in asked(parts)]


def driver_has(*transactions: Transaction) -> DriverBalance:
    found = balances([SHARE, *transactions])
    return driver_balance({each: found.get(each, Balance()) for each in accounts_of("drv_1")}, "drv_1")


def posted(*transactions: Transaction) -> dict[str, Cents]:
    found = balances([SHARE, *transactions])
    return {each.code: found[each].posted_cents for each in found if found[each].posted_cents}


@given(payouts())
def test_what_is_asked_for_is_available_no_more_and_its_net_is_on_its_way(parts: PayoutParts) -> None:
    found = driver_has(*asked(parts))
    assert (found.available_cents, found.in_transit_cents) == (HAD - parts.amount_cents, parts.net_cents)


@given(payouts())
def test_what_was_paid_has_left_the_drivers_account_and_the_platform_holds_what_it_kept(
    parts: PayoutParts,
) -> None:
    paid = settled(parts, TransactionMove.POST)
    found, books = driver_has(*paid), posted(*paid)
    assert (found.available_cents, found.in_transit_cents) == (HAD - parts.amount_cents, 0)
    assert books.get("connected_account:drv_1", 0) == HAD - parts.amount_cents
    assert books["card_clearing"] == parts.deducted_cents - HAD
    assert books.get("payout_fees", 0) == -parts.fees_cents
    assert books.get("withholding_payable", 0) == -parts.withheld_cents


@given(payouts())
def test_a_failed_payout_leaves_everything_as_it_was(parts: PayoutParts) -> None:
    failed = settled(parts, TransactionMove.VOID)
    assert driver_has(*failed) == driver_has()
    assert posted(*failed) == posted()


@given(payouts())
def test_a_payout_that_comes_back_days_later_is_undone_to_the_cent(parts: PayoutParts) -> None:
    paid = settled(parts, TransactionMove.POST)
    back = [reversal(each, id=f"{each.id}-back", at=NOW) for each in paid]
    assert posted(*paid, *back) == posted()
    assert driver_has(*paid, *back) == driver_has()


@given(payouts())
def test_an_instant_payout_that_was_made_as_standard_costs_no_fee(parts: PayoutParts) -> None:
    taken, arrived = asked(parts)
    less = posted_for_less(taken, payout_taken(without_fees(parts), "drv_1"), NOW)
    done = (moved(taken, TransactionMove.VOID, NOW), less, moved(arrived, TransactionMove.POST, NOW))
    found = driver_has(*done)
    assert (found.available_cents, found.in_transit_cents) == (HAD - parts.amount_cents + parts.fees_cents, 0)
    assert "payout_fees" not in posted(*done)


def test_no_more_is_posted_than_was_reserved() -> None:
    taken, _ = asked(PayoutParts(100_00, 7_00))
    with pytest.raises(MoreThanReserved):
        posted_for_less(taken, payout_taken(PayoutParts(100_00), "drv_1"), NOW)


@pytest.mark.parametrize(("amount", "fees", "withheld"), [(7, 7, 0), (7, 3, 4), (0, 0, 0), (7, -1, 0)])
def test_a_payout_of_which_nothing_arrives_is_refused(amount: int, fees: int, withheld: int) -> None:
    with pytest.raises(InvalidInput):
        PayoutParts(amount, fees, withheld)
