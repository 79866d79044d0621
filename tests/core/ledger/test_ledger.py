"""Entries, transactions and balances, and the entries of what happens to an order."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.ledger import (
    Balance,
    Entry,
    SplitBasis,
    SplitPolicy,
    Transaction,
    TransactionKind,
    TransactionState,
    balances,
    driver_account,
    entries_of,
    ledger_account,
    postings,
    processing_fee_cents,
    reversal,
    split_fare,
    trial_balance,
)
from haulage.ledger.account import (
    CARD_CLEARING,
    PLATFORM_REVENUE,
    PROCESSING_FEES,
    REFUNDS,
    TAX_PAYABLE,
    UNEARNED_FARES,
    AccountKind,
    LedgerAccount,
)
from haulage.ledger.transaction import NotATransaction, NotPosted, TransactionMove, Unbalanced, moved

NOON = datetime(2026, 11, 2, 17, tzinfo=UTC)
DAN = driver_account("drv_dan")
FORTY = SplitBasis(4330, 330, processing_fee_cents(4330))


def a_transaction(amounts: postings.Amounts, number: int = 1, **changes: object) -> Transaction:
    values: dict[str, object] = {
        "id": f"txn_{number}",
        "kind": TransactionKind.PAYMENT,
        "reference": f"cause/{number}",
        "at": NOON,
        "entries": entries_of(amounts),
    }
    return Transaction(**values | changes)  # type: ignore[arg-type]


def history(*amounts: postings.Amounts) -> dict[LedgerAccount, int]:
    """The balance of every account after these movements, accounts with nothing left out."""
    found = balances(a_transaction(each, number) for number, each in enumerate(amounts))
    return {account: cents for account, cents in trial_balance(found) if cents}


def test_money_does_not_appear_or_vanish() -> None:
    with pytest.raises(Unbalanced, match=r"\$0\.01"):
        a_transaction({CARD_CLEARING: 100, PLATFORM_REVENUE: -99})


@pytest.mark.parametrize(
    "entries",
    [
        (),
        (Entry(CARD_CLEARING, 1),),
        (Entry(CARD_CLEARING, 0), Entry(PLATFORM_REVENUE, 0)),
        (Entry(CARD_CLEARING, 1), Entry(CARD_CLEARING, -1)),
        (Entry(CARD_CLEARING, 10**12), Entry(PLATFORM_REVENUE, -(10**12))),
    ],
)
def test_what_moves_nothing_too_much_or_one_account_twice_is_no_transaction(
    entries: tuple[Entry, ...],
) -> None:
    with pytest.raises(NotATransaction):
        a_transaction({}, entries=entries)


def test_an_order_that_was_paid_and_driven_leaves_everybody_their_part() -> None:
    shares = split_fare(FORTY)
    left = history(
        postings.charge(FORTY), postings.payment(FORTY), postings.completion(FORTY, shares, "drv_dan")
    )
    assert left == {CARD_CLEARING: 4174, TAX_PAYABLE: -330, PLATFORM_REVENUE: -1922, DAN: -1922}


def test_a_full_refund_of_a_driven_order_costs_the_platform_what_the_provider_keeps() -> None:
    shares = split_fare(FORTY)
    paid = postings.PaidOrder(FORTY, shares, "drv_dan")
    left = history(
        postings.charge(FORTY),
        postings.payment(FORTY),
        postings.completion(FORTY, shares, "drv_dan"),
        postings.refund(paid, 4330),
    )
    assert left == {CARD_CLEARING: -156, REFUNDS: 156}


def test_a_full_refund_before_the_work_leaves_the_fee() -> None:
    left = history(
        postings.charge(FORTY), postings.payment(FORTY), postings.refund(postings.PaidOrder(FORTY), 4330)
    )
    assert left == {CARD_CLEARING: -156, PROCESSING_FEES: 156}


def test_goodwill_leaves_the_driver_their_share() -> None:
    given_back = postings.goodwill(FORTY, 1000)
    assert given_back == {CARD_CLEARING: -1000, TAX_PAYABLE: 76, REFUNDS: 924}


def test_a_tip_is_wholly_the_drivers() -> None:
    assert postings.tip(500, 45, "drv_dan") == {CARD_CLEARING: 455, PLATFORM_REVENUE: 45, DAN: -500}


def test_a_refund_after_a_payout_leaves_the_driver_owing() -> None:
    shares = split_fare(FORTY)
    paid_out = {DAN: shares.driver_cents, CARD_CLEARING: -shares.driver_cents}
    left = history(
        postings.charge(FORTY),
        postings.payment(FORTY),
        postings.completion(FORTY, shares, "drv_dan"),
        paid_out,
        postings.refund(postings.PaidOrder(FORTY, shares, "drv_dan"), 4330),
    )
    assert left[DAN] == 1922


def test_more_than_was_paid_is_never_given_back() -> None:
    for cents in (0, -1, 4331):
        with pytest.raises(InvalidInput):
            postings.refund(postings.PaidOrder(FORTY), cents)


@given(
    subtotal=st.integers(1, 1_000_000),
    taxes=st.integers(0, 100_000),
    fee=st.integers(0, 30_000),
    policy=st.sampled_from(SplitPolicy),
    part=st.floats(0.000001, 1),
)
def test_every_posting_sums_to_nothing(
    subtotal: int, taxes: int, fee: int, policy: SplitPolicy, part: float
) -> None:
    basis = SplitBasis(subtotal + taxes, taxes, fee)
    shares = split_fare(basis, policy)
    cents = max(1, round(basis.total_cents * part))
    driven, undriven = postings.PaidOrder(basis, shares, "drv_dan"), postings.PaidOrder(basis)
    builders: list[Callable[[], postings.Amounts]] = [
        lambda: postings.charge(basis),
        lambda: postings.payment(basis),
        lambda: postings.completion(basis, shares, "drv_dan"),
        lambda: postings.refund(driven, cents),
        lambda: postings.refund(undriven, cents),
        lambda: postings.goodwill(basis, cents),
        lambda: postings.dispute_opened(cents),
        lambda: postings.dispute_lost(driven, cents),
        lambda: postings.tip(cents, min(fee, cents), "drv_dan"),
    ]
    for build in builders:
        assert sum(build().values()) == 0


def test_a_reversal_undoes_a_transaction_once_and_says_which() -> None:
    first = a_transaction(postings.payment(FORTY))
    undone = reversal(first, id="txn_2", at=NOON)
    assert (undone.reverses, undone.reference) == (first.id, "cause/1/reversal")
    assert set(balances([first, undone]).values()) == {Balance()}


def test_a_reservation_counts_until_it_is_posted_or_voided() -> None:
    earned = a_transaction({CARD_CLEARING: 1000, DAN: -1000})
    promised = a_transaction(
        {DAN: 400, CARD_CLEARING: -400}, 2, kind=TransactionKind.PAYOUT, state=TransactionState.RESERVED
    )
    assert balances([earned, promised])[DAN].owed_cents == 600
    voided = moved(promised, TransactionMove.VOID, NOON)
    assert balances([earned, voided])[DAN].owed_cents == 1000
    posted = moved(promised, TransactionMove.POST, NOON)
    assert balances([earned, posted])[DAN] == Balance(-600, 0)
    with pytest.raises(NotPosted):
        reversal(promised, id="txn_3", at=NOON)


def test_accounts_are_written_and_read_back() -> None:
    for account in (CARD_CLEARING, DAN, UNEARNED_FARES):
        assert ledger_account(account.code) == account
    for code in ("", "driver", "driver:", "card_clearing:x", "gold", "driver:a:b"):
        with pytest.raises(InvalidInput):
            ledger_account(code)


def test_the_chart_has_every_kind_of_account_that_the_books_need() -> None:
    assert {"driver", "tax_payable", "card_clearing", "disputes", "refunds"} <= set(AccountKind)
