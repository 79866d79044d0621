"""Delete drivers' last positions."""

from datetime import datetime

from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.retention.lines import POSITIONS_RETENTION


async def forget_last_positions(unit: UnitOfWork, before: datetime, limit: int) -> int:
    """Those from before then; how many there were. Fleet indexes hear that the driver is nowhere.

    Each driver is held first, as whoever reports a position does, so that neither waits for the other.
    """
    gone = 0
    for driver_id in sorted(await unit.drivers.seen_before(before, limit)):
        await unit.positions.hold(driver_id)
        if await unit.drivers.forget_position(driver_id, before):
            await unit.drivers.mark_changed(driver_id, before + POSITIONS_RETENTION)
            gone += 1
    return gone
