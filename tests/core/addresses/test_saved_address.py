"""Saved addresses: their names and their order."""

import pytest

from builders import NOON, TIMES_SQUARE
from haulage.addresses import MAX_ADDRESS_NAME_LENGTH, SavedAddress, checked_name, sorted_addresses
from haulage.kernel.errors import InvalidInput


def saved(name: str) -> SavedAddress:
    return SavedAddress(f"adr_{name}", "usr_1", name, TIMES_SQUARE, NOON, NOON)


def test_home_and_work_come_first_and_then_the_others_by_name() -> None:
    names = ["storage", "WORK", "Élan", "home", "Bakery"]
    in_order = sorted_addresses(saved(name) for name in names)
    assert [each.name for each in in_order] == ["home", "WORK", "Bakery", "Élan", "storage"]


def test_names_that_read_alike_are_one_name() -> None:
    assert saved("HOME").name_key == saved("home").name_key
    assert checked_name("  Mom's   place ") == "Mom's place"


@pytest.mark.parametrize("name", ["", " \t", "\u200b", "x" * (MAX_ADDRESS_NAME_LENGTH + 1)])
def test_a_name_is_needed_and_fits_on_a_line(name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_name(name)
    assert refused.value.field == "name"


def test_a_name_may_fill_its_line() -> None:
    assert checked_name("x" * MAX_ADDRESS_NAME_LENGTH) == "x" * MAX_ADDRESS_NAME_LENGTH
