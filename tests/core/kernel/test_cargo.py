"""Items at the bounds of their words, and a list of items in one line."""

from typing import Any

import attrs
import pytest

from haulage.kernel.cargo import (
    MAX_DESCRIPTION_LENGTH,
    MAX_PRESET_LENGTH,
    MAX_QUANTITY,
    Item,
    in_one_line,
)
from haulage.kernel.errors import InvalidInput


def test_items_are_listed_with_how_many_of_each() -> None:
    sofa, box = Item("Sofa", 80), Item("Medium moving box", 20, quantity=10)
    assert in_one_line([sofa, box]) == "Sofa, 10 x Medium moving box"
    assert in_one_line([Item("Two", 1, quantity=2)]) == "2 x Two"


def test_items_without_a_name_are_left_out() -> None:
    assert in_one_line([Item(" ", 5), Item("Sofa", 80)]) == "Sofa"
    assert in_one_line([]) == ""


def test_an_item_may_have_its_longest_words_and_be_there_once_or_most_often() -> None:
    longest = Item("x" * MAX_DESCRIPTION_LENGTH, 1, preset="p" * MAX_PRESET_LENGTH, quantity=MAX_QUANTITY)
    assert (len(longest.description), longest.quantity) == (MAX_DESCRIPTION_LENGTH, MAX_QUANTITY)
    assert Item("Sofa", 80, quantity=1).quantity == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"description": "x" * (MAX_DESCRIPTION_LENGTH + 1)}, "description"),
        ({"preset": "p" * (MAX_PRESET_LENGTH + 1)}, "preset"),
        ({"quantity": 0}, "quantity"),
        ({"quantity": MAX_QUANTITY + 1}, "quantity"),
    ],
)
def test_an_item_beyond_a_bound_is_refused_by_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        attrs.evolve(Item("Sofa", 80), **changes)
    assert refused.value.field == field
