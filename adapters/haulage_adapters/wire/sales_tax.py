"""Confirmed rates of sales tax, as the command line prints them."""

from datetime import date

from haulage.pricing.confirmed_tax import ConfirmedTaxRow, percent_of_rate
from haulage.pricing.sales_tax import TaxPlace
from haulage.use_cases.sales_tax import RateFound
from haulage_adapters.wire.common import Instant, Out


class SalesTaxRowOut(Out):
    """A rate, where and on what it is asked, and who answers for it. Without a county or ZIP code it holds in
    all of the state."""

    id: str
    state: str | None
    county: str | None
    zip_code: str | None
    taxed: str
    rate_percent: str
    since: date
    source: str
    confirmed_by: str
    confirmed_on: date
    recorded_at: Instant
    recorded_by: str
    withdrawn_at: Instant | None
    withdrawn_by: str | None

    @classmethod
    def of(cls, row: ConfirmedTaxRow) -> "SalesTaxRowOut":
        said, what = row.confirmation, row.confirmation.row
        return cls(
            id=row.id,
            state=what.place.state,
            county=what.place.county,
            zip_code=what.place.zip_code,
            taxed=what.taxed or "all",
            rate_percent=str(percent_of_rate(what.rate)),
            since=what.since,
            source=said.source,
            confirmed_by=said.confirmed_by,
            confirmed_on=said.confirmed_on,
            recorded_at=row.recorded_at,
            recorded_by=row.recorded_by,
            withdrawn_at=row.withdrawn_at,
            withdrawn_by=row.withdrawn_by,
        )


class SalesTaxRowsAddedOut(Out):
    """The rows that were recorded, and how many were known before."""

    added: list[SalesTaxRowOut]
    known: int


class TaxPlaceOut(Out):
    state: str | None
    county: str | None
    zip_code: str | None

    @classmethod
    def of(cls, place: TaxPlace) -> "TaxPlaceOut":
        return cls.from_attributes(place)


class RateFoundOut(Out):
    """Where a trip ends, and the row that its tax is of."""

    place: TaxPlaceOut
    row: SalesTaxRowOut

    @classmethod
    def of(cls, found: RateFound) -> "RateFoundOut":
        return cls(TaxPlaceOut.of(found.place), SalesTaxRowOut.of(found.row))
