"""Deliveries as their drivers work on them."""

from haulage.use_cases.deliveries.delivery_session import DeliverySession, DeliveryStatus
from haulage.use_cases.deliveries.driver_deliveries import DeliverySessions
from haulage.use_cases.deliveries.fail_delivery import FailDelivery, Failing, FailureReport, PossibleFailures
from haulage.use_cases.deliveries.geofence_watch import WatchGeofences
from haulage.use_cases.deliveries.mileage import RecordMileage
from haulage.use_cases.deliveries.offline_reconciliation import ReconcileDelivery
from haulage.use_cases.deliveries.offline_sync import (
    ActionResult,
    OfflineAction,
    OfflineActions,
    SyncOfflineActions,
)

__all__ = [
    "ActionResult",
    "DeliverySession",
    "DeliverySessions",
    "DeliveryStatus",
    "FailDelivery",
    "Failing",
    "FailureReport",
    "OfflineAction",
    "OfflineActions",
    "PossibleFailures",
    "ReconcileDelivery",
    "RecordMileage",
    "SyncOfflineActions",
    "WatchGeofences",
]
