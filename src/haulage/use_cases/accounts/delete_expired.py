"""Delete expired codes, flows and sessions, which anybody can make the server store."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import attrs

from haulage.accounts.factors import CHALLENGE_LIFETIME
from haulage.accounts.flows import FLOW_LIFETIME
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME
from haulage.accounts.one_time import CODE_LIFETIME
from haulage.accounts.passkeys import PASSKEY_CHALLENGE_LIFETIME
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.auth_rate_limits import NETWORK_KNOWN_FOR

BATCH = 500
MOST_SECONDS = 10.0
"""Ours: what is left after so long is done by the next call, half a minute later."""

Purge = Callable[[UnitOfWork, datetime, int], Awaitable[int]]
"""Forgets at most so many of a kind that have no further use now."""

SPENT: tuple[Purge, ...] = (
    lambda unit, now, limit: unit.limits.purge(now, limit),
    lambda unit, now, limit: unit.codes.purge(now - CODE_LIFETIME, limit),
    lambda unit, now, limit: unit.flows.purge(now - CODE_LIFETIME - FLOW_LIFETIME, limit),
    lambda unit, now, limit: unit.factors.purge_challenges(now - CHALLENGE_LIFETIME, limit),
    lambda unit, now, limit: unit.social_flows.purge(now - SOCIAL_FLOW_LIFETIME, limit),
    lambda unit, now, limit: unit.accounts.purge_networks(now - NETWORK_KNOWN_FOR, limit),
    lambda unit, now, limit: unit.passkeys.purge_challenges(now - PASSKEY_CHALLENGE_LIFETIME, limit),
)


@attrs.frozen
class DeleteSpentSecrets:
    """Deletes expired codes, flows, challenges and counters.

    Limits that are whole again, flows and codes that are over, challenges that nobody answered, and
    visits to providers from which nobody came back.

    In small batches, each in a transaction of its own: an attack leaves millions of such rows, and nobody
    waits for all of them.
    """

    storage: Storage
    clock: Clock
    batch: int = BATCH

    async def __call__(self) -> int:
        """How many rows that were. Every kind has one batch, however late it is."""
        now = self.clock.now()
        deadline = now + timedelta(seconds=MOST_SECONDS)
        return sum([await self._forget(purge, now, deadline) for purge in SPENT])

    async def _forget(self, purge: Purge, now: datetime, deadline: datetime) -> int:
        total = 0
        while True:
            gone = await self.storage.write(lambda unit: purge(unit, now, self.batch))
            total += gone
            if gone < self.batch or self.clock.now() >= deadline:
                return total
