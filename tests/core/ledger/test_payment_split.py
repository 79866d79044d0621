"""What becomes of a payment's money: earned, cancelled, given back in parts or whole, and disputed."""

from datetime import timedelta

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ledger.splits import NOON, a_split
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.ledger import (
    GivenBack,
    LedgerAccount,
    PaymentSplit,
    SplitKind,
    SplitNotFailed,
    SplitPolicy,
    SplitStatus,
    available_account,
    debt_account,
    driver_account,
    postings,
)
from haulage.ledger.account import (
    BANK,
    CARD_CLEARING,
    PLATFORM_REVENUE,
    PROCESSING_FEES,
    REFUNDS,
    REFUNDS_PAYABLE,
    TAX_PAYABLE,
    TIPS,
    UNEARNED_FARES,
)
from haulage.ledger.payment_split import (
    complete,
    earned,
    fail,
    freeze,
    give_back,
    hold,
    let_go,
    paid_elsewhere,
    pays_bonus,
    release,
    retain_fee,
    retry,
    submit,
    take_from_driver,
)
from haulage.ledger.withdrawn_refund import restore

DAN, AVAILABLE, DEBT = (account("drv_dan") for account in (driver_account, available_account, debt_account))


def left_after(*movements: postings.Amounts) -> dict[LedgerAccount, int]:
    """What every account holds once refunds that these movements owe have gone out; accounts with nothing
    are left out."""
    sums: dict[LedgerAccount, int] = {}
    for amounts in movements:
        assert sum(amounts.values()) == 0
        for account, cents in amounts.items():
            sums[account] = sums.get(account, 0) + cents
    owed = sums.pop(REFUNDS_PAYABLE, 0)
    sums[CARD_CLEARING] = sums.get(CARD_CLEARING, 0) + owed
    return {account: cents for account, cents in sums.items() if cents}


def paid(split: PaymentSplit) -> list[postings.Amounts]:
    return [
        postings.charge(split.basis),
        postings.payment(split.total_cents, split.processing_fee_cents),
    ]


def driven(split: PaymentSplit) -> tuple[PaymentSplit, list[postings.Amounts]]:
    return earned(split, "drv_dan", NOON), [*paid(split), postings.completion(split, "drv_dan")]


def refunded(before: PaymentSplit, after: PaymentSplit, parts: GivenBack) -> postings.Amounts:
    return postings.given_back(parts, postings.taken_from_share(before, after))


def submitted(split: PaymentSplit) -> PaymentSplit:
    return submit(earned(split, "drv_dan", NOON), NOON)[0]


def test_an_order_that_was_paid_and_driven_leaves_everybody_their_part() -> None:
    _, movements = driven(a_split())
    assert left_after(*movements) == {
        CARD_CLEARING: 4174,
        TAX_PAYABLE: -330,
        PLATFORM_REVENUE: -1922,
        DAN: -1922,
    }


def test_a_full_refund_of_a_driven_order_costs_the_platform_what_the_provider_keeps() -> None:
    split, movements = driven(a_split())
    after, parts = give_back(split, 4330, NOON)
    assert parts == GivenBack(4330, 330, 1922, 1922)
    assert parts.own_cents == 156
    assert left_after(*movements, refunded(split, after, parts)) == {
        CARD_CLEARING: -156,
        REFUNDS: 156,
    }
    assert (after.refundable_cents, after.driver_left_cents) == (0, 0)


def test_a_full_refund_before_the_work_leaves_the_fee() -> None:
    split = a_split()
    after, parts = give_back(split, 4330, NOON)
    assert left_after(*paid(split), postings.given_back(parts, {})) == {
        CARD_CLEARING: -156,
        PROCESSING_FEES: 156,
    }
    assert (after.total_cents, after.driver_cents, after.platform_cents) == (0, 0, -156)


def test_goodwill_leaves_the_driver_their_share() -> None:
    split, movements = driven(a_split())
    after, parts = give_back(split, 1000, NOON, goodwill=True)
    assert parts == GivenBack(1000, 76)
    assert after.driver_left_cents == 1922
    assert left_after(*movements, refunded(split, after, parts))[DAN] == -1922


def test_two_partial_refunds_are_what_one_would_have_been_and_a_third_is_refused() -> None:
    split, movements = driven(a_split())
    for cents in (1000, 3330):
        before, (split, parts) = split, give_back(split, cents, NOON)
        movements.append(refunded(before, split, parts))
    assert left_after(*movements) == {CARD_CLEARING: -156, REFUNDS: 156}
    with pytest.raises(InvalidInput, match="amount_cents"):
        give_back(split, 1, NOON)


def test_a_refund_after_the_share_was_sent_takes_it_from_what_is_available_to_the_driver() -> None:
    split, movements = driven(a_split())
    sent, _ = submit(split, NOON)
    movements.append(postings.transferred(1922, "drv_dan"))
    assert left_after(*movements)[AVAILABLE] == -1922
    after, parts = give_back(complete(sent, "tr_1", NOON), 4330, NOON)
    movements += [refunded(sent, after, parts), postings.reversed_transfer(1922, "drv_dan")]
    assert left_after(*movements) == {CARD_CLEARING: -156, REFUNDS: 156}


