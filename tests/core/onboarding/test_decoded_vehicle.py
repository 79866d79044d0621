"""What a VIN says, held against what was typed."""

import pytest

from haulage.onboarding import DecodedVehicle, differing

TRANSIT = DecodedVehicle("Ford", "Transit", 2021)


@pytest.mark.parametrize(
    ("make", "model", "year", "found"),
    [
        ("ford ", "transit", 2021, ()),
        ("Ford", "Transit 250", 2021, ()),
        ("Ford", "F-150", 2021, ("model",)),
        ("Chevrolet", "Express", 2019, ("make", "model", "year")),
        ("", "", None, ()),
    ],
)
def test_what_was_typed_otherwise_is_named(
    make: str, model: str, year: int | None, found: tuple[str, ...]
) -> None:
    assert differing(TRANSIT, make=make, model=model, year=year) == found


def test_what_the_number_does_not_say_contradicts_nothing() -> None:
    assert differing(DecodedVehicle(), make="Ford", model="Transit", year=2021) == ()
