"""The fleet in NumPy arrays, for 100,000 drivers and more."""

from haulage_adapters.numpy_fleet.fleet import NumpyFleet

__all__ = ["NumpyFleet"]
