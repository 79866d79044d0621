"""Deliveries as their drivers work on them."""

from haulage.use_cases.deliveries.desk import DeliveryDesk
from haulage.use_cases.deliveries.failing import FailDelivery, FailureWish, PossibleFailures
from haulage.use_cases.deliveries.replaying import ActionResult, ReplayActions, ToldAction, ToldActions
from haulage.use_cases.deliveries.session import DeliverySession, DeliveryStatus
from haulage.use_cases.deliveries.watching import WatchCircles

__all__ = [
    "ActionResult",
    "DeliveryDesk",
    "DeliverySession",
    "DeliveryStatus",
    "FailDelivery",
    "FailureWish",
    "PossibleFailures",
    "ReplayActions",
    "ToldAction",
    "ToldActions",
    "WatchCircles",
]
