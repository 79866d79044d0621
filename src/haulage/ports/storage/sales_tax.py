"""Where confirmed rates of sales tax are kept, and how a position becomes a place that taxes."""

from collections.abc import Sequence
from typing import Protocol

from haulage.kernel.geo import Point
from haulage.pricing.confirmed_tax import ConfirmedTaxRow
from haulage.pricing.sales_tax import TaxPlace


class SalesTaxStore(Protocol):
    """Part of the unit of work. Rows are recorded and withdrawn, and nothing else."""

    async def add(self, row: ConfirmedTaxRow) -> None:
        """``Conflict`` when a row that is not withdrawn has the same subject."""
        ...

    async def get(self, row_id: str) -> ConfirmedTaxRow | None: ...

    async def rows(self, *, withdrawn: bool = False) -> Sequence[ConfirmedTaxRow]:
        """Those in force now or later, by place and day; with *withdrawn* the others too."""
        ...

    async def withdraw(self, row: ConfirmedTaxRow) -> None:
        """Keep when and by whom. ``Conflict`` when it was withdrawn already."""
        ...


class TaxPlaces(Protocol):
    """Knows in which state, county and ZIP code a position is."""

    async def place(self, point: Point) -> TaxPlace:
        """What is not certain is None in it. Raises ``Unavailable`` while it cannot say."""
        ...

    async def require_known(self, place: TaxPlace) -> None:
        """Raises ``InvalidInput`` for a county or ZIP code that the state does not have.

        A rate for a misspelled county would never be found, and the state's be taken instead.
        """
        ...
