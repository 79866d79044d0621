"""A driver's own work: jobs to be had and in hand, and the figures of the dashboard."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from haulage.use_cases.drivers.driver_jobs import DriverFigures, DriverJob, DriverJobList
from haulage_adapters.wire.common import Cents, Out
from haulage_adapters.wire.orders import OrderOut


class DriverJobOut(Out):
    """`pays_cents` is the driver's part as far as it can be told before the work is done, null where nothing
    was paid; `fits` is whether the load is within the vehicle's capacity, and `asks_pin` whether the delivery
    ends with the customer's PIN."""

    order: OrderOut
    pays_cents: Cents | None
    miles_away: Annotated[float, Meta(description="To the pickup, as the crow flies.")] | None
    fits: bool
    asks_pin: bool

    @classmethod
    def of(cls, job: DriverJob) -> "DriverJobOut":
        return cls.from_attributes(job, order=OrderOut.of(job.order, job.view))


class DriverJobsOut(Out):
    """At most 100 of each. Whom to meet is told of those that the driver has accepted.

    `arrived` were just completed by the driver's arrival and can still be said not to have been delivered;
    `unproved` ended within a day and have no proof of delivery yet.
    """

    available: list[DriverJobOut]
    active: list[DriverJobOut]
    arrived: list[DriverJobOut]
    unproved: list[DriverJobOut]

    @classmethod
    def of(cls, jobs: DriverJobList) -> "DriverJobsOut":
        return cls(
            [DriverJobOut.of(job) for job in jobs.available],
            [DriverJobOut.of(job) for job in jobs.active],
            [DriverJobOut.of(job) for job in jobs.arrived],
            [DriverJobOut.of(job) for job in jobs.unproved],
        )


Rate = Annotated[float, Meta(ge=0, le=1, description="Completed of all orders.")]


class DriverFiguresOut(Out):
    """Earnings are the driver's parts of fares, fees and tips, less what was given back.

    Totals are of the orders that were asked for; today and the rating do not depend on these."""

    day: Annotated[date, Meta(description="Today, on the driver's own clock.")]
    today_earnings_cents: Cents
    total_earnings_cents: Cents
    total_orders: int
    completed_orders: int
    average_rating: float | None
    completion_rate: Rate | None

    @classmethod
    def of(cls, figures: DriverFigures) -> "DriverFiguresOut":
        return cls.from_attributes(
            figures, today_earnings_cents=figures.today_cents, total_earnings_cents=figures.earned_cents
        )
