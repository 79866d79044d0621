"""Prices for whole columns of trips at once, by the core's own formula."""

from .columns import SERVICES, URGENCIES, FareColumns, TripColumns
from .fares import NumpyFares

__all__ = ["SERVICES", "URGENCIES", "FareColumns", "NumpyFares", "TripColumns"]
