"""Vehicles and what they can carry."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.kernel.measures import Number, volume_cubic_feet, weight_pounds
from haulage.kernel.plate import LicensePlate

UNKNOWN_MODEL = "To be updated"
"""What a driver's make and model read until the driver fills them in (AUT-09)."""


FIRST_VEHICLE_YEAR = 2000
"""ONB-19; the last one is next year's."""


class VehicleType(StrEnum):
    PICKUP = "pickup"
    VAN = "van"
    TRUCK = "truck"
    BOX_TRUCK = "box_truck"


class VehicleColor(StrEnum):
    """What a customer looks for at the curb (ours)."""

    WHITE = "white"
    BLACK = "black"
    GRAY = "gray"
    SILVER = "silver"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    ORANGE = "orange"
    BROWN = "brown"
    BEIGE = "beige"
    PURPLE = "purple"


VEHICLE_WORDS: Mapping[VehicleType, str] = {
    VehicleType.PICKUP: "a pickup truck",
    VehicleType.VAN: "a van",
    VehicleType.TRUCK: "a truck",
    VehicleType.BOX_TRUCK: "a box truck",
}
"""For sentences, such as 'with a van'."""

_unworded = set(VehicleType) - set(VEHICLE_WORDS)
if _unworded:
    raise ValueError(f"vehicles without words: {sorted(_unworded)}")


def _pounds(value: Number) -> Fraction:
    return weight_pounds(value, field="vehicle.capacity.weight")


def _cubic_feet(value: Number) -> Fraction:
    return volume_cubic_feet(value, field="vehicle.capacity.volume")


@attrs.frozen
class Capacity:
    """Weight in pounds and volume in cubic feet that a vehicle can take."""

    weight: Fraction = attrs.field(converter=_pounds)
    volume: Fraction = attrs.field(converter=_cubic_feet)


def _words(values: Iterable[str]) -> frozenset[str]:
    return frozenset(values)


@attrs.frozen
class Vehicle:
    """A driver's vehicle. Make and model are 'To be updated' until somebody enters them."""

    type: VehicleType
    make: str
    model: str
    year: int
    capacity: Capacity
    features: frozenset[str] = attrs.field(factory=frozenset, converter=_words)
    color: VehicleColor | None = None

    @property
    def described(self) -> bool:
        """Whether make and model are known."""
        return UNKNOWN_MODEL not in (self.make, self.model)

    @property
    def line(self) -> str:
        """Such as '2021 Ford Transit', for people to read."""
        return f"{self.year} {self.make} {self.model}" if self.described else "Vehicle details to come"


@attrs.frozen
class DrivenVehicle:
    """A vehicle with the license plate that it had when a job was done with it."""

    vehicle: Vehicle
    plate: LicensePlate | None = None
