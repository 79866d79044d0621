"""The life of one charge."""

import itertools

import attrs
import pytest

from builders import NOON, a_payment, minutes_later
from haulage.kernel.errors import IllegalMove
from haulage.payments import PAYMENT_LIFECYCLE, Payment, PaymentState
from haulage.payments.payment import (
    PaymentMove,
    cancel,
    challenge,
    confirm_refund,
    decline,
    lower_refund,
    refundable_cents,
    request_refund,
    submit,
    succeed,
)

LATER = minutes_later(1)
DOCUMENTED = {
    ("requires_payment_method", "be_submitted"): "processing",
    ("requires_payment_method", "be_declined"): "requires_payment_method",
    ("requires_payment_method", "be_challenged"): "requires_action",
    ("requires_payment_method", "succeed"): "succeeded",
    ("requires_payment_method", "be_canceled"): "canceled",
    ("processing", "be_declined"): "requires_payment_method",
    ("processing", "be_challenged"): "requires_action",
    ("processing", "succeed"): "succeeded",
    ("processing", "be_released"): "requires_payment_method",
    ("requires_action", "be_submitted"): "processing",
    ("requires_action", "be_declined"): "requires_payment_method",
    ("requires_action", "succeed"): "succeeded",
    ("requires_action", "be_released"): "requires_payment_method",
    ("requires_action", "be_canceled"): "canceled",
    ("canceled", "succeed"): "succeeded",
}


@pytest.mark.parametrize(("state", "move"), list(itertools.product(PaymentState, PaymentMove)))
def test_every_move_is_documented_or_refused(state: PaymentState, move: PaymentMove) -> None:
    leads_to = DOCUMENTED.get((state.value, move.value))
    if leads_to:
        assert PAYMENT_LIFECYCLE.after(state, move) == leads_to
        return
    with pytest.raises(IllegalMove) as caught:
        PAYMENT_LIFECYCLE.after(state, move)
    assert caught.value.subject == "payment"


def test_only_success_is_final_for_money_may_still_come_on_a_canceled_one() -> None:
    assert {state for state in PaymentState if PAYMENT_LIFECYCLE.is_final(state)} == {"succeeded"}


def test_a_payment_starts_by_asking_for_a_card() -> None:
    payment = a_payment()
    assert (payment.state, payment.attempts) == (PaymentState.REQUIRES_PAYMENT_METHOD, 0)
    assert payment.currency == "usd"


def test_every_submission_is_one_more_attempt() -> None:
    first = submit(a_payment(), LATER)
    second = submit(decline(first, "No.", LATER), minutes_later(2))
    assert (first.attempts, first.submitted_at) == (1, LATER)
    assert (second.attempts, second.submitted_at) == (2, minutes_later(2))


def test_a_decline_leaves_the_payment_open_with_its_reason() -> None:
    declined = decline(submit(a_payment(), NOON), "Your card was declined.", LATER)
    assert declined.state is PaymentState.REQUIRES_PAYMENT_METHOD
    assert (declined.decline_reason, declined.updated_at) == ("Your card was declined.", LATER)


def test_success_keeps_the_processing_fee_and_why_an_earlier_card_did_not_pay() -> None:
    declined = decline(submit(a_payment(), NOON), "Your card was declined.", NOON)
    paid = succeed(submit(declined, NOON), 1_56, LATER)
    assert (paid.state, paid.processing_fee_cents) == (PaymentState.SUCCEEDED, 1_56)
    assert paid.decline_reason == "Your card was declined."


def test_a_challenge_waits_for_the_cardholder_and_is_then_submitted_again() -> None:
    challenged = challenge(submit(a_payment(), NOON), LATER)
    assert challenged.state is PaymentState.REQUIRES_ACTION
    assert submit(challenged, LATER).attempts == 2


def test_a_payment_under_way_cannot_be_closed() -> None:
    with pytest.raises(IllegalMove, match=r"^This payment is processing: it cannot be canceled\.$"):
        cancel(submit(a_payment(), NOON), LATER)


def test_a_paid_payment_cannot_be_closed() -> None:
    with pytest.raises(IllegalMove):
        cancel(succeed(submit(a_payment(), NOON), 0, NOON), LATER)


def test_a_refund_is_owed_first_and_sent_later() -> None:
    paid = succeed(submit(a_payment(amount_cents=43_30), NOON), 1_56, NOON)
    owed = request_refund(paid, 33_30, LATER)
    assert (owed.refund_requested_cents, owed.refunded_cents) == (33_30, 0)
    sent = confirm_refund(owed, 33_30, minutes_later(2))
    assert (sent.refund_requested_cents, sent.refunded_cents) == (33_30, 33_30)
    assert sent.state is PaymentState.SUCCEEDED


@pytest.mark.parametrize("cents", [-1, 43_31])
def test_no_more_than_was_paid_and_no_less_than_nothing_is_owed_back(cents: int) -> None:
    with pytest.raises(ValueError, match="cannot refund"):
        request_refund(a_payment(amount_cents=43_30), cents, LATER)


def test_what_is_owed_never_becomes_less() -> None:
    owed = request_refund(a_payment(amount_cents=43_30), 20_00, NOON)
    assert request_refund(owed, 43_30, LATER).refund_requested_cents == 43_30
    with pytest.raises(ValueError, match="cannot refund 1999 of 4330"):
        request_refund(owed, 19_99, LATER)


def owing(cents: int, refunded: int = 0) -> Payment:
    payment = attrs.evolve(a_payment(), state=PaymentState.SUCCEEDED)
    return confirm_refund(request_refund(payment, cents, NOON), refunded, NOON)


def test_what_is_owed_of_a_refund_is_lowered_by_no_more_than_has_not_gone_out() -> None:
    assert lower_refund(owing(500, 200), 300, LATER).refund_requested_cents == 200
    assert lower_refund(owing(500), 1, LATER).refund_requested_cents == 499
    for cents in (0, -1, 301):
        with pytest.raises(ValueError, match="cannot take"):
            lower_refund(owing(500, 200), cents, LATER)


def test_of_a_payment_is_left_what_is_neither_owed_back_nor_lost() -> None:
    payment = attrs.evolve(owing(500), lost_cents=100)
    assert refundable_cents(payment) == payment.amount_cents - 600
    assert refundable_cents(a_payment()) == 0
