"""The most that one order of a service may weigh, and its longest trip."""

from collections.abc import Mapping

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import Number
from haulage.kernel.services import ServiceType


@attrs.frozen
class Bounds:
    """The most that one order of a service may weigh, in pounds, and the longest trip, in miles by road."""

    max_pounds: int
    max_miles: int

    def require_weight(self, pounds: Number, service: ServiceType, *, field: str) -> None:
        """Raises ``InvalidInput`` for *field*."""
        if pounds > self.max_pounds:
            raise InvalidInput(field, f"must be at most {self.max_pounds:,} lb for {service}")

    def require_distance(self, miles: Number, service: ServiceType, *, field: str) -> None:
        """Raises ``InvalidInput`` for *field*."""
        if miles > self.max_miles:
            raise InvalidInput(field, f"must be at most {self.max_miles:,} miles by road for {service}")


STANDARD_BOUNDS: Mapping[ServiceType, Bounds] = {
    ServiceType.DELIVERY: Bounds(max_pounds=2_000, max_miles=150),
    ServiceType.MOVING: Bounds(max_pounds=10_000, max_miles=150),
    ServiceType.PICKUP: Bounds(max_pounds=2_000, max_miles=150),
}
"""Ours: the most that a pickup truck and a 26 ft truck carry, and twice the longest trip in New York."""
