"""Whether the weather is poor enough to cost more (OP-14)."""

from datetime import datetime
from typing import Protocol

from haulage.kernel.geo import Point
from haulage.pricing import Weather


class Forecast(Protocol):
    async def weather(self, point: Point, *, at: datetime) -> Weather:
        """Normal by default and whenever the service fails: nobody pays for our outage."""
        ...
