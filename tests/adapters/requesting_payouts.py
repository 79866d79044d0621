"""A process in which a driver asks for payouts, as many at once as it is told, a round for each line.

``python -m adapters.requesting_payouts URL TIMES`` is how the test starts two of them. A line names the speed
and the time; it prints how many payouts were granted.
"""

import asyncio
import sys
from datetime import datetime
from typing import Any

from account_desk import TurnableClock
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


async def main(url: str, times: int) -> None:
    storage = SqlStorage(open_engine(url))
    _say("ready")
    try:
        while line := await asyncio.to_thread(sys.stdin.readline):
            speed, at = line.split()
            _say(await granted(storage, PayoutSpeed(speed), datetime.fromisoformat(at), times))
    finally:
        await storage.aclose()


def _say(word: Any) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
