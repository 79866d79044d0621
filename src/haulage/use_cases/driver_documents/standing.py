"""What follows for a driver from the documents that they have: off the road, or back on it (OP-80)."""

from datetime import datetime

from haulage.driver_documents import are_renewed, lapsed
from haulage.drivers import DriverProfile, lapse_documents, renew_documents
from haulage.kernel.local_time import platform_time
from haulage.ports.storage.unit_of_work import UnitOfWork


async def apply_documents(
    unit: UnitOfWork, user_id: str, now: datetime, *, is_requested_again: bool = False
) -> DriverProfile | None:
    """The driver's profile as it follows from the present documents, and from whether a required one was
    asked for again; None for whoever does not drive."""
    driver = await unit.drivers.get_by_user(user_id)
    if driver is None:
        return None
    present = await unit.driver_documents.present_of(user_id)
    today, after = platform_time(now).date(), driver
    if is_requested_again or lapsed(present, today):
        after = lapse_documents(driver, now)
    elif are_renewed(present, today):
        after = renew_documents(driver, now)
    return driver if after == driver else await unit.drivers.save(driver, after)
