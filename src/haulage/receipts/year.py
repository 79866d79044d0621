"""What a tax year came to (PAY-13, PAY-15, OP-36)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

import attrs

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.money import Cents, half_up
from haulage.kernel.services import ServiceType
from haulage.receipts.history import YearRow, check_tax_year

MONTHS = 12


@attrs.frozen
class TaxYear:
    """The sums of one year, over everything paid but not given back.

    ``by_month`` has January first, and in each month what went to each service. ``taxes_cents`` is the
    sales tax within what was spent. ``charged_orders`` are those of which something was not given back: one
    that was given back whole, as when it was cancelled, says nothing about what an order costs.
    """

    year: int
    orders: int
    charged_orders: int
    by_service: Mapping[ServiceType, Cents]
    by_month: tuple[Mapping[ServiceType, Cents], ...]
    taxes_cents: Cents

    @property
    def spent_cents(self) -> Cents:
        return sum(self.by_service.values())

    @property
    def average_cents(self) -> Cents:
        """What an order cost on the average, to the cent; nothing where there was none."""
        return half_up(self.spent_cents, self.charged_orders) if self.charged_orders else 0


def tax_year(year: int, rows: Iterable[YearRow], zone: ZoneInfo = PLATFORM_ZONE) -> TaxYear:
    """Add up the payments of a year, by month on the clocks of *zone*; *rows* holds no failed ones."""
    check_tax_year(year)
    services: Counter[ServiceType] = Counter(dict.fromkeys(ServiceType, 0))
    months: list[Counter[ServiceType]] = [Counter(dict.fromkeys(ServiceType, 0)) for _ in range(MONTHS)]
    spent: Counter[str] = Counter()
    taxes = 0
    for row in rows:
        services[row.service_type] += row.spent_cents
        months[row.at.astimezone(zone).month - 1][row.service_type] += row.spent_cents
        spent[row.order_id] += row.spent_cents
        taxes += row.taxes_cents
    charged_orders = sum(cents > 0 for cents in spent.values())
    by_month = tuple(dict(month) for month in months)
    return TaxYear(year, len(spent), charged_orders, dict(services), by_month, taxes)
