"""Looks at orders, taken together by all who want one at the same time.

A look begins after it was asked for and shows one instant, as if it had been taken alone. Only its cost is
shared: while one transaction reads, those who ask meanwhile gather for the next.
"""

import asyncio
from functools import partial

from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.orders.order_snapshots import OrderSnapshot, SnapshotQuery, look

MOST_TOGETHER = 50
"""Ours: looks in one transaction. More of them would keep everybody else in the process waiting."""


class BatchedReader:
    """One reader for all orders of a process."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._waiting: list[tuple[SnapshotQuery, asyncio.Future[OrderSnapshot]]] = []
        self._reader: asyncio.Task[None] | None = None

    async def __call__(self, wanted: SnapshotQuery) -> OrderSnapshot:
        """Raises whatever reading raises."""
        seen: asyncio.Future[OrderSnapshot] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, seen))
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read_for_all(), name="joint looks")
        return await seen

    async def aclose(self) -> None:
        """Wait for what is being read."""
        if self._reader is not None:
            await asyncio.wait({self._reader})

    async def _read_for_all(self) -> None:
        while self._waiting:
            together, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            try:
                snapshots = await self._storage.read(partial(look, wanted=[wanted for wanted, _ in together]))
            except BaseException as error:
                for _, seen in together:
                    _fail(seen, error)
                if not isinstance(error, Exception):
                    raise
            else:
                for (_, seen), snapshot in zip(together, snapshots, strict=True):
                    if not seen.done():
                        seen.set_result(snapshot)


def _fail(seen: asyncio.Future[OrderSnapshot], error: BaseException) -> None:
    if seen.done():
        return
    if isinstance(error, asyncio.CancelledError):
        seen.cancel()
    else:
        seen.set_exception(error)
