"""What is taken back of transfers for a payout."""

import pytest

from haulage.payouts.payout import TakenBack, TooLittleToTakeBack, plan_take_back, taken_parts

LEFT = (TakenBack("tr_1", 60), TakenBack("tr_2", 0), TakenBack("tr_3", 60), TakenBack("tr_4", 60))


def test_first_transfers_are_taken_back_first_and_none_without_an_amount() -> None:
    assert plan_take_back(100, LEFT) == (TakenBack("tr_1", 60), TakenBack("tr_3", 40))


def test_no_more_is_taken_back_than_there_is() -> None:
    assert plan_take_back(180, LEFT) == (LEFT[0], LEFT[2], LEFT[3])
    with pytest.raises(TooLittleToTakeBack):
        plan_take_back(181, LEFT)


@pytest.mark.parametrize(("cents", "parts"), [(0, 0), (59, 0), (60, 1), (119, 1), (120, 2), (500, 3)])
def test_parts_are_taken_as_wholes_one_after_the_other(cents: int, parts: int) -> None:
    assert taken_parts((LEFT[0], LEFT[2], LEFT[3]), cents) == parts
