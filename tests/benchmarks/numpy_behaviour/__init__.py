"""Driving events of many drivers at once, each the one that the core's detector finds."""

from .columns import KINDS, EventColumns, FixColumns
from .detector import NumpyDetector

__all__ = ["KINDS", "EventColumns", "FixColumns", "NumpyDetector"]
