"""How a vehicle reads."""

import pytest

from haulage.kernel.vehicles import UNKNOWN_MODEL, Capacity, Vehicle, VehicleType


@pytest.mark.parametrize(
    ("make", "model", "line"),
    [
        ("Ford", "Transit", "2021 Ford Transit"),
        (UNKNOWN_MODEL, UNKNOWN_MODEL, "Vehicle details to come"),
        ("Ford", UNKNOWN_MODEL, "Vehicle details to come"),
    ],
)
def test_a_vehicle_that_nobody_described_is_not_named_by_its_placeholders(
    make: str, model: str, line: str
) -> None:
    assert Vehicle(VehicleType.VAN, make, model, 2021, Capacity(3000, 400)).line == line
