"""Every day: remind drivers of credentials that end, and tell administrators what lapsed (OP-102)."""

from datetime import date, timedelta

import attrs

from haulage.authority import REMINDED_BEFORE, CarrierCredential, reminder_due
from haulage.kernel.local_time import platform_time
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.authority.credential_emails import CredentialEmails
from haulage.use_cases.authority.orders_at_risk import OrdersAtRisk

BATCH = 200


@attrs.frozen
class WatchCredentials:
    """Done twice on one day, it reminds nobody twice. What is over counts no more by itself."""

    storage: Storage
    clock: Clock
    mails: CredentialEmails
    at_risk: OrdersAtRisk

    async def __call__(self, _period: str) -> None:
        today, after = platform_time(self.clock.now()).date(), None
        while True:
            ending = await self._remind(today, after)
            if len(ending) < BATCH:
                break
            after = ending[-1].id
        await self.at_risk.tell()

    async def _remind(self, today: date, after: str | None) -> list[CarrierCredential]:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> list[CarrierCredential]:
            until = today + timedelta(days=max(REMINDED_BEFORE))
            found = list(await unit.credentials.ending(until, after, BATCH))
            for credential in found:
                due = reminder_due(credential, today)
                if due is None:
                    continue
                reminded = attrs.evolve(credential, reminded_days=due)
                await unit.credentials.save(credential, reminded)
                await self.mails.ending(unit, reminded, due, now)
            return found

        return await self.storage.write(work)
