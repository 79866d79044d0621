"""Tax rows with whoever answers for them: where real money is taken, nothing else sets a tax (OP-16)."""

import re
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

import attrs

from haulage.kernel.confirmation import check_confirmation
from haulage.kernel.errors import InvalidInput
from haulage.kernel.services import ServiceType
from haulage.kernel.states import STATES
from haulage.pricing.sales_tax import ASSEMBLY, Taxed, TaxPlace, TaxRow

MAX_PERCENT = Decimal(15)
"""Ours: the highest combined rate of the country is below 13 %; more was mistyped."""

MAX_PERCENT_DECIMALS = 4

_ZIP = re.compile(r"[0-9]{5}\Z")


@attrs.frozen
class TaxConfirmation:
    """A row, the rule it follows, and who confirmed it when; checked as it is made."""

    row: TaxRow
    source: str
    confirmed_by: str
    confirmed_on: date

    def __attrs_post_init__(self) -> None:
        _check_place(self.row.place)
        check_confirmation(since=self.row.since, source=self.source, confirmed_by=self.confirmed_by)

    @property
    def subject(self) -> tuple[TaxPlace, Taxed | None, date]:
        """What there is one confirmed rate of."""
        return self.row.place, self.row.taxed, self.row.since


@attrs.frozen
class ConfirmedTaxRow:
    """A confirmation as it was recorded. It is never changed: one that was wrong is withdrawn."""

    id: str
    confirmation: TaxConfirmation
    recorded_at: datetime
    recorded_by: str
    withdrawn_at: datetime | None = None
    withdrawn_by: str | None = None


def _check_place(place: TaxPlace) -> None:
    """A rate for the whole country would be collected where nobody looked."""
    if place.state not in STATES:
        raise InvalidInput("state", "must be the two letters of a state, such as NY")
    if place.county is not None and not place.county.strip():
        raise InvalidInput("county", "must not be blank")
    if place.zip_code is not None and not _ZIP.match(place.zip_code):
        raise InvalidInput("zip_code", "must be five digits")


def rate_of_percent(percent: Decimal) -> Fraction:
    """``8.875`` is 71/800. Raises ``InvalidInput``."""
    if not percent.is_finite() or not 0 <= percent <= MAX_PERCENT:
        raise InvalidInput("rate_percent", f"must be between 0 and {MAX_PERCENT}, such as 8.875")
    rate = Fraction(percent) / 100
    if (rate * 100 * 10**MAX_PERCENT_DECIMALS).denominator != 1:
        raise InvalidInput("rate_percent", f"must have at most {MAX_PERCENT_DECIMALS} decimals")
    return rate


def percent_of_rate(rate: Fraction) -> Decimal:
    """As people write it, without needless zeros."""
    percent = rate * 100
    shown = (Decimal(percent.numerator) / Decimal(percent.denominator)).normalize()
    return shown if shown.as_tuple().exponent <= 0 else shown.quantize(Decimal(1))  # type: ignore[operator]


def taxed_of(word: str) -> Taxed:
    """A service, or the assembly that is sold with it. Raises ``InvalidInput``."""
    if word == ASSEMBLY:
        return ASSEMBLY
    if word not in set(ServiceType):
        raise InvalidInput("taxed", f"must be one of {', '.join(ServiceType)}, {ASSEMBLY}")
    return ServiceType(word)


PROPOSALS: tuple[tuple[str, str, str, str], ...] = (
    *(("NY", service, "0", "TB-ST-341; TSB-A-24(20)S") for service in ServiceType),
    ("NY", ASSEMBLY, "", "confirm with an adviser"),
    *(
        ("NJ", service, "0", "N.J.A.C. 18:24-27.1, whose exception is a seller's delivery charge")
        for service in ServiceType
    ),
    ("NJ", ASSEMBLY, "", "confirm with an adviser"),
)
"""State, what is taxed, percent and source, proposed to the operator (OP-16): moving, and carriage of the
customer's own goods that stands alone. They are in force only once somebody has confirmed them; a rate
that is left out has to be asked for."""
