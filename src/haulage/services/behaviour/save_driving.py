"""Save the events and days that a driver's stream has completed."""

from zoneinfo import ZoneInfo

from haulage.behaviour import DrivingEvent, Settled, event_id, trace_of, trace_span
from haulage.kernel.errors import NotFound
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.unit_of_work import UnitOfWork


async def zone_of(unit: UnitOfWork, driver_id: str) -> ZoneInfo:
    """The zone that the driver's days are counted in. Raises ``NotFound`` for nobody."""
    name = await unit.drivers.timezone(driver_id)
    if name is None:
        raise NotFound("Driver profile")
    return ZoneInfo(name)


async def save_driving(unit: UnitOfWork, driver_id: str, settled: Settled) -> None:
    """The days, and the events with their traces, which are still among the latest points."""
    await unit.behaviour.add_days(driver_id, settled.days)
    await unit.behaviour.add_events([await with_trace(unit, driver_id, event) for event in settled.events])


async def with_trace(unit: UnitOfWork, driver_id: str, event: DrivingEvent) -> StoredDrivingEvent:
    points = await unit.behaviour.points(driver_id, *trace_span(event))
    return StoredDrivingEvent(event_id(driver_id, event), driver_id, event, trace=trace_of(event, points))
