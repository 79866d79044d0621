"""Stream a driver's positions as they come in."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import attrs

from haulage.kernel.actor import Actor
from haulage.ports.runtime.notifier import LOOK_AGAIN_SECONDS, Notifier
from haulage.ports.runtime.topics import driver_topic
from haulage.ports.storage.positions import StoredPosition
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.positions.history import authorize_positions

BATCH = 500


@attrs.frozen
class FollowDriver:
    """What is added to a driver's positions, late ones included, in the order in which it is (DRV-12)."""

    storage: Storage
    notifier: Notifier
    look_again_seconds: float = LOOK_AGAIN_SECONDS

    async def __call__(
        self,
        actor: Actor,
        driver_id: str,
        after: int | None = None,
        *,
        renew: Callable[[], Awaitable[Actor]] | None = None,
    ) -> AsyncIterator[Sequence[StoredPosition]]:
        """Yield batches for as long as somebody listens, from the number *after* on, or from now on.

        An empty batch says that nothing has come for a while. Who may see the driver is decided again for
        every batch; losing the right or the session ends the stream with a refusal.
        """
        authorize_positions(actor, driver_id)
        async with self.notifier.listen(driver_topic(driver_id)) as subscription:
            if after is None:
                after = await self.storage.read(lambda unit: unit.positions.last_number(driver_id))
            while True:
                fresh = await self.storage.read(partial(_stored_after, driver_id=driver_id, after=after))
                if fresh:
                    after = fresh[-1].number
                yield fresh
                if len(fresh) < BATCH:
                    await subscription.wait(self.look_again_seconds)
                actor = await renew() if renew else actor
                authorize_positions(actor, driver_id)


async def _stored_after(unit: UnitOfWork, driver_id: str, after: int) -> Sequence[StoredPosition]:
    return await unit.positions.after(driver_id, after, BATCH)
