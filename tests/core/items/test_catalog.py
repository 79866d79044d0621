"""The catalog of usual things: believable, and found by what people type."""

import pytest

from haulage.items import PRESETS, Category, preset_of, search_presets
from haulage.kernel.errors import NotFound


def names(text: str) -> list[str]:
    return [preset.id for preset in search_presets(text)]


def test_every_preset_has_an_id_and_a_name_of_its_own() -> None:
    assert len(PRESETS) >= 60
    assert len({preset.id for preset in PRESETS}) == len({preset.name for preset in PRESETS}) == len(PRESETS)
    assert {preset.category for preset in PRESETS} == set(Category)


def test_what_two_people_carry_is_what_a_mover_would_say() -> None:
    two = {preset.id for preset in PRESETS if preset.two_people}
    assert {"sofa", "fridge", "washer", "mattress-queen", "dresser", "piano", "tv-large"} <= two
    assert not {"moving-box-large", "armchair", "mattress-twin", "tv-small", "bicycle", "rug", "parcel"} & two


def test_every_preset_makes_an_item_that_weighs_what_it_says() -> None:
    for preset in PRESETS:
        item = preset.item(3)
        assert (item.weight, item.quantity, item.preset) == (preset.weight_pounds, 3, preset.id)
        assert item.dimensions == preset.dimensions


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("sofa", "sofa"),
        ("couch", "sofa"),
        ("Queen", "mattress-queen"),
        ("washing m", "washer"),
        ("REFRIGERATOR", "fridge"),
        ("bike", "bicycle"),
        ("box med", "moving-box-medium"),
        ("tv 44", "tv-medium"),
        ("boxes", "moving-box-small"),
        ("sofas", "sofa"),
        ("4 boxes", "moving-box-small"),
        ("2x chairs", "dining-chair"),
        ("shelves", "bookcase"),
        ("matress", "mattress-twin"),
        ("refridgerator", "fridge"),
        ("2 chiars", "dining-chair"),
        ("pianoo", "piano"),
        ("soaf", "sofa"),
    ],
)
def test_a_thing_is_found_by_the_words_that_people_type(typed: str, first: str) -> None:
    assert names(typed)[0] == first


def test_a_name_goes_before_another_name() -> None:
    found = names("chair")
    assert found.index("dining-chair") < found.index("recliner")


def test_no_words_find_everything_and_unknown_ones_nothing() -> None:
    assert len(names("  ")) == len(PRESETS)
    assert names("zeppelin") == []


def test_an_unknown_preset_is_not_found() -> None:
    with pytest.raises(NotFound):
        preset_of("zeppelin")
