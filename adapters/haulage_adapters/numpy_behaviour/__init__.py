"""Driving events of many drivers at once, each the one that the core's detector finds."""

from haulage_adapters.numpy_behaviour.columns import KINDS, EventColumns, FixColumns
from haulage_adapters.numpy_behaviour.detector import NumpyDetector

__all__ = ["KINDS", "EventColumns", "FixColumns", "NumpyDetector"]