def test_a_refund_after_the_operator_had_paid_the_driver_leaves_the_driver_owing() -> None:
    split, movements = driven(a_split())
    settled = paid_elsewhere(split, NOON)
    after, parts = give_back(settled, 4330, NOON)
    movements += [{DAN: 1922, BANK: -1922}, refunded(settled, after, parts)]
    left = left_after(*movements)
    assert (left[DEBT], DAN in left) == (1922, False)
    again, restored = restore(after, parts, NOON, goodwill=False)
    withdrawn = postings.refund_withdrawn(restored, postings.given_to_share(after, again))
    assert DEBT not in left_after(*movements, withdrawn)


def test_a_debt_is_netted_from_the_next_share_and_what_it_took_is_owed_again_after_a_refund() -> None:
    split, _ = driven(a_split())
    asked, netted = submit(split, NOON, debt_cents=1000)
    assert (asked.submitted_cents, netted, asked.settled_cents) == (922, 1000, 1000)
    assert submit(asked, NOON, debt_cents=1000) == (asked, 0), "once"
    done = complete(asked, "tr_1", NOON)
    after, _ = give_back(done, 4330, NOON)
    assert postings.taken_from_share(done, after) == {AVAILABLE: 922, DEBT: 1000}


def test_a_debt_above_the_share_takes_the_whole_share() -> None:
    split, _ = driven(a_split())
    asked, netted = submit(split, NOON, debt_cents=5000)
    assert (asked.submitted_cents, netted) == (0, 1922)
    assert submit(split, NOON, debt_cents=-5)[1] == 0, "nobody owes less than nothing"


def test_a_tip_is_wholly_the_drivers_and_its_fee_the_platforms() -> None:
    tip = earned(a_split(500, 0, 45, kind=SplitKind.TIP), "drv_dan", NOON)
    assert (tip.driver_cents, tip.platform_cents) == (500, -45)
    movements = [postings.charge_tip(500), postings.payment(500, 45), postings.tip(tip, "drv_dan")]
    assert left_after(*movements) == {CARD_CLEARING: 455, PLATFORM_REVENUE: 45, DAN: -500}
    assert TIPS not in left_after(*movements)
    after, parts = give_back(tip, 500, NOON)
    assert left_after(*movements, refunded(tip, after, parts)) == {
        CARD_CLEARING: -45,
        REFUNDS: 45,
    }


def test_a_cancellation_fee_is_untaxed_and_shared_as_a_fare() -> None:
    split = a_split()
    retained = retain_fee(split, 1000, NOON)
    assert (retained.total_cents, retained.taxes_cents, retained.driver_cents, retained.platform_cents) == (
        1000,
        0,
        422,
        422,
    )
    assert left_after(*paid(split), postings.cancellation(split, retained, "drv_dan")) == {
        CARD_CLEARING: 844,
        DAN: -422,
        PLATFORM_REVENUE: -422,
    }


def test_a_free_cancellation_leaves_the_platform_the_fee() -> None:
    split = a_split()
    assert left_after(*paid(split), postings.cancellation(split, None, None)) == {
        CARD_CLEARING: -156,
        PROCESSING_FEES: 156,
    }


def test_goodwill_before_a_cancellation_is_part_of_what_goes_back() -> None:
    split = a_split()
    after, parts = give_back(split, 1000, NOON, goodwill=True)
    movements = [*paid(split), postings.given_back(parts, {})]
    assert left_after(*movements, postings.cancellation(after, None, None)) == {
        CARD_CLEARING: -156,
        PROCESSING_FEES: 156,
    }


def test_a_lost_dispute_is_shared_as_a_refund_is_and_the_rest_falls_on_the_platform() -> None:
    """The bank takes the whole payment after a part of it went back already."""
    split, movements = driven(a_split())
    before, (split, parts) = split, give_back(split, 1000, NOON)
    movements += [refunded(before, split, parts), postings.dispute_opened(4330, 1500)]
    after, lost = give_back(split, 3330, NOON)
    whole = attrs.evolve(lost, cents=4330)
    drivers = postings.taken_from_share(split, after)
    assert left_after(*movements, postings.dispute_lost(whole, drivers, 0)) == {
        CARD_CLEARING: -156 - 1000 - 1500,
        REFUNDS: 156 + 1000,
        PROCESSING_FEES: 1500,
    }


def test_a_won_dispute_costs_its_fee() -> None:
    moved = left_after(postings.dispute_opened(4330, 1500), postings.dispute_won(4330))
    assert moved == {CARD_CLEARING: -1500, PROCESSING_FEES: 1500}


def test_a_share_is_due_once_it_is_earned_and_not_while_it_is_disputed() -> None:
    planned = a_split()
    assert not planned.is_due
    due = earned(planned, "drv_dan", NOON)
    assert due.is_due
    assert not freeze(due, NOON).is_due
    assert release(freeze(due, NOON), NOON).is_due
    assert not complete(due, "tr_1", NOON).is_due


