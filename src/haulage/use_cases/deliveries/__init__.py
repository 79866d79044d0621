"""Deliveries as their drivers work on them."""

from haulage.use_cases.deliveries.catching_up import CatchUp
from haulage.use_cases.deliveries.desk import DeliveryDesk
from haulage.use_cases.deliveries.failing import FailDelivery, Failing, FailureWish, PossibleFailures
from haulage.use_cases.deliveries.replaying import ActionResult, ReplayActions, ToldAction, ToldActions
from haulage.use_cases.deliveries.session import DeliverySession, DeliveryStatus
from haulage.use_cases.deliveries.watching import WatchCircles

__all__ = [
    "ActionResult",
    "CatchUp",
    "DeliveryDesk",
    "DeliverySession",
    "DeliveryStatus",
    "FailDelivery",
    "Failing",
    "FailureWish",
    "PossibleFailures",
    "ReplayActions",
    "ToldAction",
    "ToldActions",
    "WatchCircles",
]
