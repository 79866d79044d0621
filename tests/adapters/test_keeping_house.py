"""Old sessions and replies are forgotten in small batches, on SQLite and on PostgreSQL."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from account_desk import TurnableClock
from builders import a_user, an_account
from haulage.accounts.refresh import first_token
from haulage.accounts.session import Proof, Session, SignInMethod
from haulage.drivers import DriverPosition
from haulage.kernel.geo import Point
from haulage.payments.provider_event import EventKind, KeptEvent, ProviderEvent, hear
from haulage.ports.storage import ReplyKey, StoredReply, UnitOfWork
from haulage.use_cases import keeping_house
from haulage.use_cases.keeping_house import (
    PROVIDER_EVENTS_KEPT,
    REPLIES_KEPT,
    SESSIONS_KEPT,
    KeepHouse,
)
from haulage.use_cases.positions.reporting import POSITIONS_KEPT
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio


async def fill(storage: SqlStorage, clock: TurnableClock, count: int = 3) -> None:
    """So many old sessions and replies, and one of each that is new enough."""

    async def work(unit: UnitOfWork) -> None:
        account = an_account()
        await unit.accounts.add(account, a_user(auth_id=account.id))
        now, second = clock.now(), timedelta(seconds=1)
        for number in range(count + 1):
            new = number == count
            at = now - SESSIONS_KEPT + (second if new else -second)
            session = Session(f"ses_{number}", account.id, at, at, (Proof(SignInMethod.PASSWORD, at),))
            await unit.accounts.open_session(session, first_token(f"rt_{number}", session))
            at = now - REPLIES_KEPT + (second if new else -second)
            await unit.replies.add(ReplyKey("usr_1", "POST /x", f"{number}"), StoredReply("h", b"x"), at)

    await storage.write(work)


async def left(storage: SqlStorage, count: int = 3) -> list[bool]:
    """Whether each session and each reply is still there."""

    async def look(unit: UnitOfWork) -> list[bool]:
        found = []
        for number in range(count + 1):
            found.append(await unit.accounts.signed_in(f"ses_{number}") is not None)
            found.append(await unit.replies.get(ReplyKey("usr_1", "POST /x", f"{number}")) is not None)
        return found

    return await storage.read(look)


async def test_what_was_kept_long_enough_goes_and_nothing_else(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping_house, "BATCH", 2)
    clock = TurnableClock()
    await fill(storage, clock)
    assert await KeepHouse(storage, clock)() == 6
    assert await left(storage) == [False] * 6 + [True] * 2


async def test_it_works_once_an_hour(storage: SqlStorage) -> None:
    clock = TurnableClock()
    keep_house = KeepHouse(storage, clock)
    assert await keep_house() == 0
    await fill(storage, clock)
    assert await keep_house() == 0
    clock.turn(hours=1)
    assert await keep_house() == 8


async def test_where_drivers_were_is_forgotten_after_ninety_days(storage: SqlStorage, scene: Any) -> None:
    clock = TurnableClock()
    now, second = clock.now(), timedelta(seconds=1)
    here = Point(40.75, -73.98)
    instants = [now - POSITIONS_KEPT - second, now - POSITIONS_KEPT, now]
    positions = [DriverPosition("drv_1", here, at) for at in instants]
    await storage.write(lambda unit: unit.positions.add(positions, now))
    assert await KeepHouse(storage, clock)() == 1
    left = await storage.read(lambda unit: unit.positions.since("drv_1", instants[0], 10))
    assert [position.at for position in left] == instants[1:]


async def test_where_a_driver_was_last_seen_is_forgotten_and_followers_hear(
    storage: SqlStorage, scene: Any
) -> None:
    clock = TurnableClock()
    kept_until = clock.now() - POSITIONS_KEPT
    ages = {"drv_1": -timedelta(seconds=1), "drv_2": timedelta(0)}
    for driver_id, age in ages.items():
        seen = DriverPosition(driver_id, Point(40.75, -73.98), kept_until + age)
        await storage.write(lambda unit, seen=seen: unit.drivers.set_position(seen))
    assert await KeepHouse(storage, clock)() == 1
    changed = await storage.read(lambda unit: unit.drivers.changed_since(clock.now(), None, 5))
    assert [(entry.driver.id, entry.position) for entry in changed] == [("drv_1", None)]
    assert list(await storage.read(lambda unit: unit.drivers.positions(list(ages)))) == ["drv_2"]


async def test_what_the_provider_told_is_forgotten_once_it_has_had_its_effect(storage: SqlStorage) -> None:
    clock = TurnableClock()
    long_ago = clock.now() - PROVIDER_EVENTS_KEPT - timedelta(seconds=1)

    def told(id: str, kind: EventKind, at: datetime) -> KeptEvent:
        return hear(ProviderEvent(id, "some.thing", kind, at, None, None), at)

    settled, waiting = told("evt_1", EventKind.OTHER, long_ago), told("evt_2", EventKind.PAYMENT, long_ago)
    recent = told("evt_3", EventKind.OTHER, clock.now())

    async def add(unit: UnitOfWork) -> None:
        for event in (settled, waiting, recent):
            await unit.provider_events.add(event)

    await storage.write(add)
    assert await KeepHouse(storage, clock)() == 1
    kept = [await storage.read(lambda unit, n=n: unit.provider_events.get(f"evt_{n}")) for n in (1, 2, 3)]
    assert kept == [None, waiting, recent]
