"""The overview as administrators see it, and the map of who is on the road."""

from datetime import date

from haulage.kernel.services import ServiceType
from haulage.orders import OrderStatus
from haulage.overview import DayFigures, HourPaid, OpenedDay, Paid
from haulage.ports.storage.overview import OnlineDriver, OrderUnderWay
from haulage.use_cases.overview import LiveMap, Overview
from haulage_adapters.wire.common import Cents, Instant, Out, PlaceOut


class WaitingOut(Out):
    """How much waits for a decision, each counted up to `counted_up_to` and no further. `screenings` are
    those whose waiting period is over."""

    claims: int
    disputes: int
    contests: int
    applications: int
    screenings: int
    dead_jobs: int
    differences: int
    counted_up_to: int


class FiguresOut(Out):
    """Orders that were paid and their prices without tips, deliveries completed, refunds decided."""

    orders: int
    deliveries: int
    revenue_cents: Cents
    refunded_cents: Cents


class DayOut(Out):
    """A whole day on New York's clocks."""

    day: date
    orders: int
    deliveries: int
    revenue_cents: Cents
    refunded_cents: Cents

    @classmethod
    def of(cls, day: DayFigures) -> "DayOut":
        return cls.from_attributes(day.figures, day=day.day)


class OverviewOut(Out):
    """`today` is until now; `yesterday` and `last_week`, the same weekday, are until the clock showed the
    same. `days` are whole, oldest first, the last of them today."""

    as_of: Instant
    waiting: WaitingOut
    drivers_online: int
    today: FiguresOut
    yesterday: FiguresOut
    last_week: FiguresOut
    days: list[DayOut]

    @classmethod
    def of(cls, overview: Overview) -> "OverviewOut":
        return cls(
            overview.as_of,
            WaitingOut.from_attributes(overview.waiting),
            overview.drivers_online,
            FiguresOut.from_attributes(overview.today),
            FiguresOut.from_attributes(overview.yesterday),
            FiguresOut.from_attributes(overview.last_week),
            [DayOut.of(each) for each in overview.days],
        )


class ServicePaidOut(Out):
    """What was paid for one kind of service."""

    service_type: ServiceType
    orders: int
    revenue_cents: Cents

    @classmethod
    def of(cls, service: ServiceType, paid: Paid) -> "ServicePaidOut":
        return cls(service, paid.orders, paid.revenue_cents)


class HourPaidOut(Out):
    """What was paid in the hour that begins at `since`."""

    since: Instant
    orders: int
    revenue_cents: Cents

    @classmethod
    def of(cls, hour: HourPaid) -> "HourPaidOut":
        return cls(hour.since, hour.paid.orders, hour.paid.revenue_cents)


class OpenedDayOut(Out):
    """A day on New York's clocks: orders that were paid and their prices without tips. `average_cents` is
    null where none was paid. Every service is there, and every hour: 24, or 23 or 25 with a clock change."""

    day: date
    orders: int
    revenue_cents: Cents
    average_cents: Cents | None
    by_service: list[ServicePaidOut]
    by_hour: list[HourPaidOut]

    @classmethod
    def of(cls, opened: OpenedDay) -> "OpenedDayOut":
        return cls(
            opened.day,
            opened.paid.orders,
            opened.paid.revenue_cents,
            opened.paid.average_cents,
            [ServicePaidOut.of(service, paid) for service, paid in opened.by_service.items()],
            [HourPaidOut.of(hour) for hour in opened.by_hour],
        )


class OnlineDriverOut(Out):
    """A driver who is online, with the last position; null where none is stored."""

    id: str
    name: str
    is_busy: bool
    lat: float | None
    lng: float | None
    heading: float | None
    seen_at: Instant | None

    @classmethod
    def of(cls, driver: OnlineDriver) -> "OnlineDriverOut":
        point = driver.point
        return cls.from_attributes(driver, lat=point.lat if point else None, lng=point.lng if point else None)


class OrderUnderWayOut(Out):
    """An order that has a driver and has not ended."""

    id: str
    number: int
    status: OrderStatus
    driver_id: str
    pickup: PlaceOut
    dropoff: PlaceOut
    is_picked_up: bool

    @classmethod
    def of(cls, order: OrderUnderWay) -> "OrderUnderWayOut":
        return cls.from_attributes(
            order, pickup=PlaceOut.of(order.pickup), dropoff=PlaceOut.of(order.dropoff)
        )


class LiveMapOut(Out):
    """Who is on the road now, up to 500 drivers and as many orders."""

    as_of: Instant
    drivers: list[OnlineDriverOut]
    orders: list[OrderUnderWayOut]

    @classmethod
    def of(cls, live: LiveMap) -> "LiveMapOut":
        return cls(
            live.as_of,
            [OnlineDriverOut.of(each) for each in live.drivers],
            [OrderUnderWayOut.of(each) for each in live.orders],
        )
