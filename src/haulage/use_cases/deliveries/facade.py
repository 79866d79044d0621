"""Everything about deliveries, in one value for the shells to call."""

import attrs

from haulage.use_cases.deliveries.driver_deliveries import DeliverySessions
from haulage.use_cases.deliveries.fail_delivery import FailDelivery
from haulage.use_cases.deliveries.mileage import RecordMileage
from haulage.use_cases.deliveries.offline_sync import SyncOfflineActions
from haulage.use_cases.deliveries.order_steps import OrderSteps


@attrs.frozen
class DeliveryUseCases:
    """What a driver does with an order once it is theirs."""

    steps: OrderSteps
    """From setting out to the end, by the order's own states."""
    sessions: DeliverySessions
    """The same work by its clock, with pauses."""
    fail: FailDelivery
    sync: SyncOfflineActions
    record_mileage: RecordMileage
