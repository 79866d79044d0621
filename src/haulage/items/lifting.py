"""How many people a piece takes."""

from fractions import Fraction

from haulage.kernel.cargo import Item

ONE_PERSON_POUNDS = 75
"""Ours: the most that one person is asked to carry, the upper end of what carriers let one person lift."""

LONG_INCHES, LONG_POUNDS = 72, 50
"""Ours: a piece longer than the one and at least as heavy as the other takes two people as well."""


def needs_two_people(item: Item) -> bool:
    """Whether one person cannot carry a piece of it."""
    if item.weight > ONE_PERSON_POUNDS:
        return True
    return longest_side(item) > LONG_INCHES and item.weight >= LONG_POUNDS


def longest_side(item: Item) -> Fraction:
    """Inches; nothing where it is not known."""
    sides = item.dimensions
    return max(sides.length, sides.width, sides.height) if sides else Fraction(0)
