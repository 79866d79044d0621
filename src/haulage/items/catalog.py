"""The usual things, in the order in which they are offered within their category.

Sources: weights and sizes of furniture, appliances and electronics are ours, typical retail figures of 2025,
rounded up to 5 lb and whole inches. Mattresses have the standard sizes of the trade in the United States;
their weights are ours. Moving boxes hold 1.5, 3 and 4.5 cubic feet as they are sold; full weights are ours.
Fragile: glass, a screen, or a picture. Assembly: what is usually taken apart for the stairs.
"""

from collections.abc import Mapping

from haulage.items.preset import Category, ItemPreset
from haulage.kernel.errors import NotFound

_BOXES, _LIVING, _BED = Category.BOXES, Category.LIVING_ROOM, Category.BEDROOM
_KITCHEN, _APPLIANCES, _OFFICE = Category.KITCHEN_DINING, Category.APPLIANCES, Category.OFFICE
_ELECTRONICS, _OUTDOOR, _EVERYDAY = Category.ELECTRONICS, Category.OUTDOOR_SPORTS, Category.EVERYDAY

PRESETS: tuple[ItemPreset, ...] = (
    ItemPreset("moving-box-small", "Small moving box", _BOXES, 30, 16, 12, 13, words=("carton", "books")),
    ItemPreset("moving-box-medium", "Medium moving box", _BOXES, 40, 18, 18, 16, words=("carton",)),
    ItemPreset("moving-box-large", "Large moving box", _BOXES, 45, 24, 18, 18, words=("carton",)),
    ItemPreset("wardrobe-box", "Wardrobe box", _BOXES, 50, 24, 21, 46, words=("clothes", "carton")),
    ItemPreset("dish-box", "Dish box", _BOXES, 45, 18, 18, 28, fragile=True, words=("glasses", "plates")),
    ItemPreset("plastic-bin", "Plastic bin", _BOXES, 35, 30, 20, 15, words=("tote", "storage")),
    ItemPreset("suitcase", "Suitcase", _BOXES, 50, 30, 20, 12, words=("luggage", "bag")),
    ItemPreset("sofa", "Sofa", _LIVING, 180, 84, 38, 34, words=("couch", "three seater")),
    ItemPreset("loveseat", "Loveseat", _LIVING, 120, 60, 36, 34, words=("couch", "two seat")),
    ItemPreset("sectional", "Sectional sofa", _LIVING, 300, 110, 84, 34, words=("couch",)),
    ItemPreset("sofa-bed", "Sofa bed", _LIVING, 220, 84, 38, 36, words=("sleeper", "futon")),
    ItemPreset("armchair", "Armchair", _LIVING, 70, 36, 34, 36, words=("chair",)),
    ItemPreset("recliner", "Recliner", _LIVING, 100, 38, 36, 41, words=("chair",)),
    ItemPreset("coffee-table", "Coffee table", _LIVING, 50, 48, 24, 18),
    ItemPreset("side-table", "Side table", _LIVING, 20, 20, 20, 24, words=("end table",)),
    ItemPreset("tv-stand", "TV stand", _LIVING, 80, 60, 18, 24, words=("media console",)),
    ItemPreset("bookcase", "Bookcase", _LIVING, 75, 36, 13, 72, assembly=True, words=("shelf", "shelves")),
    ItemPreset("floor-lamp", "Floor lamp", _LIVING, 15, 14, 14, 62, fragile=True, words=("light",)),
    ItemPreset("table-lamp", "Table lamp", _LIVING, 10, 14, 14, 26, fragile=True, words=("light",)),
    ItemPreset("rug", "Rug, rolled", _LIVING, 45, 96, 12, 12, words=("carpet",)),
    ItemPreset("mirror", "Large mirror", _LIVING, 40, 66, 24, 3, fragile=True, words=("glass",)),
    ItemPreset("picture", "Framed picture", _LIVING, 15, 40, 30, 3, fragile=True, words=("art", "painting")),
    ItemPreset("piano", "Upright piano", _LIVING, 450, 58, 25, 50, words=("keyboard",)),
    ItemPreset("mattress-twin", "Twin mattress", _BED, 45, 75, 38, 11, words=("single", "bed")),
    ItemPreset("mattress-full", "Full mattress", _BED, 60, 75, 54, 11, words=("double", "bed")),
    ItemPreset("mattress-queen", "Queen mattress", _BED, 80, 80, 60, 11, words=("bed",)),
    ItemPreset("mattress-king", "King mattress", _BED, 110, 80, 76, 12, words=("bed",)),
    ItemPreset("box-spring", "Box spring", _BED, 65, 80, 60, 9, words=("bed", "base")),
    ItemPreset("bed-frame", "Bed frame", _BED, 110, 82, 20, 12, assembly=True, words=("bed",)),
    ItemPreset("bunk-bed", "Bunk bed", _BED, 150, 80, 24, 20, assembly=True, words=("bed",)),
    ItemPreset("crib", "Crib", _BED, 60, 55, 31, 12, assembly=True, words=("baby", "cot")),
    ItemPreset("nightstand", "Nightstand", _BED, 35, 22, 18, 26, words=("bedside table",)),
    ItemPreset("dresser", "Dresser", _BED, 150, 60, 19, 34, words=("drawers", "chest")),
    ItemPreset("wardrobe", "Wardrobe", _BED, 200, 72, 24, 40, assembly=True, words=("closet",)),
    ItemPreset("dining-table", "Dining table", _KITCHEN, 120, 72, 38, 30, assembly=True),
    ItemPreset("dining-chair", "Dining chair", _KITCHEN, 18, 20, 20, 36, words=("chair",)),
    ItemPreset("bar-stool", "Bar stool", _KITCHEN, 20, 18, 18, 42, words=("chair",)),
    ItemPreset("sideboard", "Sideboard", _KITCHEN, 140, 64, 18, 34, words=("buffet", "cabinet")),
    ItemPreset("microwave", "Microwave", _KITCHEN, 35, 22, 18, 13, words=("oven",)),
    ItemPreset("fridge", "Fridge", _APPLIANCES, 250, 36, 34, 70, words=("refrigerator",)),
    ItemPreset("mini-fridge", "Mini fridge", _APPLIANCES, 55, 20, 19, 33, words=("refrigerator",)),
    ItemPreset("freezer", "Chest freezer", _APPLIANCES, 110, 45, 24, 34),
    ItemPreset("washer", "Washer", _APPLIANCES, 190, 28, 30, 40, words=("washing machine",)),
    ItemPreset("dryer", "Dryer", _APPLIANCES, 130, 28, 30, 40, words=("tumble dryer",)),
    ItemPreset("dishwasher", "Dishwasher", _APPLIANCES, 90, 24, 24, 35),
    ItemPreset("stove", "Stove", _APPLIANCES, 180, 30, 28, 47, words=("range", "oven")),
    ItemPreset("air-conditioner", "Window air conditioner", _APPLIANCES, 60, 24, 22, 16, words=("ac unit",)),
    ItemPreset("desk", "Desk", _OFFICE, 100, 60, 30, 30, assembly=True, words=("table",)),
    ItemPreset("office-chair", "Office chair", _OFFICE, 40, 27, 27, 42, words=("desk chair",)),
    ItemPreset("filing-cabinet", "Filing cabinet", _OFFICE, 70, 25, 15, 52, words=("file",)),
    ItemPreset("printer", "Printer", _OFFICE, 30, 20, 18, 14, fragile=True, words=("copier",)),
    ItemPreset("tv-small", 'TV up to 43"', _ELECTRONICS, 25, 40, 8, 25, fragile=True, words=("television",)),
    ItemPreset(
        "tv-medium", 'TV 44" to 60"', _ELECTRONICS, 45, 56, 8, 34, fragile=True, words=("television",)
    ),
    ItemPreset(
        "tv-large",
        'TV over 60"',
        _ELECTRONICS,
        80,
        75,
        9,
        44,
        fragile=True,
        words=("television",),
    ),
    ItemPreset("monitor", "Computer monitor", _ELECTRONICS, 15, 28, 8, 20, fragile=True, words=("screen",)),
    ItemPreset("computer", "Desktop computer", _ELECTRONICS, 30, 20, 10, 20, fragile=True, words=("pc",)),
    ItemPreset("speaker", "Floor speaker", _ELECTRONICS, 45, 14, 10, 42, fragile=True, words=("stereo",)),
    ItemPreset("bicycle", "Bike", _OUTDOOR, 30, 68, 24, 42, words=("bicycle",)),
    ItemPreset("treadmill", "Treadmill", _OUTDOOR, 220, 72, 34, 58, words=("gym", "fitness")),
    ItemPreset("exercise-bike", "Exercise bike", _OUTDOOR, 100, 48, 24, 50, words=("gym",)),
    ItemPreset("grill", "Grill", _OUTDOOR, 100, 54, 26, 46, words=("barbecue", "bbq")),
    ItemPreset("patio-chair", "Patio chair", _OUTDOOR, 20, 28, 26, 36, words=("garden", "outdoor")),
    ItemPreset("stroller", "Stroller", _OUTDOOR, 25, 36, 22, 20, words=("baby", "pram")),
    ItemPreset("parcel", "Parcel", _EVERYDAY, 10, 16, 12, 10, words=("package", "box", "delivery")),
    ItemPreset("envelope", "Documents", _EVERYDAY, 1, 13, 10, 1, words=("envelope", "papers", "letter")),
    ItemPreset("groceries", "Bag of groceries", _EVERYDAY, 15, 14, 10, 16, words=("food", "shopping")),
    ItemPreset("flowers", "Flowers", _EVERYDAY, 5, 12, 12, 20, fragile=True, words=("bouquet",)),
    ItemPreset(
        "plant", "Potted plant", _EVERYDAY, 25, 18, 18, 48, fragile=True, words=("tree", "houseplant")
    ),
    ItemPreset("trash-bag", "Bag of clothes", _EVERYDAY, 20, 24, 20, 14, words=("laundry", "donation")),
)

_BY_ID: Mapping[str, ItemPreset] = {preset.id: preset for preset in PRESETS}


def find_preset(preset_id: str) -> ItemPreset | None:
    """The preset with this id, if there is one."""
    return _BY_ID.get(preset_id)


def preset_of(preset_id: str) -> ItemPreset:
    """The preset with this id; ``NotFound`` where there is none."""
    found = find_preset(preset_id)
    if found is None:
        raise NotFound("Item")
    return found
