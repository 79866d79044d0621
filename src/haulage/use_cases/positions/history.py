"""Read a driver's position history."""

from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.positions import StoredPosition
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.retention.lines import POSITIONS_RETENTION


def authorize_positions(actor: Actor, driver_id: str) -> None:
    """The driver themselves and admins; others learn nothing of it."""
    authorize(actor, Action.SEE_DRIVER_POSITIONS, Facts("Driver", driver_id=driver_id))


@attrs.frozen
class SeeDriverPositions:
    """A driver's positions by range of time, ascending (DRV-12)."""

    storage: Storage
    clock: Clock

    async def __call__(
        self,
        actor: Actor,
        driver_id: str,
        since: datetime | None,
        until: datetime | None,
        page: PageRequest,
    ) -> Page[StoredPosition]:
        """From *since* on, or all that is stored, and before *until*, or now. Raises ``NotFound`` for another
        driver's."""
        authorize_positions(actor, driver_id)
        now = self.clock.now()
        start, end = since or now - POSITIONS_RETENTION, until or now
        if end < start:
            raise InvalidInput("until", "must not be before since")
        return await self.storage.read(lambda unit: unit.positions.history(driver_id, start, end, page))
