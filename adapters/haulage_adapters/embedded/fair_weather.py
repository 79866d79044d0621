"""The weather where no forecast is configured: normal (OP-14)."""

from datetime import datetime

from haulage.kernel.geo import Point
from haulage.pricing import Weather


class FairWeather:
    """Nobody pays the poor-weather fee without a source that says so."""

    async def weather(self, point: Point, *, at: datetime) -> Weather:
        return Weather.NORMAL
