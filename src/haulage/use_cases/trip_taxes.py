"""The sales tax of a trip: the demonstration's, or what an operator confirmed for its place (OP-16)."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

import attrs

from haulage.kernel.geo import Point
from haulage.ports.storage.sales_tax import TaxPlaces
from haulage.ports.storage.unit_of_work import Storage
from haulage.pricing import DEMONSTRATION_TAX_TABLE, SalesTax, SalesTaxTable, Trip
from haulage.pricing.confirmed_tax import ConfirmedTaxRow


class Taxes(Protocol):
    """The sales tax of a trip.

    Both raise ``NoTaxRow`` rather than invent a rate.
    """

    async def of_trip(self, trip: Trip, on: date, dropoff: Point) -> SalesTax:
        """The tax of a trip that ends there: carriage is taxed where the goods are handed over."""
        ...

    async def of_any_trip(self, trip: Trip, on: date) -> SalesTax:
        """The tax of a trip of which no place is known."""
        ...


@attrs.frozen
class DemonstrationTaxes:
    """One rate everywhere, where no real money is taken."""

    table: SalesTaxTable = DEMONSTRATION_TAX_TABLE

    async def of_trip(self, trip: Trip, on: date, dropoff: Point) -> SalesTax:  # noqa: ARG002 - any place
        return await self.of_any_trip(trip, on)

    async def of_any_trip(self, trip: Trip, on: date) -> SalesTax:
        return self.table.rates(trip.service, on, assembly=trip.load.assembly)


@attrs.frozen
class ConfirmedTaxes:
    """The rows that an operator has confirmed, read for each price: a withdrawn one is gone at once."""

    storage: Storage
    places: TaxPlaces

    async def of_trip(self, trip: Trip, on: date, dropoff: Point) -> SalesTax:
        table = await self._table()
        place = await self.places.place(dropoff)
        return table.rates(trip.service, on, place, assembly=trip.load.assembly)

    async def of_any_trip(self, trip: Trip, on: date) -> SalesTax:
        table = await self._table()
        return table.rates_wherever(trip.service, on, assembly=trip.load.assembly)

    async def _table(self) -> SalesTaxTable:
        return table_of(await self.storage.read(lambda unit: unit.taxes.rows()))


def table_of(rows: Sequence[ConfirmedTaxRow]) -> SalesTaxTable:
    return SalesTaxTable([each.confirmation.row for each in rows])
