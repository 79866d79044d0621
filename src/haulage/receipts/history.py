"""A customer's payments as they look back on them (PAY-09 to PAY-14)."""

from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import FIRST_YEAR, LAST_YEAR, PLATFORM_ZONE, bounds_of_year
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType

WEEK, MONTH = timedelta(days=7), timedelta(days=30)
"""PAY-12."""

MAX_SEARCH_LENGTH = 100


class RecordStatus(StrEnum):
    """What became of a payment (PAY-10, OP-33)."""

    COMPLETED = "completed"
    REFUNDED = "refunded"
    DISPUTED = "disputed"
    FAILED = "failed"


class DisputeShown(StrEnum):
    """What a disputed payment waits for: nothing once it is lost, which gave its customer the money back."""

    OPEN = "open"
    LOST = "lost"


class HistoryPeriod(StrEnum):
    """How far to look back; ``YEAR`` is the selected tax year (PAY-12)."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@attrs.frozen
class PaymentRecord:
    """One payment (PAY-09). ``refund_cents`` is all that goes back of it, ``refunded_cents`` what the
    provider has given back by now. ``dispute`` is said of a disputed one: open, or lost to its payer, who has
    ``lost_cents`` of it again."""

    id: str
    at: datetime
    order_id: str
    order_number: int
    service_type: ServiceType
    description: str
    pickup_address: str
    delivery_address: str
    driver_name: str | None
    card_brand: str | None
    card_last4: str | None
    amount_cents: Cents
    refund_cents: Cents
    refunded_cents: Cents
    status: RecordStatus
    receipt_id: str | None
    receipt_number: str | None
    confirmation_id: str | None
    simulated: bool
    dispute: DisputeShown | None = None
    lost_cents: Cents = 0
    zone: ZoneInfo = PLATFORM_ZONE
    """Its customer's own, in which its year is read (OP-36, OP-92)."""

    @property
    def tax_year(self) -> int:
        return tax_year_of(self.at, self.zone)

    @property
    def spent_cents(self) -> Cents:
        """What is kept of it; a failed payment took nothing (OP-36)."""
        if self.status is RecordStatus.FAILED:
            return 0
        return self.amount_cents - self.refund_cents - self.lost_cents


def tax_year_of(at: datetime, zone: ZoneInfo = PLATFORM_ZONE) -> int:
    """The calendar year of this instant on the customer's clock (OP-36)."""
    return at.astimezone(zone).year


def check_tax_year(year: int) -> int:
    """The year itself; ``InvalidInput`` for one that no clock here shows."""
    if not FIRST_YEAR < year < LAST_YEAR:
        raise InvalidInput("tax_year", f"must be between {FIRST_YEAR + 1} and {LAST_YEAR - 1}")
    return year


@attrs.frozen
class HistoryFilter:
    """Which payments to show; what is None does not narrow."""

    search: str = ""
    status: RecordStatus | None = None
    service_type: ServiceType | None = None
    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def of(
        cls,
        now: datetime,
        *,
        search: str = "",
        status: RecordStatus | None = None,
        service_type: ServiceType | None = None,
        period: HistoryPeriod | None = None,
        tax_year: int | None = None,
        zone: ZoneInfo = PLATFORM_ZONE,
    ) -> "HistoryFilter":
        """Raises ``InvalidInput`` for a search that is too long or a year that is none."""
        if len(search) > MAX_SEARCH_LENGTH or "\0" in search:
            raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
        since, until = _span(now, period, tax_year, zone)
        return cls(search.strip(), status, service_type, since, until)


def _span(
    now: datetime, period: HistoryPeriod | None, tax_year: int | None, zone: ZoneInfo
) -> tuple[datetime | None, datetime | None]:
    match period:
        case HistoryPeriod.WEEK:
            return now - WEEK, None
        case HistoryPeriod.MONTH:
            return now - MONTH, None
        case HistoryPeriod.YEAR:
            year = tax_year_of(now, zone) if tax_year is None else tax_year
            return bounds_of_year(check_tax_year(year), zone)
        case None:
            return None, None


@attrs.frozen
class YearRow:
    """What one payment adds to its year."""

    at: datetime
    service_type: ServiceType
    order_id: str
    spent_cents: Cents
    taxes_cents: Cents
