"""End the background check of an application that was rejected for another reason."""

from datetime import datetime

from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.screening.steps import close


async def close_check(unit: UnitOfWork, application_id: str, now: datetime) -> None:
    """Nothing more is ordered or decided about it. Without a check, or after its end, nothing changes."""
    case = await unit.screenings.of_application(application_id)
    if case is not None and not case.is_finished:
        await unit.screenings.save(case, close(case, now))
