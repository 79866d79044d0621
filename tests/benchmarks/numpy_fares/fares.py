"""The batch calculator.

Exact, and not by a second formula: the core's :func:`~haulage.pricing.fare.fare_lines` has no branch,
so it takes columns of whole numbers as it takes numbers. Quantities enter it in billionths, which hold
whatever a person or a route service writes. A quantity with more decimals than that makes its row go
through the same formula by itself, with Python's unbounded numbers.
"""

from itertools import product
from math import lcm
from typing import Any

import attrs
import numpy as np

from haulage.kernel.measures import (
    BILLION,
    MAX_TRIP_MILES,
    MAX_TRIP_MINUTES,
    MAX_WEIGHT_POUNDS,
    exact,
)
from haulage.pricing import STANDARD_TARIFF, SalesTax, Tariff, TimeOfDay, Weather
from haulage.pricing.fare import Lines, fare_lines
from haulage.pricing.tariff import RateCard

from .columns import (
    AMOUNTS,
    SERVICES,
    URGENCIES,
    FareColumns,
    Flags,
    Floats,
    Integers,
    TripColumns,
)

BLOCK = 16_384
"""Measured best for 100,000 rows: the columns of a block stay in the processor's cache."""

_LARGEST = (MAX_TRIP_MILES, MAX_TRIP_MINUTES, MAX_WEIGHT_POUNDS)
_CHANGING = (
    "base_fare_cents",
    "per_mile_cents",
    "per_minute_cents",
    "fixed_extras_cents",
    "assembly_cents",
)
"""The figures of a card that are not the same for every kind of job, but for the urgency."""


@attrs.frozen(eq=False)
class NumpyFares:
    """Prices columns of trips by one tariff and one tax."""

    tax: SalesTax
    tariff: Tariff = STANDARD_TARIFF
    _cards: tuple[RateCard, ...] = attrs.field(init=False)
    _table: RateCard = attrs.field(init=False)
    _fits: bool = attrs.field(init=False)

    @_cards.default
    def _every_card(self) -> tuple[RateCard, ...]:
        """In the order of :func:`_kinds`."""
        flags = (False, True)
        kinds = product(SERVICES, URGENCIES, flags, flags, TimeOfDay, Weather)
        return tuple(self.tariff.cards[kind] for kind in kinds)

    @_table.default
    def _columns_of_cards(self) -> RateCard:
        return _in_columns(self._cards)

    @_fits.default
    def _within_64_bits(self) -> bool:
        """Whether the dearest trip of every kind has the same price both ways.

        No step of the formula shrinks where a quantity grows. So if these pass 63 bits nowhere, no
        trip does; and a product that did would be off by far more than a cent.
        """
        miles, minutes, pounds = (_billionths(np.array([most], dtype=np.float64))[0] for most in _LARGEST)
        try:
            together = fare_lines(self._table, miles, minutes, pounds, self.tax)
        except OverflowError:
            return False
        miles, minutes, pounds = ((most, 1) for most in _LARGEST)
        alone = [fare_lines(card, miles, minutes, pounds, self.tax) for card in self._cards]
        rows: list[list[int]] = np.stack(np.broadcast_arrays(*together), axis=1).tolist()
        return rows == [list(lines) for lines in alone]

    def quote(self, trips: TripColumns) -> FareColumns:
        """The fare of every row, each equal to ``quote_fare`` of that trip to the cent."""
        lines = np.empty((len(AMOUNTS), len(trips)), dtype=np.int64)
        kinds = _kinds(trips)
        apart = np.full(len(trips), not self._fits)
        if self._fits:
            for start in range(0, len(trips), BLOCK):
                block = slice(start, start + BLOCK)
                lines[:, block], apart[block] = self._block(trips, kinds, block)
        for row in np.flatnonzero(apart).tolist():
            lines[:, row] = self._alone(trips, kinds, row)
        return FareColumns(**dict(zip(AMOUNTS, lines, strict=True)), tariff=self.tariff.version)

    def _block(self, trips: TripColumns, kinds: Integers, block: slice) -> tuple[Lines, Flags]:
        """The lines of the block, and which of its rows they are not exact for."""
        miles, rough_miles = _billionths(trips.miles[block])
        minutes, rough_minutes = _billionths(trips.minutes[block])
        pounds, rough_pounds = _billionths(trips.weight_pounds[block])
        lines = fare_lines(_rows(self._table, kinds[block]), miles, minutes, pounds, self.tax)
        return lines, rough_miles | rough_minutes | rough_pounds

    def _alone(self, trips: TripColumns, kinds: Integers, row: int) -> Lines:
        miles, minutes, pounds = (
            exact(float(column[row])).as_integer_ratio()
            for column in (trips.miles, trips.minutes, trips.weight_pounds)
        )
        return fare_lines(self._cards[kinds[row]], miles, minutes, pounds, self.tax)


def _kinds(trips: TripColumns) -> Integers:
    """Each row's kind of job as one number, service first."""
    kinds = trips.service * len(URGENCIES) + trips.urgency
    for flag in (trips.fragile, trips.assembly, trips.peak, trips.poor_weather):
        kinds *= 2
        kinds += flag
    return kinds


def _billionths(column: Floats) -> tuple[Any, Flags]:
    """A ratio of columns, and the rows that it does not hold exactly, as :func:`exact` decides."""
    whole = np.rint(column * BILLION)
    return (whole.astype(np.int64), BILLION), whole / BILLION != column


def _in_columns(cards: tuple[RateCard, ...]) -> RateCard:
    """The cards as one whose changing figures are columns, all urgencies over one denominator."""
    parts = lcm(*(card.urgency[1] for card in cards))
    urgency = [card.urgency[0] * (parts // card.urgency[1]) for card in cards]
    figures: dict[str, Any] = {
        name: np.array([getattr(card, name) for card in cards], dtype=np.int64) for name in _CHANGING
    }
    figures["urgency"] = np.array(urgency, dtype=np.int64), parts
    return cards[0]._replace(**figures)


def _rows(table: RateCard, kinds: Integers) -> RateCard:
    """The card of every row."""
    figures: dict[str, Any] = {name: getattr(table, name).take(kinds) for name in _CHANGING}
    added: Any
    added, parts = table.urgency
    figures["urgency"] = added.take(kinds), parts
    return table._replace(**figures)
