"""The fleet in NumPy arrays, for 100,000 drivers and more.

It knows no carrier credentials: whoever lacks them is left out like those who are excluded by id, which it
has, and the credentials of each driver are a few objects that arrays hold no better.
"""

from .fleet import NumpyFleet

__all__ = ["NumpyFleet"]
