"""Encrypt stored secrets anew when the operator's secret is set later or changed."""

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.sealed import Sealing
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

BATCH = 200


@attrs.frozen
class ResealSecrets:
    """Encrypts every stored secret with the current key.

    In small batches, so that nobody waits long. Broken off and begun again it does what is left.
    """

    storage: Storage
    clock: Clock
    sealing: Sealing

    async def what_is_open(self, actor: Actor) -> int:
        """Seal what was stored before there was a secret; how many values that were. Nothing without one."""
        authorize(actor, Action.OPERATE_SERVER)
        if not self.sealing.can_seal:
            return 0
        return await self._through(actor, self.sealing.start_when_open, otherwise=False)

    async def everything(self, actor: Actor) -> int:
        """Seal under the present secret whatever is not; how many values that were.

        Raises ``InvalidInput`` without a secret, and ``Unavailable`` at the first value that neither the
        present secret nor an earlier one opens.
        """
        authorize(actor, Action.OPERATE_SERVER)
        if not self.sealing.can_seal:
            raise InvalidInput("HAULAGE_SECRET_KEY", "is needed to seal anything")
        return await self._through(actor, self.sealing.start_when_current, otherwise=True)

    async def _through(self, actor: Actor, start: str, *, otherwise: bool) -> int:
        places = await self.storage.read(_places)
        counts = [await self._place(place, start, otherwise=otherwise) for place in places]
        if total := sum(counts):
            facts = {"values": total}
            audit_event = AuditEvent(
                AuditAction.SECRETS_SEALED, actor, self.clock.now(), "secrets", "all", facts
            )
            await self.storage.write(lambda unit: unit.audit.append(audit_event))
        return total

    async def _place(self, place: str, start: str, *, otherwise: bool) -> int:
        count, after = 0, ""
        while True:

            async def batch(unit: UnitOfWork, after: str = after) -> tuple[int, str | None]:
                found = await unit.sealed.beginning(
                    place, start, after=after, limit=BATCH, otherwise=otherwise
                )
                changed = [await unit.sealed.replace(each, self.sealing.anew(each.sealed)) for each in found]
                return sum(changed), found[-1].id if found else None

            changed, last = await self.storage.write(batch)
            count += changed
            if last is None:
                return count
            after = last


async def _places(unit: UnitOfWork) -> list[str]:
    return list(unit.sealed.places)
