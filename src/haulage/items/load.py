"""What a list of items amounts to: its weight and volume, what carries it, and how many people."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import attrs

from haulage.items.lifting import longest_side, needs_two_people
from haulage.kernel.cargo import Item, total_cubic_feet, total_pounds
from haulage.kernel.services import ItemClass
from haulage.kernel.vehicles import VEHICLE_WORDS, VehicleType

SMALL_POUNDS, SMALL_CUBIC_FEET = 150, 50
"""Ours: beyond either it is a job for 'Large Items'. What a large item weighs, and a pickup's bed."""

MOST_NAMED = 2
"""Ours: so many things a sentence names one by one."""


@attrs.frozen
class Room:
    """What a usual vehicle of a type takes: pounds, cubic feet, and inches along its floor."""

    pounds: int
    cubic_feet: int
    inches: int


USUAL_ROOM: Mapping[VehicleType, Room] = {
    VehicleType.PICKUP: Room(1_000, 50, 96),
    VehicleType.VAN: Room(3_000, 250, 130),
    VehicleType.TRUCK: Room(5_000, 400, 180),
    VehicleType.BOX_TRUCK: Room(9_000, 900, 300),
}
"""Ours, typical manufacturers' figures, smallest vehicle first. They word a hint: which driver fits
is decided by their own vehicle (OP-18)."""

_incomplete = set(VehicleType) - set(USUAL_ROOM)
if _incomplete:
    raise ValueError(f"vehicles without room: {sorted(_incomplete)}")


@attrs.frozen
class Load:
    """Totals of a list. ``vehicle`` is the smallest usual one that takes it all, None where none does.

    ``two_people_for`` names what one person cannot carry; ``unmeasured`` is whether a piece has no size, so
    that the volume is too small.
    """

    pieces: int
    pounds: Fraction
    cubic_feet: Fraction
    largest: Item | None
    unmeasured: bool
    two_people_for: tuple[str, ...]
    item_class: ItemClass
    vehicle: VehicleType | None

    @property
    def people(self) -> int:
        """How many are needed to carry it."""
        return 2 if self.two_people_for else 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a customer is told of it."""
        if not self.pieces:
            return ()
        if not self.two_people_for:
            return (self._fit,)
        return self._fit, f"Two people are needed for {_named(self.two_people_for)}."

    @property
    def _fit(self) -> str:
        """Where a size is missing, the weight alone says nothing about room."""
        if self.vehicle is None:
            return "This is more than one vehicle carries. Please book it in parts."
        words = VEHICLE_WORDS[self.vehicle]
        if self.unmeasured:
            return f"By weight, this fits {words}."
        return f"This fits {words}."


def load_of(items: Sequence[Item]) -> Load:
    """Add up a list."""
    pounds, feet = total_pounds(items), total_cubic_feet(items)
    measured = [item for item in items if item.dimensions]
    two = tuple(dict.fromkeys(_name(item) for item in items if needs_two_people(item)))
    return Load(
        pieces=sum(item.quantity for item in items),
        pounds=pounds,
        cubic_feet=feet,
        largest=max(measured, key=_size, default=None),
        unmeasured=len(measured) < len(items),
        two_people_for=two,
        item_class=(
            ItemClass.LARGE if two or pounds > SMALL_POUNDS or feet > SMALL_CUBIC_FEET else ItemClass.SMALL
        ),
        vehicle=_smallest(pounds, feet, max(map(longest_side, items), default=Fraction(0))),
    )


def _size(item: Item) -> Fraction:
    return item.dimensions.cubic_feet if item.dimensions else Fraction(0)


def _smallest(pounds: Fraction, feet: Fraction, inches: Fraction) -> VehicleType | None:
    return next(
        (
            vehicle
            for vehicle, room in USUAL_ROOM.items()
            if pounds <= room.pounds and feet <= room.cubic_feet and inches <= room.inches
        ),
        None,
    )


def _name(item: Item) -> str:
    name = item.description.strip()
    if item.preset:
        # A brand keeps its capitals: only a word that is all small but for its first letter is lowered.
        first, space, rest = name.partition(" ")
        name = (first.lower() if first[1:].islower() else first) + space + rest
    return name or "item"


def _named(names: Iterable[str]) -> str:
    known = [f"the {name}" for name in names]
    if len(known) <= MOST_NAMED:
        return " and ".join(known)
    return f"{', '.join(known[:MOST_NAMED])} and {len(known) - MOST_NAMED} more"
