"""A list of items in one line."""

from haulage.kernel.cargo import Item, in_one_line


def test_items_are_listed_with_how_many_of_each() -> None:
    sofa, box = Item("Sofa", 80), Item("Medium moving box", 20, quantity=10)
    assert in_one_line([sofa, box]) == "Sofa, 10 x Medium moving box"
    assert in_one_line([Item("Two", 1, quantity=2)]) == "2 x Two"


def test_items_without_a_name_are_left_out() -> None:
    assert in_one_line([Item(" ", 5), Item("Sofa", 80)]) == "Sofa"
    assert in_one_line([]) == ""
