"""Prices for whole columns of trips at once, by the core's own formula."""

from haulage_adapters.numpy_fares.columns import SERVICES, URGENCIES, FareColumns, TripColumns
from haulage_adapters.numpy_fares.fares import NumpyFares

__all__ = ["SERVICES", "URGENCIES", "FareColumns", "NumpyFares", "TripColumns"]
