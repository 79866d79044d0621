"""Places of New York that people name instead of an address: stations, hospitals, parks, stadiums, shops.

They are ours, in `curated_places.csv`: name, kind, borough or city, position to about 150 m, and other
names by which people know them. A test holds each position against the outline of its borough.
"""

import csv
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

import attrs
from rapidfuzz.distance import OSA

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.words import key_of, split

CITIES = {"Hoboken": "hoboken", "Jersey City": "jersey city", "Newark": "newark"}
"""What the column of boroughs says of places in New Jersey, and the canonical city."""

BEGUN, WORD_LEFT_OUT, SLIP = 0.1, 0.05, 0.2
"""What it costs to have typed only a beginning, each word of the name not typed, and each slip."""

SHORTEST_BEGUN = 3
SHORTEST_WITH_SLIP, LETTERS_A_SLIP = 6, 7
"""Shorter names are too like others to be mistyped; longer ones allow one slip for so many letters."""

SLIPS_ACROSS_WORDS = 1
"""Where the words are fewer or more: a space that was left out. Newark is no slip for New York."""

_AROUND = re.compile(
    r"[\s,]+(?:in )?(?:new york city|new york|nyc|ny|manhattan|brooklyn|queens|the bronx|bronx|staten island"
    r"|hoboken|jersey city|new jersey|nj|usa|us|\d{5})$"
)
"""Where a place is, behind its name; nobody has to say so."""

NUMBERED = 0.4
"""The cost of an exact name behind a number (`1 times sq`) that nothing but the name tells of."""

_NUMBER_BEFORE = re.compile(r"^\d+[a-z]?\s+(?=[^\W\d])")

_PART = re.compile(r"[\s,]+(?:terminal|term|gate) [a-z]?\d{0,2}[a-z]?$")
"""A part of an airport, behind its name: the whole is what can be found."""


@attrs.frozen
class CuratedPlace:
    """A place by its name; *keys* are the words of all its names, canonical and as written."""

    number: int
    name: str
    kind: str
    borough: str
    point: Point
    keys: tuple[str, ...]

    @property
    def slug(self) -> str:
        """Its name as part of a place id."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def cost(self, typed: str) -> float | None:
        """What it costs to take canonical words for this place, or None where they are not its."""
        costs = [cost for key in self.keys if (cost := _cost(typed, key)) is not None]
        return min(costs, default=None)


@cache
def places() -> tuple[CuratedPlace, ...]:
    """All of them, in the order of the file."""
    file = resources.files(__package__).joinpath("curated_places.csv")
    rows = csv.DictReader(file.read_text("utf-8").splitlines())
    return tuple(
        CuratedPlace(
            number,
            row["name"],
            row["kind"],
            row["borough"],
            Point(float(row["lat"]), float(row["lng"])),
            _keys(row["name"], *filter(None, row["aliases"].split("|"))),
        )
        for number, row in enumerate(rows)
    )


def find(text: str) -> Iterator[tuple[float, CuratedPlace]]:
    """The places that a text may name, with their cost."""
    typed = text.lower().strip(" ,.").removeprefix("the ")
    unnumbered = _NUMBER_BEFORE.sub("", typed)
    keys, exact = _keys_around(typed), _keys_around(unnumbered) if unnumbered != typed else frozenset()
    for place in places():
        costs = [cost for key in keys if key and (cost := place.cost(key)) is not None]
        if not exact.isdisjoint(place.keys):
            costs.append(NUMBERED)
        if costs:
            yield min(costs), place


def _keys_around(typed: str) -> frozenset[str]:
    """Of a text as it is, and of what is left of it without where the place is."""
    keys = {*_keys(typed)}
    while (shorter := _PART.sub("", _AROUND.sub("", typed))) != typed:
        typed = shorter
        keys.update(_keys(typed))
    return frozenset(keys)


def by_slug(slug: str) -> CuratedPlace | None:
    return next((place for place in places() if place.slug == slug), None)


def _keys(*names: str) -> tuple[str, ...]:
    """The words of names in their canonical forms, and as they are written: slips are looked for in these."""
    return tuple(dict.fromkeys(key for name in names for key in (key_of(name), " ".join(split(name)))))


def _cost(typed: str, name: str) -> float | None:
    if typed == name:
        return 0.0
    words, wanted = typed.split(), name.split()
    if len(typed) >= SHORTEST_BEGUN and len(words) <= len(wanted):
        rest = list(wanted)
        for word in words[:-1]:
            if word not in rest:
                break
            rest.remove(word)
        else:
            if any(each.startswith(words[-1]) for each in rest):
                return BEGUN + WORD_LEFT_OUT * (len(wanted) - len(words))
    if len(typed) >= SHORTEST_WITH_SLIP:
        alike = len(words) == len(wanted)
        most = len(typed) // LETTERS_A_SLIP + 1 if alike else SLIPS_ACROSS_WORDS
        slips = int(OSA.distance(typed, name, score_cutoff=most))
        if slips <= most and typed[0] == name[0]:
            return SLIP * slips
    return None
