"""Sorting the gathered rows into points of streets, and packing these, their names and their cells."""

from array import array
from collections import Counter, defaultdict

from haulage_adapters.embedded.gazetteer import columns
from haulage_adapters.embedded.gazetteer.builder.gathering import Gathered
from haulage_adapters.embedded.gazetteer.builder.numbering import Made, lists
from haulage_adapters.embedded.gazetteer.keys import cell_of


def pack_streets(gathered: Gathered) -> Made:
    """The columns of points, streets, names and cells."""
    order = _order(gathered)
    made: Made = {}
    _pack_points(made, gathered, order)
    _pack_runs(made, gathered, order)
    _pack_by_number(made)
    _pack_names(made, gathered)
    _pack_cells(made)
    return made


def _order(gathered: Gathered) -> list[int]:
    """The rows by name, area, value and text, each known once."""
    keys = [
        name << 50 | area << 33 | value
        for name, area, value in zip(gathered.name, gathered.area, gathered.value, strict=True)
    ]
    order: list[int] = []
    seen: set[tuple[int, int, int, int]] = set()
    last = -1
    for row in sorted(range(len(keys)), key=keys.__getitem__):
        if keys[row] != last:
            seen, last = set(), keys[row]
        point = (gathered.tail[row], gathered.lat[row], gathered.lng[row], gathered.code[row])
        if point not in seen:
            seen.add(point)
            order.append(row)
    return order


def _pack_points(made: Made, gathered: Gathered, order: list[int]) -> None:
    for name, column in (
        ("point_value", gathered.value),
        ("point_tail", gathered.tail),
        ("point_zip", gathered.code),
        ("point_hood", gathered.hood),
        ("point_lat", gathered.lat),
        ("point_lng", gathered.lng),
    ):
        made[name] = array(column.typecode, map(column.__getitem__, order))
    made["odd"], made["odd_start"] = columns.texts(list(gathered.odd.ids))


def _pack_runs(made: Made, gathered: Gathered, order: list[int]) -> None:
    """Streets by name and area, where each one's points begin, and how it is mostly written."""
    area, name, first = array("I"), array("I"), array("I")
    display, names_first = array("I"), array("I")
    spellings: Counter[int] = Counter()
    by_area: defaultdict[int, list[int]] = defaultdict(list)
    last = (-1, -1)
    for place, row in enumerate(order):
        here = (gathered.name[row], gathered.area[row])
        if here != last:
            if spellings:
                display.append(spellings.most_common(1)[0][0])
                spellings.clear()
            while len(names_first) <= here[0]:
                names_first.append(len(area))
            by_area[here[1]].append(len(area))
            name.append(here[0])
            area.append(here[1])
            first.append(place)
            last = here
        spellings[gathered.display[row]] += 1
    display.append(spellings.most_common(1)[0][0])
    while len(names_first) <= len(gathered.names.ids):
        names_first.append(len(area))
    first.append(len(order))
    made["street_area"], made["street_name"], made["street_point"] = area, name, first
    made["street_display"], made["name_street"] = display, names_first
    made["display"], made["display_start"] = columns.texts(list(gathered.displays.ids))
    by_area_names = {number: [name[street] for street in streets] for number, streets in by_area.items()}
    made["area_names"], made["area_names_start"] = lists(by_area_names, len(gathered.areas.ids))


def _pack_by_number(made: Made) -> None:
    """For each name, its points by value: where in the country that number exists."""
    values, names_first, first = made["point_value"], made["name_street"], made["street_point"]
    order = array("I", bytes(4 * len(values)))
    for name in range(len(names_first) - 1):
        start, end = first[names_first[name]], first[names_first[name + 1]]
        order[start:end] = array("I", sorted(range(start, end), key=values.__getitem__))
    made["point_by_number"] = order


def _pack_names(made: Made, gathered: Gathered) -> None:
    keys = sorted(gathered.names.ids)
    made["name"], made["name_start"] = columns.texts(keys)
    postings: defaultdict[str, list[int]] = defaultdict(list)
    for number, key in enumerate(keys):
        for word in dict.fromkeys(key.split()):
            postings[word].append(number)
    vocabulary = sorted(postings)
    made["word"] = "\n".join(vocabulary).encode()
    made["word_names"], made["word_names_start"] = lists(
        {place: postings[word] for place, word in enumerate(vocabulary)}, len(vocabulary)
    )


def _pack_cells(made: Made) -> None:
    """The points of each cell, for those who ask what is near."""
    cells = array("I", map(cell_of, made["point_lat"], made["point_lng"]))
    order = array("I", sorted(range(len(cells)), key=cells.__getitem__))
    known, first, last = array("I"), array("I"), -1
    for place, point in enumerate(order):
        if cells[point] != last:
            last = cells[point]
            known.append(last)
            first.append(place)
    first.append(len(order))
    made["cell"], made["cell_start"], made["cell_points"] = known, first, order
