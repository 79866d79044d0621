"""Routes between places."""

from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.geo import Point


@attrs.frozen
class Route:
    """A way by road: metres and seconds as engines measure them, and which engine it was."""

    distance_meters: int
    duration_seconds: int
    engine: str


class Routes(Protocol):
    """Finds ways. Raises ``Unavailable`` with 'Route Calculation Error' rather than invent one."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        """The way from *start* to *end* for somebody who sets out at this instant."""
        ...
