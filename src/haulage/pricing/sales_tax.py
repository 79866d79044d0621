"""Sales tax as a dated table of places; nothing is collected where no row says so (OP-16)."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import ClassVar, Literal

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType


@attrs.frozen
class TaxPlace:
    """Where a sale is taxed: a state, and a county or ZIP that may tax differently."""

    state: str | None = None
    locality: str | None = None


ANYWHERE = TaxPlace()


ASSEMBLY: Literal["assembly"] = "assembly"
Taxed = ServiceType | Literal["assembly"]
"""What a row may tax: a service, or the assembly that is sold with it."""


@attrs.frozen
class SalesTax:
    """The rates that apply to one order: its service with all fees, and its assembly."""

    service: Fraction
    assembly: Fraction

    def on(self, subtotal_cents: Cents, *, assembly_cents: Cents) -> Cents:
        """The tax line: both parts taxed exactly, their sum rounded once."""
        everything, more_for_assembly, parts = self._in_parts
        return half_up(subtotal_cents * everything + assembly_cents * more_for_assembly, parts)

    @cached_property
    def _in_parts(self) -> tuple[int, int, int]:
        """The rate of everything and what assembly is taxed more, over one denominator."""
        service, service_parts = self.service.as_integer_ratio()
        assembly, assembly_parts = self.assembly.as_integer_ratio()
        parts = lcm(service_parts, assembly_parts)
        everything = service * (parts // service_parts)
        return everything, assembly * (parts // assembly_parts) - everything, parts


@attrs.frozen
class TaxRow:
    """The rate from a day on; what is None in a row fits every case."""

    rate: Fraction
    since: date
    place: TaxPlace = ANYWHERE
    taxed: Taxed | None = None

    def fits(self, place: TaxPlace, taxed: Taxed, on: date) -> bool:
        return (
            self.since <= on
            and self.place.state in (None, place.state)
            and self.place.locality in (None, place.locality)
            and self.taxed in (None, taxed)
        )

    @property
    def precision(self) -> tuple[bool, bool, bool, date]:
        """A row for this very service wins over one for all, as an exemption must: a state that does
        not tax moving is not outdone by a city's higher general rate. Then the narrower place wins,
        and then the later day."""
        return (
            self.taxed is not None,
            self.place.locality is not None,
            self.place.state is not None,
            self.since,
        )


@attrs.define(eq=False, str=False)
class NoTaxRow(RuleBroken):
    """No row was confirmed for this place, so no price can be given there."""

    code: ClassVar[str] = "no_tax_row"

    @property
    def message(self) -> str:
        return "We cannot quote a price here yet: the sales tax of this place is not confirmed."


@attrs.frozen
class SalesTaxTable:
    """Rows as an operator confirmed them."""

    rows: Sequence[TaxRow]

    def rates(
        self, service: ServiceType, on: date, place: TaxPlace = ANYWHERE, *, assembly: bool = True
    ) -> SalesTax:
        """The rates of the most precise rows that fit; ``NoTaxRow`` where there is none.

        An order without *assembly* needs no row for it.
        """
        rate = self._rate(service, on, place)
        return SalesTax(rate, self._rate(ASSEMBLY, on, place) if assembly else rate)

    def _rate(self, taxed: Taxed, on: date, place: TaxPlace) -> Fraction:
        fitting = [row for row in self.rows if row.fits(place, taxed, on)]
        if not fitting:
            raise NoTaxRow
        return max(fitting, key=lambda row: row.precision).rate


DEMONSTRATION_TAX = SalesTax(service=Fraction(825, 10_000), assembly=Fraction(825, 10_000))
DEMONSTRATION_TAX_TABLE = SalesTaxTable([TaxRow(rate=DEMONSTRATION_TAX.service, since=date(2000, 1, 1))])
"""8.25 % everywhere (PRC-11, BIZ-24), wherever no real card, payout or screening provider is set."""
