"""Read several orders in one transaction, for all who ask at the same time.

A read begins after it was asked for and shows one instant, as a read in a transaction of its own would.
While one transaction runs, new queries wait for the next.
"""

import asyncio
from functools import partial

from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.orders.order_snapshots import OrderSnapshot, SnapshotQuery, read_snapshots

MAX_BATCH_SIZE = 50
"""Ours: queries in one transaction. More of them would make everybody else in the process wait."""


class BatchedReader:
    """Reads order snapshots; one for each process, so that it can batch the queries of all streams."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._waiting: list[tuple[SnapshotQuery, asyncio.Future[OrderSnapshot]]] = []
        self._reader: asyncio.Task[None] | None = None

    async def __call__(self, query: SnapshotQuery) -> OrderSnapshot:
        """Raises whatever reading raises."""
        result: asyncio.Future[OrderSnapshot] = asyncio.get_running_loop().create_future()
        self._waiting.append((query, result))
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read_for_all(), name="batched order reads")
        return await result

    async def aclose(self) -> None:
        """Wait for what is being read."""
        if self._reader is not None:
            await asyncio.wait({self._reader})

    async def _read_for_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_BATCH_SIZE], self._waiting[MAX_BATCH_SIZE:]
            try:
                snapshots = await self._storage.read(
                    partial(read_snapshots, wanted=[query for query, _ in batch])
                )
            except BaseException as error:
                for _, result in batch:
                    _fail(result, error)
                if not isinstance(error, Exception):
                    raise
            else:
                for (_, result), snapshot in zip(batch, snapshots, strict=True):
                    if not result.done():
                        result.set_result(snapshot)


def _fail(result: asyncio.Future[OrderSnapshot], error: BaseException) -> None:
    if result.done():
        return
    if isinstance(error, asyncio.CancelledError):
        result.cancel()
    else:
        result.set_exception(error)
