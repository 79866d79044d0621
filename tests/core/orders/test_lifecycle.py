"""The order's table: every state with every move, and nothing else."""

import itertools

import pytest

from haulage.kernel.errors import IllegalMove
from haulage.orders import ORDER_LIFECYCLE, OrderMove, OrderStatus

DOCUMENTED = {
    ("pending", "be_assigned"): "assigned",
    ("pending", "be_cancelled"): "cancelled",
    ("assigned", "be_started"): "in_progress",
    ("assigned", "be_handed_back"): "pending",
    ("assigned", "be_cancelled"): "cancelled",
    ("in_progress", "be_completed"): "completed",
    ("in_progress", "be_handed_back"): "pending",
    ("in_progress", "be_cancelled"): "cancelled",
}
LEGAL = sorted(DOCUMENTED)
ILLEGAL = sorted(set(itertools.product(map(str, OrderStatus), map(str, OrderMove))) - set(DOCUMENTED))


@pytest.mark.parametrize(("state", "move"), LEGAL)
def test_a_documented_move_leads_to_its_state(state: str, move: str) -> None:
    assert ORDER_LIFECYCLE.after(OrderStatus(state), OrderMove(move)) == DOCUMENTED[state, move]


@pytest.mark.parametrize(("state", "move"), ILLEGAL)
def test_every_other_move_is_refused(state: str, move: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        ORDER_LIFECYCLE.after(OrderStatus(state), OrderMove(move))
    assert caught.value.subject == "order"
    spoken = state.replace("_", " ").replace("cancelled", "canceled")
    assert str(caught.value).startswith(f"This order is {spoken}: it cannot be ")
    assert "cancelled" not in str(caught.value)


def test_every_combination_is_either_documented_or_refused() -> None:
    assert len(LEGAL) + len(ILLEGAL) == len(OrderStatus) * len(OrderMove) == 25


def test_completed_and_cancelled_are_final() -> None:
    assert {state for state in OrderStatus if ORDER_LIFECYCLE.is_final(state)} == {"completed", "cancelled"}
