"""Count one user's requests in the storage, where all processes see them."""

from datetime import datetime
from math import ceil

from haulage.kernel.rate_limit import RateLimit, TooManyRequests
from haulage.ports.storage.unit_of_work import UnitOfWork


async def count(unit: UnitOfWork, limit: RateLimit, what: str, user_id: str, now: datetime) -> None:
    """Raises ``TooManyRequests``; then nothing was counted."""
    taken = await unit.limits.take(f"{what}:{user_id}", limit, now)
    if not taken.allowed:
        raise TooManyRequests(max(1, ceil(taken.wait.total_seconds())))
