"""A usual thing to be moved, with the figures that somebody would otherwise have to look up."""

from enum import StrEnum

import attrs

from haulage.items.lifting import needs_two_people
from haulage.kernel.cargo import Dimensions, Item


class Category(StrEnum):
    """Where a preset stands in the list."""

    BOXES = "boxes"
    LIVING_ROOM = "living_room"
    BEDROOM = "bedroom"
    KITCHEN_DINING = "kitchen_dining"
    APPLIANCES = "appliances"
    OFFICE = "office"
    ELECTRONICS = "electronics"
    OUTDOOR_SPORTS = "outdoor_sports"
    EVERYDAY = "everyday"


@attrs.frozen
class ItemPreset:
    """Weight in pounds and size in inches of one piece, packed as it is usually carried.

    ``fragile`` and ``assembly`` are what it usually is; a customer may say otherwise. ``words`` are other
    names that people search it by.
    """

    id: str
    name: str
    category: Category
    weight_pounds: int
    length_inches: int
    width_inches: int
    height_inches: int
    fragile: bool = False
    assembly: bool = False
    words: tuple[str, ...] = ()

    @property
    def dimensions(self) -> Dimensions:
        return Dimensions(self.length_inches, self.width_inches, self.height_inches)

    @property
    def two_people(self) -> bool:
        """Whether one person cannot carry it."""
        return needs_two_people(self.item())

    def item(self, quantity: int = 1) -> Item:
        """So many of it, as it usually is."""
        return Item(
            description=self.name,
            weight=self.weight_pounds,
            dimensions=self.dimensions,
            fragile=self.fragile,
            quantity=quantity,
            assembly=self.assembly,
            preset=self.id,
        )
