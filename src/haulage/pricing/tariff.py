"""The price list: every figure of the calculator, with its unit in its name.

A tariff is never edited once a quote has been made from it. A new price is a new tariff with a new
version, added to :data:`TARIFFS`, so that any stored quote can be made again to the same byte.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

import attrs

from haulage.kernel.errors import NotFound
from haulage.kernel.measures import Ratio
from haulage.kernel.money import Cents
from haulage.kernel.services import FareUrgency, ServiceType
from haulage.pricing.trip import TimeOfDay, Weather

JobKind: TypeAlias = tuple[ServiceType, FareUrgency, bool, bool, TimeOfDay, Weather]
"""Service, urgency, fragile, assembly, time of day and weather."""


class RateCard(NamedTuple):
    """All that a tariff says of one kind of job: only miles, minutes and pounds are left to ask.

    ``urgency`` is what is added to travel, as a share of it. The fixed extras contain the assembly,
    which is also given by itself because a state may tax it by another rate.
    """

    base_fare_cents: Cents
    per_mile_cents: Cents
    per_minute_cents: Cents
    urgency: Ratio
    fixed_extras_cents: Cents
    assembly_cents: Cents
    heavy_above_pounds: int
    heavy_per_pound_cents: Cents
    driver_share: Ratio


@attrs.frozen
class Tariff:
    """One version of the calculator's figures. Amounts are cents, rates are exact."""

    version: str
    base_fare_cents: Mapping[ServiceType, Cents]
    per_mile_cents: Mapping[ServiceType, Cents]
    per_minute_cents: Mapping[ServiceType, Cents]
    urgency: Mapping[FareUrgency, Fraction]
    service_fee_cents: Mapping[ServiceType, Cents]
    heavy_above_pounds: int
    heavy_per_pound_cents: Cents
    fragile_cents: Cents
    assembly_cents: Cents
    peak_cents: Cents
    poor_weather_cents: Cents
    starting_at_cents: Mapping[ServiceType, Cents]
    price_ceiling: Fraction
    driver_share: Fraction
    helper_cents: Cents = 0
    helper_per_minute_cents: Cents = 0

    def fixed_extras_cents(
        self, *, fragile: bool, assembly: bool, time_of_day: TimeOfDay, weather: Weather
    ) -> Cents:
        """The extras that are there or not, whatever the distance and the weight."""
        fees = self.fragile_cents if fragile else 0
        fees += self.assembly_cents if assembly else 0
        fees += self.peak_cents if time_of_day is TimeOfDay.PEAK else 0
        fees += self.poor_weather_cents if weather is Weather.POOR else 0
        return fees

    @cached_property
    def cards(self) -> Mapping[JobKind, RateCard]:
        """The card of every kind of job: there are few, so one look-up replaces a dozen."""
        kinds = product(ServiceType, FareUrgency, (False, True), (False, True), TimeOfDay, Weather)
        return {kind: self._card(*kind) for kind in kinds}

    def _card(
        self,
        service: ServiceType,
        urgency: FareUrgency,
        fragile: bool,
        assembly: bool,
        time_of_day: TimeOfDay,
        weather: Weather,
    ) -> RateCard:
        fixed = self.fixed_extras_cents(
            fragile=fragile, assembly=assembly, time_of_day=time_of_day, weather=weather
        )
        return RateCard(
            base_fare_cents=self.base_fare_cents[service],
            per_mile_cents=self.per_mile_cents[service],
            per_minute_cents=self.per_minute_cents[service],
            urgency=(self.urgency[urgency] - 1).as_integer_ratio(),
            fixed_extras_cents=self.service_fee_cents[service] + fixed,
            assembly_cents=self.assembly_cents if assembly else 0,
            heavy_above_pounds=self.heavy_above_pounds,
            heavy_per_pound_cents=self.heavy_per_pound_cents,
            driver_share=self.driver_share.as_integer_ratio(),
        )


FIRST_TARIFF = Tariff(
    version="standard-1",
    base_fare_cents={  # PRC-03
        ServiceType.DELIVERY: 15_00,
        ServiceType.MOVING: 35_00,
        ServiceType.PICKUP: 12_00,
    },
    per_mile_cents=dict.fromkeys(ServiceType, 2_00),  # PRC-04
    per_minute_cents={  # PRC-05
        ServiceType.DELIVERY: 75,
        ServiceType.MOVING: 75,
        ServiceType.PICKUP: 60,
    },
    urgency={  # PRC-06
        FareUrgency.STANDARD: Fraction(1),
        FareUrgency.EXPRESS: Fraction(13, 10),
        FareUrgency.URGENT: Fraction(16, 10),
    },
    service_fee_cents={  # PRC-07
        ServiceType.DELIVERY: 0,
        ServiceType.MOVING: 15_00,
        ServiceType.PICKUP: 0,
    },
    heavy_above_pounds=50,  # PRC-08
    heavy_per_pound_cents=25,
    fragile_cents=10_00,  # PRC-09
    assembly_cents=25_00,
    peak_cents=5_00,  # PRC-10
    poor_weather_cents=8_00,
    starting_at_cents={  # BKG-14; pickup by OP-11
        ServiceType.DELIVERY: 35_00,
        ServiceType.MOVING: 80_00,
        ServiceType.PICKUP: 35_00,
    },
    price_ceiling=Fraction(12, 10),  # BKG-16, OP-11
    driver_share=Fraction(1, 2),  # PRC-12
)

STANDARD_TARIFF = attrs.evolve(
    FIRST_TARIFF,
    version="standard-2",
    helper_cents=25_00,
    helper_per_minute_cents=50,
)
"""The tariff in force. The figures of an extra helper are ours: an hour of loading and unloading, and the
way. Without one the prices are those of the first tariff."""

TARIFFS: Mapping[str, Tariff] = {tariff.version: tariff for tariff in (FIRST_TARIFF, STANDARD_TARIFF)}
"""Every tariff that ever made a quote, by version."""


def tariff_of(version: str) -> Tariff:
    """The tariff with this version; ``NotFound`` when there never was one."""
    try:
        return TARIFFS[version]
    except KeyError:
        raise NotFound("Tariff") from None
