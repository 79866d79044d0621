"""What a customer asks for, with all that matching needs to know of it (MAT-02)."""

from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction

import attrs

from haulage.kernel.cargo import MAX_ITEMS, Item, total_cubic_feet, total_pounds
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.driver_price import ESTIMATE_TARIFF
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point, same_place
from haulage.kernel.local_time import instant, platform_time
from haulage.kernel.measures import (
    MAX_VOLUME_CUBIC_FEET,
    MAX_WEIGHT_POUNDS,
    Number,
    exact,
    finite,
    trip_miles,
)
from haulage.kernel.money import Cents, amount
from haulage.kernel.services import MatchUrgency, ServiceType
from haulage.matching.driver import hour_of_week, same_words

DEFAULT_MAX_DISTANCE_MILES = Fraction(20)
"""How far from the pickup drivers are looked for unless the caller widens it (MAT-16)."""

DEFAULT_TOP = 5
"""How many drivers a customer is shown (MAT-05)."""

WHOLE_WORLD_MILES = 12_500
"""No two places are further apart."""

MAX_SPECIAL_REQUIREMENTS = 50
SAME_PLACE = "Pickup and dropoff locations cannot be the same"  # MAP-16


def _max_distance(value: Number) -> Fraction:
    finite(value, field="max_distance_miles")
    if not 0 < value <= WHOLE_WORLD_MILES:
        raise InvalidInput(
            "max_distance_miles", f"must be more than 0 and at most {WHOLE_WORLD_MILES:,} miles"
        )
    return exact(value)


def _trip_miles(value: Number) -> Fraction:
    return trip_miles(value, field="trip_miles")


def _items(values: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(values)


def _requirements(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(values)


def _ids(values: Iterable[str]) -> frozenset[str]:
    return frozenset(values)


@attrs.frozen
class MatchRequest:
    """A job that needs a driver.

    ``trip_miles`` is the road from pickup to delivery. ``max_price_cents`` is the ceiling that a
    driver's estimate may not pass, before tax (OP-11), and ``extra_fees_cents`` what the price
    calculator adds to every driver's own price (OP-10): both come from pricing. A job without
    ``scheduled_time`` is for ``now``. ``excluded_driver_ids`` are drivers who cannot come whatever
    the fleet says, such as those engaged at the scheduled time (OP-95).

    ``InvalidInput`` names the field that cannot be.
    """

    service_type: ServiceType
    pickup_location: Point
    trip_miles: Fraction = attrs.field(converter=_trip_miles)
    max_price_cents: Cents
    now: datetime
    id: str = ""
    customer_id: str = ""
    delivery_location: Point | None = None
    scheduled_time: datetime | None = None
    items: tuple[Item, ...] = attrs.field(default=(), converter=_items)
    special_requirements: tuple[str, ...] = attrs.field(default=(), converter=_requirements)
    needs_helper: bool = False
    """Whether only drivers who work with a helper can take it."""
    carrier_need: CarrierNeed | None = None
    """What the law asks of the driver; None where every approved driver may do it (OP-102)."""
    max_distance_miles: Fraction = attrs.field(default=DEFAULT_MAX_DISTANCE_MILES, converter=_max_distance)
    urgency: MatchUrgency = MatchUrgency.MEDIUM
    extra_fees_cents: Cents = 0
    excluded_driver_ids: frozenset[str] = attrs.field(default=frozenset(), converter=_ids)

    weight: Fraction = attrs.field(init=False, eq=False, repr=False)
    """Pounds of all items together (OP-10)."""
    volume: Fraction = attrs.field(init=False, eq=False, repr=False)
    """Cubic feet of all items together."""
    required: frozenset[str] = attrs.field(init=False, eq=False, repr=False)
    """The special requirements, as :func:`~haulage.matching.driver.same_words` compares them."""
    day: date = attrs.field(init=False, eq=False, repr=False)
    """The day on the platform's calendar, on which credentials must hold."""
    week_hour: int = attrs.field(init=False, eq=False, repr=False)
    """The hour of the week, on the platform's clock, at which the driver must be at work."""

    def __attrs_post_init__(self) -> None:
        instant(self.now, field="now")
        if self.scheduled_time is not None:
            instant(self.scheduled_time, field="scheduled_time")
        if self.delivery_location is not None and same_place(self.pickup_location, self.delivery_location):
            raise InvalidInput("delivery_location", SAME_PLACE)
        amount(self.max_price_cents, field="max_price_cents", at_least=1)
        amount(self.extra_fees_cents, field="extra_fees_cents")
        self._derive("weight", self._sum_of_weights())
        self._derive("volume", self._sum_of_volumes())
        self._derive("required", self._words_required())
        local = platform_time(self.starts_at)
        self._derive("day", local.date())
        self._derive("week_hour", hour_of_week(local.weekday(), local.hour))

    @property
    def starts_at(self) -> datetime:
        return self.scheduled_time or self.now

    @property
    def is_scheduled(self) -> bool:
        return self.scheduled_time is not None

    @property
    def multiplier(self) -> Fraction:
        """Service times urgency, the factor on a driver's own price (OP-10)."""
        return ESTIMATE_TARIFF.multiplier(self.service_type, self.urgency)

    def _derive(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _sum_of_weights(self) -> Fraction:
        if len(self.items) > MAX_ITEMS:
            raise InvalidInput("items", f"must be at most {MAX_ITEMS} items")
        pounds = total_pounds(self.items)
        if pounds > MAX_WEIGHT_POUNDS:
            raise InvalidInput("items", f"must weigh at most {MAX_WEIGHT_POUNDS:,} lb together")
        return pounds

    def _sum_of_volumes(self) -> Fraction:
        feet = total_cubic_feet(self.items)
        if feet > MAX_VOLUME_CUBIC_FEET:
            raise InvalidInput("items", f"must take at most {MAX_VOLUME_CUBIC_FEET:,} cubic feet together")
        return feet

    def _words_required(self) -> frozenset[str]:
        if len(self.special_requirements) > MAX_SPECIAL_REQUIREMENTS:
            raise InvalidInput("special_requirements", f"must be at most {MAX_SPECIAL_REQUIREMENTS}")
        for index, requirement in enumerate(self.special_requirements):
            if not requirement.strip():
                raise InvalidInput(f"special_requirements[{index}]", "must not be blank")
        return frozenset(map(same_words, self.special_requirements))
