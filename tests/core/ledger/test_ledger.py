"""Entries, transactions and balances, and the entries of what happens to an order."""

from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.kernel.errors import InvalidInput
from haulage.ledger import (
    Balance,
    Entry,
    SplitBasis,
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
)
from haulage.ledger.account import (
    CARD_CLEARING,
    MAX_OWNER_LENGTH,
    PLATFORM_REVENUE,
    UNEARNED_FARES,
    AccountKind,
)
from haulage.ledger.transaction import (
    MAX_ENTRIES,
    MoreThanReserved,
    NotATransaction,
    NotPosted,
    TransactionMove,
    Unbalanced,
    moved,
    posted_for_less,
)

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


def test_a_reversal_undoes_a_transaction_once_and_says_which() -> None:
    first = a_transaction(postings.payment(4330, 156))
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


def test_a_reservation_is_posted_for_less_and_never_for_more_or_for_something_else() -> None:
    promised = a_transaction(
        {DAN: 400, CARD_CLEARING: -400}, 2, kind=TransactionKind.PAYOUT, state=TransactionState.RESERVED
    )
    less = posted_for_less(promised, {DAN: 350, CARD_CLEARING: -350}, NOON)
    assert (less.state, less.kind, less.reference) == (TransactionState.POSTED, "payout", "cause/2/less")
    assert balances([moved(promised, TransactionMove.VOID, NOON), less])[DAN] == Balance(350)
    for amounts in (
        {DAN: 401, CARD_CLEARING: -401},
        {DAN: -1, CARD_CLEARING: 1},
        {DAN: 5, UNEARNED_FARES: -5},
    ):
        with pytest.raises(MoreThanReserved):
            posted_for_less(promised, amounts, NOON)
    with pytest.raises(Unbalanced):
        posted_for_less(promised, {DAN: 5, CARD_CLEARING: -4}, NOON)


def test_accounts_are_written_and_read_back() -> None:
    for account in (CARD_CLEARING, DAN, UNEARNED_FARES):
        assert ledger_account(account.code) == account
    for code in ("", "driver", "driver:", "card_clearing:x", "gold", "driver:a:b"):
        with pytest.raises(InvalidInput):
            ledger_account(code)


def test_the_chart_has_every_kind_of_account_that_the_books_need() -> None:
    assert {"driver", "tax_payable", "card_clearing", "disputes", "refunds"} <= set(AccountKind)


def test_what_may_still_be_voided_frees_nothing_that_is_promised() -> None:
    earned = a_transaction({CARD_CLEARING: 100, DAN: -100})
    promised = a_transaction({DAN: 60, CARD_CLEARING: -60}, 2, state=TransactionState.RESERVED)
    expected = a_transaction({DAN: -100, CARD_CLEARING: 100}, 3, state=TransactionState.RESERVED)
    held = balances([earned, promised, expected])[DAN]
    assert held.owed_cents == 40
    assert (held.reserved_debit_cents, held.reserved_credit_cents, held.reserved_cents) == (60, -100, -40)


def test_a_transaction_counts_when_it_was_posted_or_else_when_it_was_reserved() -> None:
    later = NOON + timedelta(hours=1)
    direct = a_transaction({CARD_CLEARING: 1, DAN: -1})
    assert direct.counts_at == NOON
    promised = attrs.evolve(direct, state=TransactionState.RESERVED)
    assert promised.counts_at == NOON
    assert moved(promised, TransactionMove.POST, later).counts_at == later
    assert moved(promised, TransactionMove.VOID, later).counts_at == NOON


def test_a_transaction_has_at_least_two_entries_and_no_more_than_its_most() -> None:
    def entries(count: int) -> tuple[Entry, ...]:
        drivers = [Entry(driver_account(f"drv_{number}"), -1) for number in range(count - 1)]
        return (Entry(CARD_CLEARING, count - 1), *drivers)

    for count in (2, MAX_ENTRIES):
        assert len(a_transaction({}, entries=entries(count)).entries) == count
    with pytest.raises(NotATransaction):
        a_transaction({}, entries=entries(MAX_ENTRIES + 1))


def test_an_owner_may_have_their_whole_length() -> None:
    assert driver_account("d" * MAX_OWNER_LENGTH).owner == "d" * MAX_OWNER_LENGTH
    with pytest.raises(InvalidInput):
        driver_account("d" * (MAX_OWNER_LENGTH + 1))
