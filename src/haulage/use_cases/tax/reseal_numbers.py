"""Seal taxpayer numbers anew when the operator changes the key of the vault."""

from collections.abc import Sequence

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.taxpayers import SealedNumber
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

BATCH = 200
REASON = "key_change"
WHAT = "taxpayer_numbers"


@attrs.frozen
class ResealNumbers:
    """In small batches; broken off and begun again it does what is left. No number leaves it."""

    storage: Storage
    clock: Clock
    vault: TaxpayerVault

    async def __call__(self, actor: Actor) -> int:
        """How many there were. Raises ``Unavailable`` at the first number that no known key opens."""
        authorize(actor, Action.OPERATE_SERVER)
        start, count, after = await self.vault.current_start(), 0, ""
        while found := await self.storage.read(
            lambda unit: unit.taxpayers.sealed_otherwise(start, after=after, limit=BATCH)  # noqa: B023
        ):
            await self._record_opening(actor, len(found))
            count += await self._replace(found)
            after = found[-1].form_id
        if count:
            event = AuditEvent(
                AuditAction.SECRETS_SEALED,
                actor,
                self.clock.now(),
                "secrets",
                WHAT,
                {"values": count},
            )
            await self.storage.write(lambda unit: unit.audit.append(event))
        return count

    async def _record_opening(self, actor: Actor, numbers: int) -> None:
        """Before the first of them is opened."""
        facts: dict[str, Fact] = {"reason": REASON, "numbers": numbers}
        action = AuditAction.TAXPAYER_NUMBERS_OPENED
        event = AuditEvent(action, actor, self.clock.now(), "secrets", WHAT, facts)
        await self.storage.write(lambda unit: unit.audit.append(event))

    async def _replace(self, found: Sequence[SealedNumber]) -> int:
        anew = [(each, await self.vault.anew(each.driver_id, each.sealed)) for each in found]

        async def work(unit: UnitOfWork) -> int:
            return sum([await unit.taxpayers.replace(each, sealed) for each, sealed in anew])

        return await self.storage.write(work)
