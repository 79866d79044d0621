"""A process that reserves a cent as often as it is told, all at once; it says how often it could."""

import asyncio
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from builders import NOON
from haulage.kernel.errors import Conflict, Unavailable
from haulage.ledger import (
    NotEnough,
    Transaction,
    TransactionKind,
    TransactionState,
    available_account,
    connected_account,
    entries_of,
)
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage

TRIES = 10
OWNER = "drv_dan"
AVAILABLE, THERE = available_account(OWNER), connected_account(OWNER)


def a_payout(name: str, cents: int = 1) -> Transaction:
    entries = entries_of({AVAILABLE: cents, THERE: -cents})
    reserved, kind = TransactionState.RESERVED, TransactionKind.PAYOUT
    return Transaction(f"txn_out_{name}", kind, f"out/{name}", NOON, entries, state=reserved)


async def granted(storage: SqlStorage, names: Sequence[str]) -> int:
    """How many of these are, asked for at once."""

    async def ask(name: str) -> bool:
        async def work(unit: UnitOfWork) -> None:
            await unit.ledger.reserve(a_payout(name))

        for _ in range(TRIES):
            try:
                await storage.write(work)
            except NotEnough:
                return False
            except Conflict:  # it was done at an earlier try
                return True
            except Unavailable:  # a busy machine had no connection free
                continue
            return True
        raise Unavailable("database")

    return sum(await asyncio.gather(*(ask(name) for name in names)))


def reserve(line: "Connection[Any, Any]", url: str, name: str, times: int) -> None:
    """All that the process does: it says that it is ready, and waits for a word."""
    asyncio.run(_reserve(line, url, name, times))


async def _reserve(line: "Connection[Any, Any]", url: str, name: str, times: int) -> None:
    storage = SqlStorage(open_engine(url))
    line.send("ready")
    await asyncio.to_thread(line.recv)
    try:
        count = await granted(storage, [f"{name}_{number}" for number in range(times)])
    finally:
        await storage.aclose()
    line.send(count)
