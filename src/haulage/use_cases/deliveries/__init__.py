"""Deliveries as their drivers work on them."""

from haulage.use_cases.deliveries.desk import DeliveryDesk
from haulage.use_cases.deliveries.session import DeliverySession, DeliveryStatus
from haulage.use_cases.deliveries.watching import WatchCircles

__all__ = ["DeliveryDesk", "DeliverySession", "DeliveryStatus", "WatchCircles"]
