"""Limit how often one caller may ask what costs us much."""

import attrs

from haulage.ports.runtime.limits import Limited, RateLimits


@attrs.frozen
class LimitRequests:
    """Counts requests by what is asked and by who asks, signed in or not."""

    limits: RateLimits

    async def __call__(self, what: Limited, who: str) -> None:
        """Count one. Raises ``TooManyRequests`` when none is left, and then counts nothing."""
        await self.limits.take(what, who)
