"""Sales tax as a dated table of places; nothing is collected where no row says so (OP-16)."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import lcm
from string import capwords
from typing import Literal

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType

COUNTY_WORDS = (" county", " parish", " borough", " census area", " municipio")


def county_name(text: str | None) -> str | None:
    """A county as it is compared: ``Kings County`` and ``KINGS`` are one."""
    if text is None:
        return None
    name = " ".join(text.casefold().split())
    for word in COUNTY_WORDS:
        name = name.removesuffix(word)
    return name


@attrs.frozen
class TaxPlace:
    """Where a sale is taxed: a state, and a county or ZIP code that may tax differently.

    What is None in a row fits every case; what is None of a place is not known.
    """

    state: str | None = None
    county: str | None = attrs.field(default=None, converter=county_name)
    zip_code: str | None = None

    @property
    def shown(self) -> str:
        """For people: ``NY, Kings``."""
        county = None if self.county is None else capwords(self.county)
        return ", ".join(filter(None, (self.state, county, self.zip_code))) or "everywhere"

    def holds(self, place: "TaxPlace") -> bool:
        """Whether a *place* that is wholly known in what counts here lies in this one."""
        return all(ours in (None, theirs) for ours, theirs in self._beside(place))

    def may_hold(self, place: "TaxPlace") -> bool:
        """Whether it would, if what is not known of the place were told."""
        return all(theirs is None or ours in (None, theirs) for ours, theirs in self._beside(place))

    def _beside(self, other: "TaxPlace") -> tuple[tuple[str | None, str | None], ...]:
        return (self.state, other.state), (self.county, other.county), (self.zip_code, other.zip_code)


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

    @property
    def precision(self) -> tuple[bool, bool, bool, bool]:
        """A row for this very service wins over one for all, as an exemption must: a state that does
        not tax moving is not outdone by a city's higher general rate. Then the narrower place wins."""
        return (
            self.taxed is not None,
            self.place.zip_code is not None,
            self.place.county is not None,
            self.place.state is not None,
        )


class NoTaxRow(RuleBroken):
    """No sales tax rate is confirmed for this place, so no price can be given there."""

    code = "no_tax_row"
    message = "We cannot quote a price here yet: the sales tax of this place is not confirmed."


@attrs.frozen
class SalesTaxTable:
    """Rows as an operator confirmed them."""

    rows: Sequence[TaxRow]

    def rates(
        self, service: ServiceType, on: date, place: TaxPlace = ANYWHERE, *, assembly: bool = True
    ) -> SalesTax:
        """The rates of the most precise rows that fit; ``NoTaxRow`` where there is none.

        An order without *assembly* needs no row for it. Where more of the place would have to be known
        to tell which of two rates it has, there is none either.
        """
        rate = self.row(service, on, place).rate
        return SalesTax(rate, self.row(ASSEMBLY, on, place).rate if assembly else rate)

    def rates_wherever(self, service: ServiceType, on: date, *, assembly: bool = True) -> SalesTax:
        """What a trip is taxed of which no place is known: only where all rows say the same."""
        rate = self._same_rate(service, on)
        return SalesTax(rate, self._same_rate(ASSEMBLY, on) if assembly else rate)

    def row(self, taxed: Taxed, on: date, place: TaxPlace) -> TaxRow:
        """The row that decides; ``NoTaxRow`` where there is none."""
        rows = self._in_force(taxed, on)
        best = max((row for row in rows if row.place.holds(place)), key=_precision, default=None)
        if best is None or any(
            row.precision > best.precision and row.rate != best.rate and row.place.may_hold(place)
            for row in rows
        ):
            raise NoTaxRow
        return best

    def _same_rate(self, taxed: Taxed, on: date) -> Fraction:
        rows = self._in_force(taxed, on)
        rates = {self.row(taxed, on, row.place).rate for row in rows}
        if len(rates) != 1:
            raise NoTaxRow
        return rates.pop()

    def _in_force(self, taxed: Taxed, on: date) -> list[TaxRow]:
        """Of the rows for one place and service, the latest that has begun."""
        begun = [row for row in self.rows if row.since <= on and row.taxed in (None, taxed)]
        return list({(row.place, row.taxed): row for row in sorted(begun, key=_since)}.values())


def _precision(row: TaxRow) -> tuple[bool, ...]:
    return row.precision


def _since(row: TaxRow) -> date:
    return row.since


UNTAXED = SalesTax(service=Fraction(0), assembly=Fraction(0))
"""For a price before tax, where the place is not known yet."""

DEMONSTRATION_TAX = SalesTax(service=Fraction(825, 10_000), assembly=Fraction(825, 10_000))
DEMONSTRATION_TAX_TABLE = SalesTaxTable([TaxRow(rate=DEMONSTRATION_TAX.service, since=date(2000, 1, 1))])
"""8.25 % everywhere (PRC-11), wherever no real card, payout or screening provider is set."""
