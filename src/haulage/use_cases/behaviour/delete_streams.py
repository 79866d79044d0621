"""Delete where somebody drove, and never how: days, events and their figures stay."""

from datetime import datetime

from haulage.behaviour.fix import time_of
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.behaviour.save_driving import save_driving, zone_of

STREAMS_AT_ONCE = 50
"""Ours: each may have two minutes of driving to settle, while other writers wait."""


async def forget_streams(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """What streams remember of fixes from before then goes, once what waited in them is written down."""
    stale = await unit.behaviour.stale_streams(before, min(limit, STREAMS_AT_ONCE))
    return sum([await _forget_stream(unit, driver_id, before) for driver_id in sorted(stale)])


async def _forget_stream(unit: UnitOfWork, driver_id: str, before: datetime) -> bool:
    """False for one whose driver sent positions again before it was locked."""
    driver = await unit.drivers.get(driver_id)
    stream = await unit.behaviour.lock_stream(driver_id)
    newest = stream.newest
    if driver is None or (newest is not None and stream.holds_places and time_of(newest) >= before):
        return False
    await save_driving(unit, driver_id, stream.close(await zone_of(unit, driver_id)))
    await unit.behaviour.save_stream(driver_id, stream.without_places(), before)
    return True


async def forget_points(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """The latest points of those who have not driven since."""
    return await unit.behaviour.forget_points(before, limit)


async def forget_traces(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Delete the traces around events. A contest is decided on its trace within that time, or without it."""
    return await unit.behaviour.forget_traces(before, limit)
