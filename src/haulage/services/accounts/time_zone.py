"""The zone in which somebody's days and years are counted (OP-92)."""

from zoneinfo import ZoneInfo

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.ports.storage.unit_of_work import UnitOfWork


async def zone_of_user(unit: UnitOfWork, user_id: str) -> ZoneInfo:
    """The zone that the user prefers; without a preference the platform's."""
    preferences = await unit.preferences.get(user_id)
    if preferences is not None:
        return ZoneInfo(preferences.timezone)
    user = await unit.accounts.user(user_id)
    return PLATFORM_ZONE if user is None else ZoneInfo(user.timezone)
