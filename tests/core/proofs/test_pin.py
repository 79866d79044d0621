"""PINs: a few tries, and the same wrong one counts once."""

from datetime import UTC, datetime

from haulage.proofs import MOST_WRONG, DeliveryPin, Verdict
from haulage.proofs.pin import WrongPin

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
PIN = DeliveryPin("ord_1", "sealed", NOON)


def test_the_right_one_is_given_once_and_for_all() -> None:
    after, verdict = PIN.tried("4711", "4711", NOON)
    assert (verdict, after.given_at, after.is_awaited) == (Verdict.RIGHT, NOON, False)


def test_so_many_different_wrong_ones_lock_it_for_the_right_one_too() -> None:
    pin, answers = PIN, []
    for number in range(MOST_WRONG):
        for _repeat in range(2):
            pin, verdict = pin.tried(f"000{number}", "4711", NOON)
            answers.append(verdict)
    assert answers == [Verdict.WRONG] * (2 * MOST_WRONG - 2) + [Verdict.LOCKED] * 2
    assert pin.tried("4711", "4711", NOON) == (pin, Verdict.LOCKED)


def test_whoever_has_one_try_left_is_told_of_one() -> None:
    assert WrongPin(2).message == "That is not the customer's PIN. 2 tries are left."
    assert WrongPin(1).message == "That is not the customer's PIN. 1 try is left."
