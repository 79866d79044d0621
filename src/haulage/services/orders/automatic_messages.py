"""Which entries of an order's log call for an automatic message, or for watching when its driver arrives."""

from haulage.jobs import Job, JobKind
from haulage.orders import OrderEvent, OrderEventType

DRIVER_LOST = frozenset(
    {OrderEventType.CHOSEN_DRIVER_UNAVAILABLE, OrderEventType.DECLINED, OrderEventType.TIMED_OUT}
)
"""The driver for whom the order was meant does not come, and nobody has written to the customer of it yet."""

WITH_MESSAGE = DRIVER_LOST | {
    OrderEventType.PAID,
    OrderEventType.ACCEPTED,
    # A driver who sets out or begins without a word before has accepted by that.
    OrderEventType.EN_ROUTE,
    OrderEventType.STARTED,
    OrderEventType.COMPLETED,
    OrderEventType.RESCHEDULED,
}
ASSIGNED = frozenset({OrderEventType.ASSIGNED, OrderEventType.ACCEPTED, OrderEventType.REASSIGNED})


def jobs_after(event: OrderEvent) -> list[Job]:
    """The jobs that follow from this entry, enqueued in the transaction that makes it (OP-46)."""
    jobs = []
    if event.type in WITH_MESSAGE:
        jobs.append(Job(JobKind.ANNOUNCE_ORDER, event.order_id, str(event.sequence)))
    if event.type in ASSIGNED and event.driver_id is not None:
        jobs.append(Job(JobKind.WATCH_START, event.order_id, str(event.sequence)))
    if event.type is OrderEventType.EN_ROUTE:
        jobs.append(Job(JobKind.WATCH_ARRIVAL, event.order_id, str(event.sequence)))
    return jobs
