"""Items to be moved, the usual things that they are chosen from, and what a list of them amounts to."""

from typing import Annotated

from msgspec import Meta

from haulage.items import Category, ItemPreset, Load, needs_two_people, preset_of
from haulage.kernel.cargo import (
    MAX_DESCRIPTION_LENGTH,
    MAX_ITEMS,
    MAX_PRESET_LENGTH,
    MAX_QUANTITY,
    MAX_SIDE_INCHES,
    Dimensions,
    Item,
    in_one_line,
)
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.measures import MAX_WEIGHT_POUNDS
from haulage.kernel.services import ASSUMED_ITEM_POUNDS, ItemClass
from haulage.kernel.vehicles import VehicleType
from haulage_adapters.wire.common import In, Out

Inches = Annotated[float, Meta(gt=0, le=MAX_SIDE_INCHES)]


class DimensionsIn(In):
    length: Inches
    width: Inches
    height: Inches

    def to_core(self) -> Dimensions:
        return Dimensions(self.length, self.width, self.height)


class ItemIn(In):
    """So many pieces of one thing: weight in pounds and dimensions in inches are those of one piece.

    With a `preset` what is left out is as usual for it; without one, the item class has its usual weight.
    """

    description: Annotated[str, Meta(max_length=MAX_DESCRIPTION_LENGTH)] = ""
    weight: Annotated[float, Meta(gt=0, le=MAX_WEIGHT_POUNDS)] | None = None
    dimensions: DimensionsIn | None = None
    fragile: bool | None = None
    heavy: bool = False
    quantity: Annotated[int, Meta(ge=1, le=MAX_QUANTITY)] = 1
    assembly: bool | None = None
    preset: Annotated[str, Meta(max_length=MAX_PRESET_LENGTH)] | None = None

    def to_core(self, item_class: ItemClass) -> Item:
        """Raises ``InvalidInput`` for a preset that there is not."""
        usual = _preset(self.preset).item() if self.preset else None
        dimensions = self.dimensions.to_core() if self.dimensions else None
        return Item(
            description=self.description.strip() or (usual.description if usual else ""),
            weight=self.weight or (usual.weight if usual else ASSUMED_ITEM_POUNDS[item_class]),
            dimensions=dimensions or (usual.dimensions if usual else None),
            fragile=_said(self.fragile, usual=usual is not None and usual.fragile),
            heavy=self.heavy,
            quantity=self.quantity,
            assembly=_said(self.assembly, usual=usual is not None and usual.assembly),
            preset=self.preset or "",
        )


def _preset(preset_id: str) -> ItemPreset:
    try:
        return preset_of(preset_id)
    except NotFound:
        raise InvalidInput("preset", "is not in the list of items") from None


def _said(word: bool | None, *, usual: bool) -> bool:
    return usual if word is None else word


class DimensionsOut(Out):
    """Inches."""

    length: float
    width: float
    height: float

    @classmethod
    def of(cls, sides: Dimensions | None) -> "DimensionsOut | None":
        if sides is None:
            return None
        return cls(float(sides.length), float(sides.width), float(sides.height))


class ItemOut(Out):
    """A line of an order's list. Pounds and inches are those of one piece; `two_people` is whether one person
    cannot carry it."""

    preset: str | None
    description: str
    quantity: int
    weight: float
    dimensions: DimensionsOut | None
    fragile: bool
    assembly: bool
    two_people: bool

    @classmethod
    def of(cls, item: Item) -> "ItemOut":
        return cls.from_attributes(
            item,
            preset=item.preset or None,
            weight=float(item.weight),
            dimensions=DimensionsOut.of(item.dimensions),
            two_people=needs_two_people(item),
        )


class ItemPresetOut(Out):
    """A usual thing. `words` are other names of it, for searching."""

    id: str
    name: str
    category: Category
    weight: float
    dimensions: DimensionsOut
    two_people: bool
    fragile: bool
    assembly: bool
    words: list[str]

    @classmethod
    def of(cls, preset: ItemPreset) -> "ItemPresetOut":
        sides = preset.dimensions
        return cls.from_attributes(
            preset,
            weight=float(preset.weight_pounds),
            dimensions=DimensionsOut(float(sides.length), float(sides.width), float(sides.height)),
            words=list(preset.words),
        )


class ItemListIn(In):
    """A list of items. What nobody weighed has the usual weight of the item class."""

    items: Annotated[list[ItemIn], Meta(max_length=MAX_ITEMS)]
    item_class: ItemClass = ItemClass.SMALL

    def to_core(self) -> tuple[Item, ...]:
        return tuple(item.to_core(self.item_class) for item in self.items)


class LoadOut(Out):
    """What a list amounts to. `vehicle` is the smallest usual one that takes it all, null where none does;
    `item_class` is what it should be booked as. Without `is_measured` a piece has no size, and the volume is
    that of the others."""

    description: str
    pieces: int
    weight_pounds: float
    volume_cubic_feet: float
    is_measured: bool
    largest: str | None
    people: int
    two_people_for: list[str]
    item_class: ItemClass
    vehicle: VehicleType | None
    sentences: list[str]

    @classmethod
    def of(cls, load: Load, items: tuple[Item, ...]) -> "LoadOut":
        return cls.from_attributes(
            load,
            description=in_one_line(items),
            weight_pounds=round(float(load.pounds), 2),
            volume_cubic_feet=round(float(load.cubic_feet), 1),
            is_measured=not load.unmeasured,
            largest=load.largest.description if load.largest else None,
            two_people_for=list(load.two_people_for),
            sentences=list(load.sentences),
        )
