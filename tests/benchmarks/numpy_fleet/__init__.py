"""The fleet in NumPy arrays, for 100,000 drivers and more."""

from .fleet import NumpyFleet

__all__ = ["NumpyFleet"]
