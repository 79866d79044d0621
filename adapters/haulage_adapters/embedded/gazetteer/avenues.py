"""House numbers along Manhattan's avenues, by the rule that New Yorkers know.

An avenue's number halved and without its last digit, plus a figure of that avenue's own, is the cross street
nearby: 888 7th Ave is by 44 + 12 = 56th Street. The figures are those of the table that city guides and the
Manhattan telephone book printed for decades. Beside a known address of the avenue the rule is corrected by
what it gets wrong there. Half of the known addresses lie within 12 m of where the others
put them (a test holds it under 60 m).
"""

import statistics
from collections.abc import Mapping, Sequence

import attrs

from haulage_adapters.embedded.gazetteer.houses import HYPHENATED, House
from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.numbering import numbering, on_grid, position
from haulage_adapters.embedded.gazetteer.placing import BETWEEN, Spot

HALVED, WHOLE = 20, 10


@attrs.frozen
class _Piece:
    """Numbers up to *last* lie by the street of number / *divisor* + *plus*."""

    plus: int
    last: int = 9999
    divisor: int = HALVED

    def street(self, value: int) -> float:
        return value / self.divisor + self.plus


RULES: Mapping[str, Sequence[_Piece]] = {
    "1 ave": [_Piece(3)],
    "2 ave": [_Piece(3)],
    "3 ave": [_Piece(10)],
    "park ave s": [_Piece(8, 480)],
    "lexington ave": [_Piece(22)],
    "park ave": [_Piece(35)],
    "madison ave": [_Piece(26)],
    "5 ave": [
        _Piece(13, 200),
        _Piece(16, 400),
        _Piece(18, 600),
        _Piece(20, 775),
        _Piece(-18, 1286, WHOLE),
        _Piece(45, 1500),
        _Piece(24),
    ],
    "6 ave": [_Piece(-12)],
    "7 ave": [_Piece(12)],
    "8 ave": [_Piece(10)],
    "9 ave": [_Piece(13)],
    "10 ave": [_Piece(14)],
    "11 ave": [_Piece(15)],
    "12 ave": [_Piece(16)],
    "amsterdam ave": [_Piece(60)],
    "columbus ave": [_Piece(60)],
    "w end ave": [_Piece(60)],
    "central park w": [_Piece(60, divisor=WHOLE)],
    "york ave": [_Piece(4)],
    "lenox ave": [_Piece(110)],
    "adam clayton powell jr blvd": [_Piece(20)],
    "frederick douglass blvd": [_Piece(10)],
}
"""By canonical name. 4th Avenue is Park Avenue South; 7th and 8th have other names north of the park."""

BROADWAY = "broadway"
"""Older than the grid: it has no rule, but corners with its streets."""

TRUSTED = 400
"""A known number this far away still says by how much the rule is off."""


@attrs.frozen
class _Known:
    """A known address of an avenue: its number, the cross street by it, and meters across and along."""

    value: int
    street: float
    across: float
    along: float
    number: int


def place(index: Index, street: int, house: House) -> Spot | None:
    """A number on an avenue of the grid; None for other streets, and where the rule leads off the grid."""
    rule = RULES.get(index.name(index.street_name[street]))
    known = _known(index, street) if rule and not house.hyphenated else []
    others = [each for each in known if each.value != house.value]
    if not rule or not others or house.value > rule[-1].last:
        return None
    by = _street(rule, house.value) + _correction(rule, house.value, others)
    along = numbering(index).along(by)
    if along is None:
        return None
    side = [each for each in others if each.value % 2 == house.odd] or others
    point = position(statistics.median(each.across for each in side), along)
    nearest = min(others, key=lambda each: abs(each.value - house.value))
    return Spot(House(str(house.value), house.value), point, nearest.number, known=False, cost=BETWEEN)


def across(index: Index, street: int, along: float) -> float | None:
    """Meters across the island of an avenue so far along it; None for streets that the table does not name.

    Broadway bends: it lies between its next known addresses.
    """
    name = index.name(index.street_name[street])
    if name not in (*RULES, BROADWAY):
        return None
    known = _known(index, street)
    if name != BROADWAY:
        return statistics.median(each.across for each in known) if known else None
    low = max((each for each in known if each.along <= along), key=lambda each: each.along, default=None)
    high = min((each for each in known if each.along > along), key=lambda each: each.along, default=None)
    if low is None or high is None:
        return None
    return low.across + (high.across - low.across) * (along - low.along) / (high.along - low.along)


def _known(index: Index, street: int) -> list[_Known]:
    """The street's addresses that lie on the grid."""
    found = []
    for number in index.points_of(street):
        value = index.point_value[number]
        across, along = on_grid(index.point(number))
        by = numbering(index).street_at(along)
        if 0 < value < HYPHENATED and by is not None:
            found.append(_Known(value, by, across, along, number))
    return found


def _street(rule: Sequence[_Piece], value: int) -> float:
    return next(piece for piece in rule if value <= piece.last or piece is rule[-1]).street(value)


def _correction(rule: Sequence[_Piece], value: int, known: Sequence[_Known]) -> float:
    """By how many streets the rule is off at the next known numbers, the nearer ones counting for more."""
    wrong = weights = 0.0
    for side in (
        [each for each in known if each.value < value],
        [each for each in known if each.value > value],
    ):
        nearest = min(side, key=lambda each: abs(each.value - value), default=None)
        if nearest is not None and abs(nearest.value - value) <= TRUSTED:
            weight = 1 / abs(nearest.value - value)
            wrong += weight * (nearest.street - _street(rule, nearest.value))
            weights += weight
    return wrong / weights if weights else 0.0
