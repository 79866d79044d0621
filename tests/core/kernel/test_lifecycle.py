"""A lifecycle is a table with a row for every state."""

from enum import StrEnum

import pytest

from haulage.kernel.errors import IllegalMove, RuleBroken
from haulage.kernel.lifecycle import Lifecycle


class Door(StrEnum):
    SHUT = "shut"
    WIDE_OPEN = "wide_open"
    BRICKED_UP = "bricked_up"


class Push(StrEnum):
    OPEN = "be_opened"
    SHUT = "be_shut"


DOOR: Lifecycle[Door, Push] = Lifecycle(
    "door",
    {Door.SHUT: {Push.OPEN: Door.WIDE_OPEN}, Door.WIDE_OPEN: {Push.SHUT: Door.SHUT}, Door.BRICKED_UP: {}},
)


def test_a_state_without_a_row_fails_when_the_table_is_made() -> None:
    with pytest.raises(ValueError, match=r"^door: no row for .*bricked_up"):
        Lifecycle("door", {Door.SHUT: {Push.OPEN: Door.WIDE_OPEN}, Door.WIDE_OPEN: {}})


def test_a_move_in_the_table_leads_on() -> None:
    assert DOOR.allows(Door.SHUT, Push.OPEN)
    assert DOOR.after(Door.SHUT, Push.OPEN) is Door.WIDE_OPEN


def test_a_move_that_is_not_in_the_table_is_refused_in_a_sentence() -> None:
    assert not DOOR.allows(Door.WIDE_OPEN, Push.OPEN)
    with pytest.raises(IllegalMove, match=r"^This door is wide open: it cannot be opened\.$") as caught:
        DOOR.after(Door.WIDE_OPEN, Push.OPEN)
    assert isinstance(caught.value, RuleBroken)
    assert caught.value.code == "illegal_move"


def test_a_state_without_moves_is_final() -> None:
    assert [DOOR.is_final(state) for state in Door] == [False, False, True]
