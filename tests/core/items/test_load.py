"""What a list of items amounts to."""

from fractions import Fraction

import pytest

from haulage.items import load_of, preset_of
from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.services import ItemClass
from haulage.kernel.vehicles import VehicleType


def some(preset: str, quantity: int = 1) -> Item:
    return preset_of(preset).item(quantity)


def test_quantities_multiply_weight_and_volume() -> None:
    load = load_of([some("moving-box-medium", 10), some("parcel", 2)])
    assert (load.pieces, load.pounds) == (12, 10 * 40 + 2 * 10)
    assert load.cubic_feet == Fraction(10 * 18 * 18 * 16 + 2 * 16 * 12 * 10, 1728)


def test_the_largest_piece_is_the_one_of_most_volume() -> None:
    largest = load_of([some("parcel", 50), some("fridge")]).largest
    assert largest is not None
    assert largest.preset == "fridge"


@pytest.mark.parametrize(
    ("items", "vehicle"),
    [
        ([some("parcel")], VehicleType.PICKUP),
        ([some("sofa")], VehicleType.VAN),
        ([some("moving-box-large", 60)], VehicleType.TRUCK),
        ([some("sectional"), some("moving-box-large", 70)], VehicleType.BOX_TRUCK),
        ([some("moving-box-large", 99), some("moving-box-medium", 99), some("sofa", 10)], None),
        ([Item("Ladder", 60, Dimensions(140, 18, 6))], VehicleType.TRUCK),
    ],
)
def test_the_smallest_usual_vehicle_that_takes_it_all_is_named(
    items: list[Item], vehicle: VehicleType | None
) -> None:
    assert load_of(items).vehicle is vehicle


def test_a_sofa_fits_a_van_and_takes_two_people() -> None:
    load = load_of([some("sofa"), some("floor-lamp")])
    assert load.people == 2
    assert load.sentences == ("This fits a van.", "Two people are needed for the sofa.")


def test_a_sentence_names_two_things_and_counts_the_rest() -> None:
    load = load_of([some("sofa"), some("fridge"), some("tv-large"), some("desk")])
    assert load.sentences[-1] == "Two people are needed for the sofa, the fridge and 2 more."
    assert load_of([some("tv-large"), some("desk")]).sentences[-1].endswith('the TV over 60" and the desk.')


def test_what_a_customer_described_is_judged_by_its_weight_and_length() -> None:
    assert load_of([Item("Crate", 75)]).people == 1
    assert load_of([Item("Crate", 76)]).people == 2
    assert load_of([Item("Beam", 50, Dimensions(72, 4, 4))]).people == 1
    assert load_of([Item("Beam", 50, Dimensions(73, 4, 4))]).people == 2
    assert load_of([Item("Pole", 49, Dimensions(73, 4, 4))]).people == 1


def test_a_list_is_large_by_weight_volume_or_two_people() -> None:
    assert load_of([some("moving-box-small", 5)]).item_class is ItemClass.SMALL
    assert load_of([some("moving-box-small", 6)]).item_class is ItemClass.LARGE
    assert load_of([Item("Foam", 20, Dimensions(48, 48, 38))]).item_class is ItemClass.LARGE
    assert load_of([some("mattress-queen")]).item_class is ItemClass.LARGE


def test_an_unmeasured_piece_is_said_to_be_one() -> None:
    load = load_of([Item("Crate", 200)])
    assert load.unmeasured
    assert load.sentences[0] == "By weight, this fits a pickup truck."
    assert not load_of([some("sofa")]).unmeasured


def test_nothing_amounts_to_nothing() -> None:
    load = load_of([])
    assert (load.pieces, load.pounds, load.largest, load.sentences) == (0, 0, None, ())


def test_what_no_vehicle_carries_is_said_to_be_too_much() -> None:
    assert load_of([some("moving-box-large", 99), some("sofa", 20)]).sentences[0] == (
        "This is more than one vehicle carries. Please book it in parts."
    )
