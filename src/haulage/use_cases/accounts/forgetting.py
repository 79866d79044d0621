"""Forgetting what has no further use: anybody can make the server write such rows down."""

import attrs

from haulage.accounts.factors import CHALLENGE_LIFETIME
from haulage.accounts.flows import FLOW_LIFETIME
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME
from haulage.accounts.one_time import CODE_LIFETIME
from haulage.accounts.passkeys import PASSKEY_CHALLENGE_LIFETIME
from haulage.ports.clock import Clock
from haulage.ports.storage import Storage, UnitOfWork


@attrs.frozen
class ForgetSpent:
    """Limits that are whole again, flows and codes that are over, challenges that nobody answered, and
    visits to providers from which nobody came back."""

    storage: Storage
    clock: Clock

    async def __call__(self) -> int:
        """How many rows that were."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> int:
            return (
                await unit.limits.purge(now)
                + await unit.codes.purge(now - CODE_LIFETIME)
                + await unit.flows.purge(now - CODE_LIFETIME - FLOW_LIFETIME)
                + await unit.factors.purge_challenges(now - CHALLENGE_LIFETIME)
                + await unit.social_flows.purge(now - SOCIAL_FLOW_LIFETIME)
                + await unit.passkeys.purge_challenges(now - PASSKEY_CHALLENGE_LIFETIME)
            )

        return await self.storage.write(work)
