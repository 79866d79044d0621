"""Things that are carried: weights in pounds, dimensions in inches (OP-98)."""

from collections.abc import Iterable
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import CUBIC_INCHES_PER_CUBIC_FOOT, Number, measure, weight_pounds

MAX_SIDE_INCHES = 1200
"""Ours: a hundred feet, longer than any vehicle here."""

MAX_ITEMS = 100
"""Ours: lines of one order's list."""

MAX_QUANTITY = 99
"""Ours: pieces of one line, as many as two digits count."""

MAX_DESCRIPTION_LENGTH = 500
MAX_PRESET_LENGTH = 40


def _inches(value: Number) -> Fraction:
    return measure(value, field="dimensions", unit="inches", at_most=MAX_SIDE_INCHES)


def _pounds(value: Number) -> Fraction:
    return weight_pounds(value, field="weight")


@attrs.frozen
class Dimensions:
    """Length, width and height in inches."""

    length: Fraction = attrs.field(converter=_inches)
    width: Fraction = attrs.field(converter=_inches)
    height: Fraction = attrs.field(converter=_inches)

    @property
    def cubic_feet(self) -> Fraction:
        return self.length * self.width * self.height / CUBIC_INCHES_PER_CUBIC_FOOT


@attrs.frozen
class Item:
    """So many pieces of one thing to carry (MAT-02). Weight and dimensions are those of one piece.

    Without dimensions its volume is unknown and counts as nothing. ``preset`` is the id of the usual thing
    that it was chosen as (``haulage.items``); empty for what the customer described.
    """

    description: str
    weight: Fraction = attrs.field(converter=_pounds)
    dimensions: Dimensions | None = None
    fragile: bool = False
    heavy: bool = False
    quantity: int = 1
    assembly: bool = False
    preset: str = ""

    def __attrs_post_init__(self) -> None:
        if len(self.description) > MAX_DESCRIPTION_LENGTH:
            raise InvalidInput("description", f"must be at most {MAX_DESCRIPTION_LENGTH} characters")
        if not 1 <= self.quantity <= MAX_QUANTITY:
            raise InvalidInput("quantity", f"must be between 1 and {MAX_QUANTITY}")
        if len(self.preset) > MAX_PRESET_LENGTH:
            raise InvalidInput("preset", f"must be at most {MAX_PRESET_LENGTH} characters")


def total_pounds(items: Iterable[Item]) -> Fraction:
    """Several items: their weights add up, piece by piece (OP-10)."""
    return sum((item.weight * item.quantity for item in items), Fraction(0))


def total_cubic_feet(items: Iterable[Item]) -> Fraction:
    """Several items: their known volumes add up, piece by piece (OP-10)."""
    return sum((item.dimensions.cubic_feet * item.quantity for item in items if item.dimensions), Fraction(0))


def any_fragile(items: Iterable[Item]) -> bool:
    """Fragile counts once, however many items are (OP-10)."""
    return any(item.fragile for item in items)


def any_assembly(items: Iterable[Item]) -> bool:
    """Assembly counts once, like fragile (OP-10)."""
    return any(item.assembly for item in items)


def in_one_line(items: Iterable[Item]) -> str:
    """The list for a receipt or a mail, such as 'Sofa, 10 x Medium moving box'; empty for nameless items."""
    return ", ".join(
        item.description if item.quantity == 1 else f"{item.quantity} x {item.description}"
        for item in items
        if item.description.strip()
    )