def test_what_is_asked_of_the_provider_is_decided_once() -> None:
    asked = submitted(a_split())
    assert (asked.submitted_cents, asked.attempts) == (1922, 1)
    after, _ = give_back(asked, 4330, NOON)
    assert submit(after, NOON)[0].submitted_cents == 1922


def test_a_refused_transfer_can_be_retried_as_another_asking_for_what_is_left() -> None:
    failed = fail(submitted(a_split()), "account closed", NOON)
    assert (failed.status, failed.failure_reason) == (SplitStatus.FAILED, "account closed")
    less, _ = give_back(failed, 1000, NOON)
    again, _ = submit(retry(less, NOON), NOON)
    assert (again.attempts, again.submitted_cents) == (2, 1922 - 444)
    done = complete(again, "tr_1", NOON)
    assert (done.status, done.failure_reason, done.driver_transfer_id) == ("completed", None, "tr_1")
    with pytest.raises(IllegalMove):
        complete(done, "tr_2", NOON)


def test_only_a_failed_split_is_retried() -> None:
    for split in (a_split(), complete(submitted(a_split()), "tr", NOON)):
        with pytest.raises(SplitNotFailed, match=r"^Payment split not found or not in failed state$"):
            retry(split, NOON)


@pytest.mark.parametrize("cents", [0, -1, 4331])
def test_more_than_was_paid_is_never_given_back(cents: int) -> None:
    with pytest.raises(InvalidInput):
        give_back(a_split(), cents, NOON)


@given(
    subtotal=st.integers(1, 1_000_000),
    taxes=st.integers(0, 100_000),
    fee=st.integers(0, 30_000),
    policy=st.sampled_from(SplitPolicy),
    steps=st.lists(st.tuples(st.floats(0.0001, 1), st.booleans()), max_size=6),
    driven_after=st.integers(0, 6),
)
def test_refunds_in_any_parts_and_order_leave_no_cent_anywhere(
    subtotal: int,
    taxes: int,
    fee: int,
    policy: SplitPolicy,
    steps: list[tuple[float, bool]],
    driven_after: int,
) -> None:
    split = a_split(subtotal + taxes, taxes, fee, policy=policy)
    movements = paid(split)
    for place, (part, goodwill) in enumerate([*steps, (1.0, False)]):
        if place == driven_after:
            movements.append(postings.completion(split, "drv_dan"))
            split = earned(split, "drv_dan", NOON)
        cents = min(split.refundable_cents, max(1, int(split.refundable_cents * part)))
        if not cents:
            continue
        before, (split, parts) = split, give_back(split, cents, NOON, goodwill=goodwill)
        assert min(parts.tax_cents, parts.driver_cents, parts.unearned_cents) >= 0
        movements.append(refunded(before, split, parts))
    left = left_after(*movements)
    assert split.refundable_cents == 0
    assert left.get(TAX_PAYABLE, 0) == 0
    assert left.get(CARD_CLEARING, 0) == -fee
    assert -left.get(DAN, 0) == (split.driver_left_cents if split.earned_at else 0)
    assert left.get(UNEARNED_FARES, 0) == -(0 if split.earned_at else split.total_cents - split.taxes_cents)


@pytest.mark.parametrize(
    ("kind", "policy", "version", "pays"),
    [
        (SplitKind.FARE, SplitPolicy.PER_DELIVERY, 2, True),
        (SplitKind.FARE, SplitPolicy.PER_DELIVERY, 1, False),
        (SplitKind.FARE, SplitPolicy.SPLIT_50_50, 2, False),
        (SplitKind.TIP, SplitPolicy.PER_DELIVERY, 2, False),
    ],
)
def test_only_a_fare_by_the_delivery_pays_for_being_quick(
    kind: SplitKind, policy: SplitPolicy, version: int, pays: bool
) -> None:
    assert pays_bonus(a_split(kind=kind, policy=policy, policy_version=version)) is pays


def test_what_is_taken_back_from_the_drivers_transfer_is_the_platforms() -> None:
    sent = submitted(a_split())
    after = take_from_driver(sent, 100, NOON)
    assert after.driver_left_cents == sent.driver_left_cents - 100
    assert after.platform_back_cents == sent.platform_back_cents - 100
    assert take_from_driver(sent, sent.sendable_cents, NOON).sendable_cents == 0
    for cents in (0, -1, sent.sendable_cents + 1):
        with pytest.raises(InvalidInput):
            take_from_driver(sent, cents, NOON)


def test_a_split_is_held_and_frozen_since_the_first_time() -> None:
    later = NOON + timedelta(hours=1)
    assert hold(hold(a_split(), NOON), later).held_at == NOON
    assert freeze(freeze(a_split(), NOON), later).frozen_at == NOON
    assert let_go(hold(a_split(), NOON), later).held_at is None


def test_a_fare_of_which_nothing_is_kept_goes_back_whole_whoever_had_the_order() -> None:
    split = a_split()
    without = postings.cancellation(split, None, None)
    assert postings.cancellation(split, None, "drv_dan") == without
    assert without[REFUNDS_PAYABLE] == -split.total_cents
