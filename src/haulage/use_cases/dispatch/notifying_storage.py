"""A storage that notifies subscribers of offers and messages after each commit."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import attrs

from haulage.ports.runtime.notifier import Notifier
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

T = TypeVar("T")


@attrs.frozen
class NotifyingStorage(Storage):
    """Publishes, after each commit, the channels of the offers and messages that were touched in it.

    Offers are made and ended by payments, cancellations, jobs and drivers' work, and messages come of all
    that too; none of them needs to remember to publish.
    """

    storage: Storage
    notifier: Notifier

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        touched: Sequence[str] = ()

        async def noting(unit: UnitOfWork) -> T:
            nonlocal touched
            result = await work(unit)
            touched = (*unit.job_offers.touched, *unit.messages.touched)
            return result

        result = await self.storage.write(noting)
        for channel in touched:
            await self.notifier.publish(channel)
        return result

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        return await self.storage.read(work)

    async def scrub(self, *, rewrite: bool = False) -> None:
        await self.storage.scrub(rewrite=rewrite)

    async def check(self) -> None:
        await self.storage.check()

    async def check_writes(self) -> None:
        await self.storage.check_writes()
