"""The price of a chosen driver, and the ceiling under which drivers are looked for."""

from haulage.kernel.driver_price import ESTIMATE_TARIFF, DriverEstimate
from haulage.kernel.money import Cents, times
from haulage.kernel.services import ServiceType
from haulage.pricing.fare import Fare, add_up
from haulage.pricing.sales_tax import SalesTax
from haulage.pricing.tariff import STANDARD_TARIFF, Tariff
from haulage.pricing.trip import Load


def fare_of_driver(
    estimate: DriverEstimate,
    load: Load,
    tariff: Tariff = STANDARD_TARIFF,
    *,
    tax: SalesTax,
    helper_fee_cents: Cents = 0,
) -> Fare:
    """The driver's estimate is the pre-tax subtotal (OP-09); its lines are those of OP-35.

    Base fare is the top-up to the driver's minimum, distance their own rate, time nothing, and the
    urgency line carries what both multipliers add. ``helper_fee_cents`` is the part of the estimate's extra
    fees that an extra helper costs.
    """
    lines = add_up(
        base=estimate.top_up_cents,
        distance=estimate.distance_cents,
        time=0,
        urgency=estimate.multiplier_cents,
        extras=estimate.extra_fees_cents,
        assembly=tariff.assembly_cents if load.assembly else 0,
        driver_share=tariff.driver_share.as_integer_ratio(),
        tax=tax,
    )
    return Fare(*lines, f"{tariff.version}+{ESTIMATE_TARIFF.version}", helper_fee_cents)


def price_ceiling_cents(
    service: ServiceType, calculator_subtotal_cents: Cents, tariff: Tariff = STANDARD_TARIFF
) -> Cents:
    """The most that a driver may ask, before tax: 1.2 times the larger of two prices (OP-11).

    Drivers' minimums are above the calculator on short trips, so the 'starting at' price holds the
    ceiling up.
    """
    shown = tariff.starting_at_cents[service]
    return times(max(shown, calculator_subtotal_cents), tariff.price_ceiling)
