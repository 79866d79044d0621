"""The what-if calculator's form, within the bounds of its sliders and the core's own."""

from typing import Annotated

from msgspec import Meta

from haulage.kernel.measures import MAX_TRIP_MILES, MAX_TRIP_MINUTES, MAX_WEIGHT_POUNDS
from haulage.kernel.services import MAX_HELPERS, FareUrgency, ServiceType
from haulage.pricing import Conditions, Load, TimeOfDay, Trip, Weather
from haulage.use_cases.quotes.request_quote import CalculatedFare
from haulage_adapters.wire.common import FareOut, In, PointIn


class FareIn(In):
    service_type: ServiceType
    miles: Annotated[float, Meta(gt=0, le=MAX_TRIP_MILES)]
    minutes: Annotated[float, Meta(gt=0, le=MAX_TRIP_MINUTES)]
    weight_pounds: Annotated[float, Meta(gt=0, le=MAX_WEIGHT_POUNDS)] = 25.0
    urgency: FareUrgency = FareUrgency.STANDARD
    fragile: bool = False
    assembly: bool = False
    helpers: Annotated[int, Meta(ge=0, le=MAX_HELPERS)] = 0
    peak: bool = False
    poor_weather: bool = False
    dropoff: PointIn | None = None
    """Where it would be delivered, when that is known: sales tax depends on it."""

    def to_core(self) -> Trip:
        conditions = Conditions(
            TimeOfDay.PEAK if self.peak else TimeOfDay.OFF_PEAK,
            Weather.POOR if self.poor_weather else Weather.NORMAL,
        )
        load = Load(self.weight_pounds, self.fragile, self.assembly, self.helpers)
        return Trip(self.service_type, self.miles, self.minutes, self.urgency, load, conditions)


class CalculatedFareOut(FareOut):
    """A what-if price.

    Without ``tax_known`` the total is before sales tax, which depends on where it is delivered. Without
    ``shares_apply`` drivers are paid by another rule than the two shares, and without ``is_charged``
    customers pay the price of the driver they choose.
    """

    tax_known: bool
    shares_apply: bool
    is_charged: bool

    @classmethod
    def of_calculated(cls, found: CalculatedFare) -> "CalculatedFareOut":
        fare = FareOut.of(found.fare)
        return cls(
            **{name: getattr(fare, name) for name in FareOut.__struct_fields__},
            tax_known=found.tax_known,
            shares_apply=found.shares_apply,
            is_charged=found.is_charged,
        )
