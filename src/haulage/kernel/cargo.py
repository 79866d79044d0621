"""Things that are carried: weights in pounds, dimensions in inches (OP-98)."""

from collections.abc import Iterable
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import CUBIC_INCHES_PER_CUBIC_FOOT, Number, measure, weight_pounds

MAX_SIDE_INCHES = 1200
"""Ours: a hundred feet, longer than any vehicle here."""

MAX_ITEMS = 100
MAX_DESCRIPTION_LENGTH = 500


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
    """One thing to carry (MAT-02). Without dimensions its volume is unknown and counts as nothing."""

    description: str
    weight: Fraction = attrs.field(converter=_pounds)
    dimensions: Dimensions | None = None
    fragile: bool = False
    heavy: bool = False

    def __attrs_post_init__(self) -> None:
        if len(self.description) > MAX_DESCRIPTION_LENGTH:
            raise InvalidInput("description", f"must be at most {MAX_DESCRIPTION_LENGTH} characters")


def total_pounds(items: Iterable[Item]) -> Fraction:
    """Several items: their weights add up (OP-10)."""
    return sum((item.weight for item in items), Fraction(0))


def total_cubic_feet(items: Iterable[Item]) -> Fraction:
    """Several items: their known volumes add up (OP-10)."""
    return sum((item.dimensions.cubic_feet for item in items if item.dimensions), Fraction(0))


def any_fragile(items: Iterable[Item]) -> bool:
    """Fragile counts once, however many items are (OP-10)."""
    return any(item.fragile for item in items)
