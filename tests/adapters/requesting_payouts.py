"""A process in which a driver asks for payouts, as many at once as it is told, a round for each word.

A word names the speed and the time; the process says how many payouts were granted.
"""

import asyncio
from contextlib import suppress
from datetime import datetime
from multiprocessing.connection import Connection
from typing import Any

from account_scenario import TurnableClock
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import RuleBroken, Unavailable
from haulage.payouts import DailyLimitExceeded, MoreThanAvailable, PayoutSpeed
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.payouts.request_payout import PayoutRequest, RequestPayout
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers

TRIES = 20
DRIVER = "drv_41"
DEE = Actor("usr_41", UserType.DRIVER, DRIVER)
AMOUNT = {PayoutSpeed.STANDARD: 10_00, PayoutSpeed.INSTANT: 100_00}
"""So that ten use up the balance of a round, and ten the limit of a day."""


async def granted(storage: Storage, speed: PayoutSpeed, at: datetime, times: int) -> int:
    """How many of these are, asked for at once; the others are refused for lack of money or by the limit."""
    request_payout = RequestPayout(storage, TurnableClock(at), RandomIdentifiers())

    async def ask() -> bool:
        for _ in range(TRIES):
            try:
                await request_payout(DEE, DRIVER, PayoutRequest(AMOUNT[speed], speed))
            except (MoreThanAvailable, DailyLimitExceeded):
                return False
            except RuleBroken as refusal:
                raise AssertionError(refusal) from refusal
            except Unavailable:  # a busy machine had no connection free
                continue
            return True
        raise Unavailable("database")

    return sum(await asyncio.gather(*(ask() for _ in range(times))))


def request(line: "Connection[Any, Any]", url: str, times: int) -> None:
    """All that the process does, until the other end of the line is closed."""
    asyncio.run(_request(line, url, times))


async def _request(line: "Connection[Any, Any]", url: str, times: int) -> None:
    storage = SqlStorage(open_engine(url))
    line.send("ready")
    try:
        with suppress(EOFError):
            while True:
                speed, at = await asyncio.to_thread(line.recv)
                line.send(await granted(storage, speed, at, times))
    finally:
        await storage.aclose()
