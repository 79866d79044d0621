"""Ask the provider now whether it has a payout as we do (OUT-07)."""

from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payouts import Payout, PayoutNotFound, PayoutSpeed
from haulage.payouts.verification import (
    Discrepancy,
    VerificationStatus,
    compare_payout,
    verification_status,
)
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


@attrs.frozen
class PayoutVerification:
    """What the provider said of a payout at ``verified_at``. ``provider_id`` is None of one that it was not
    sent; ``method`` is how fast it goes there, and ``arrives_at`` when."""

    payout_id: str
    status: VerificationStatus
    verified_at: datetime
    provider_id: str | None
    method: PayoutSpeed
    last4: str
    arrives_at: datetime | None
    discrepancies: tuple[Discrepancy, ...] = ()


@attrs.frozen
class VerifyPayout:
    """For the driver, administrators and operators. It changes nothing: the payout's own job does."""

    storage: Storage
    clock: Clock
    provider: DriverPayouts

    async def __call__(self, actor: Actor, payout_id: str) -> PayoutVerification:
        """Raises ``PayoutNotFound``, ``Unavailable``, and ``ProviderRefused`` where the provider knows of no
        such payout."""

        async def query(unit: UnitOfWork) -> tuple[Payout | None, str, str]:
            payout = await unit.payouts.get(payout_id)
            if payout is None:
                return None, "", ""
            account = await unit.connected_accounts.get(payout.driver_id)
            method = await unit.payout_methods.get(payout.method_id)
            return payout, account.account_id if account else "", method.last4 if method else ""

        payout, account, last4 = await self.storage.read(query)
        owner = payout.driver_id if payout else None
        authorize(actor, Action.SEE_PAYOUTS, Facts("Payout", driver_id=owner))
        if payout is None:
            raise PayoutNotFound
        if payout.provider_id is None:
            status = verification_status(payout.status, ())
            now = self.clock.now()
            return PayoutVerification(payout.id, status, now, None, payout.speed, last4, payout.expected_at)
        found = await self.provider.status(account, payout.provider_id)
        differences = compare_payout(
            payout, net_cents=found.net_cents, status=found.status, speed=found.speed
        )
        return PayoutVerification(
            payout.id,
            verification_status(found.status, differences),
            self.clock.now(),
            found.id,
            found.speed,
            last4,
            found.arrives_at,
            differences,
        )
