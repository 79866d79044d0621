"""A difference from the provider's books that somebody accepts."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON
from haulage.kernel.errors import InvalidInput
from haulage.payments.difference import (
    MAX_ACCEPTED_LENGTH,
    Difference,
    DifferenceCannotStay,
    DifferenceKind,
    DifferenceSubject,
    accept,
)

LATER = NOON + timedelta(hours=1)
OPEN = Difference(
    "dif_1", DifferenceKind.UNKNOWN_CHARGE, DifferenceSubject.PAYMENT, NOON, NOON, NOON, their_id="ch_1"
)


def test_an_open_difference_is_closed_with_the_reason() -> None:
    accepted = accept(OPEN, " Entered by hand ", LATER)
    assert (accepted.closed_at, accepted.accepted_because) == (LATER, "Entered by hand")


@pytest.mark.parametrize("reason", ["", " ", "x" * (MAX_ACCEPTED_LENGTH + 1)])
def test_a_reason_is_needed_and_has_a_longest_length(reason: str) -> None:
    assert accept(OPEN, "x" * MAX_ACCEPTED_LENGTH, LATER).closed_at == LATER
    with pytest.raises(InvalidInput) as refused:
        accept(OPEN, reason, LATER)
    assert refused.value.field == "reason"


@pytest.mark.parametrize(
    "difference",
    [attrs.evolve(OPEN, closed_at=NOON), attrs.evolve(OPEN, kind=DifferenceKind.NOT_SENT)],
)
def test_what_is_closed_and_what_a_customer_is_owed_cannot_be_accepted(difference: Difference) -> None:
    with pytest.raises(DifferenceCannotStay):
        accept(difference, "It is fine", LATER)
