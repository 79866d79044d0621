"""What has expired is deleted in small batches, on SQLite and on PostgreSQL; everything has a period."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import attrs
import pytest

from account_scenario import TurnableClock
from builders import a_user, an_account
from haulage.accounts.refresh import first_token
from haulage.accounts.session import Proof, Session, SignInMethod
from haulage.drivers import DriverPosition
from haulage.kernel.geo import Point
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.retention.lines import POSITIONS_RETENTION
from haulage.tax.document import FORM_NAMES
from haulage.use_cases.retention import SCHEDULE, DeleteExpiredData, Removal, rule
from haulage.use_cases.retention.schedule import duration_of
from haulage.webhooks.event import EventKind, ProviderEvent, StoredWebhookEvent, hear
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.schema import metadata
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
            at = now - duration_of("sessions") + (second if new else -second)
            session = Session(f"ses_{number}", account.id, at, at, (Proof(SignInMethod.PASSWORD, at),))
            await unit.accounts.open_session(session, first_token(f"rt_{number}", session))
            at = now - duration_of("idempotency_keys") + (second if new else -second)
            await unit.idempotency.add(
                RequestKey("usr_1", "POST /x", f"{number}"), StoredResponse("h", b"x"), at
            )

    await storage.write(work)


async def left(storage: SqlStorage, count: int = 3) -> list[bool]:
    """Whether each session and each reply is still there."""

    async def look(unit: UnitOfWork) -> list[bool]:
        found = []
        for number in range(count + 1):
            found.append(await unit.accounts.signed_in(f"ses_{number}") is not None)
            found.append(await unit.idempotency.get(RequestKey("usr_1", "POST /x", f"{number}")) is not None)
        return found

    return await storage.read(look)


async def test_what_was_kept_long_enough_goes_and_nothing_else(
    storage: SqlStorage,
) -> None:
    clock = TurnableClock()
    await fill(storage, clock)
    assert await DeleteExpiredData(storage, clock, batch=2)() == 3 + 4 + 3
    assert await left(storage) == [False] * 6 + [True] * 2


async def test_a_rule_that_raises_keeps_no_other_from_being_applied(storage: SqlStorage) -> None:
    async def fail(_unit: UnitOfWork, _before: datetime, _limit: int) -> int:
        raise KeyError("a defect")

    clock = TurnableClock()
    await fill(storage, clock)
    broken = attrs.evolve(rule("positions"), delete=fail)
    delete_expired_data = DeleteExpiredData(storage, clock, schedule=[broken, *SCHEDULE])
    for _ in range(2):  # it is tried again at the next call, and not an hour later
        with pytest.raises(KeyError, match="a defect"):
            await delete_expired_data()
    assert await left(storage) == [False] * 6 + [True] * 2


async def test_it_works_once_an_hour(storage: SqlStorage) -> None:
    clock = TurnableClock()
    delete_expired_data = DeleteExpiredData(storage, clock)
    assert await delete_expired_data() == 0
    await fill(storage, clock)
    assert await delete_expired_data() == 0
    clock.turn(hours=1)
    assert await delete_expired_data() == 4 + 4 + 4


async def test_the_file_is_written_anew_within_the_hour_where_a_writer_was_in_the_way(
    storage: SqlStorage,
) -> None:
    async def in_the_way() -> bool:
        return False

    await storage.rewrites.ask(in_the_way)
    assert storage.rewrites.due
    assert await DeleteExpiredData(storage, TurnableClock())() == 0
    assert not storage.rewrites.due


async def test_another_process_writes_the_file_anew_where_the_first_could_not(tmp_path: Path) -> None:
    """Such as the command that erased somebody, which is over at once."""

    async def in_the_way() -> bool:
        return False

    file = tmp_path / "haulage.sqlite3"
    file.touch()
    url = f"sqlite+aiosqlite:///{file}"
    command = SqlStorage(open_engine(url))
    await command.rewrites.ask(in_the_way)
    await command.aclose()
    server = SqlStorage(open_engine(url))
    assert server.rewrites.due
    await server.scrub()
    assert not server.rewrites.due
    await server.aclose()
    assert not SqlStorage(server.engine).rewrites.due


async def test_where_drivers_were_is_forgotten_after_ninety_days(storage: SqlStorage, scene: Any) -> None:
    clock = TurnableClock()
    now, second = clock.now(), timedelta(seconds=1)
    here = Point(40.75, -73.98)
    instants = [now - POSITIONS_RETENTION - second, now - POSITIONS_RETENTION, now]
    positions = [DriverPosition("drv_1", here, at) for at in instants]
    await storage.write(lambda unit: unit.positions.add(positions, now))
    assert await DeleteExpiredData(storage, clock, schedule=[rule("positions")])() == 1
    left = await storage.read(lambda unit: unit.positions.since("drv_1", instants[0], 10))
    assert [position.at for position in left] == instants[1:]


async def test_where_a_driver_was_last_seen_is_forgotten_and_followers_hear(
    storage: SqlStorage, scene: Any
) -> None:
    clock = TurnableClock()
    kept_until = clock.now() - POSITIONS_RETENTION
    ages = {"drv_1": -timedelta(seconds=1), "drv_2": timedelta(0)}
    for driver_id, age in ages.items():
        seen = DriverPosition(driver_id, Point(40.75, -73.98), kept_until + age)
        await storage.write(lambda unit, seen=seen: unit.drivers.set_position(seen))
    assert await DeleteExpiredData(storage, clock, schedule=[rule("last_positions")])() == 1
    changed = await storage.read(lambda unit: unit.drivers.changed_since(clock.now(), None, 5))
    assert [(entry.driver.id, entry.position) for entry in changed] == [("drv_1", None)]
    assert list(await storage.read(lambda unit: unit.drivers.positions(list(ages)))) == ["drv_2"]


async def test_what_the_provider_told_is_forgotten_once_it_has_had_its_effect(storage: SqlStorage) -> None:
    clock = TurnableClock()
    long_ago = clock.now() - duration_of("provider_events") - timedelta(seconds=1)

    def an_event(id: str, kind: EventKind, at: datetime) -> StoredWebhookEvent:
        return hear(ProviderEvent(id, "some.thing", kind, at, None, None), at)

    settled, waiting = (
        an_event("evt_1", EventKind.OTHER, long_ago),
        an_event("evt_2", EventKind.PAYMENT, long_ago),
    )
    recent = an_event("evt_3", EventKind.OTHER, clock.now())

    async def add(unit: UnitOfWork) -> None:
        for event in (settled, waiting, recent):
            await unit.provider_events.add(event)

    await storage.write(add)
    assert await DeleteExpiredData(storage, clock)() == 1
    left = [await storage.read(lambda unit, n=n: unit.provider_events.get(f"evt_{n}")) for n in (1, 2, 3)]
    assert left == [None, waiting, recent]


def patterns() -> list[str]:
    """Where the schedule says that something is stored."""
    return [place for each in SCHEDULE for place in each.stored_in]


def test_every_table_has_a_period_or_a_reason_to_be_kept() -> None:
    """A new table fails here until the schedule says how long its rows are kept, and why."""
    tables = {place for place in patterns() if not place.startswith("/")}
    assert tables == set(metadata.tables)


def test_what_is_kept_for_good_is_either_nobodys_or_told_to_people() -> None:
    for each in SCHEDULE:
        assert each.why
        assert each.period
        if each.removal is Removal.WITH_ACCOUNT:
            assert each.what


def test_every_form_that_a_driver_may_get_a_copy_of_is_named() -> None:
    (line,) = [each for each in SCHEDULE if each.key == "tax_documents"]
    for name in FORM_NAMES.values():
        assert name in (line.what or "")


def test_a_period_reads_as_people_say_it() -> None:
    assert {each.key: each.period for each in SCHEDULE}.items() >= {
        "positions": "90 days after each",
        "proofs": "1 year after the delivery",
        "response_bodies": "24 hours after each",
        "ledger": "at least 7 years after the payment",
        "accounts": "until you delete your account",
        "server_keys": "as long as this site is run",
    }.items()


async def test_a_kind_with_more_than_one_call_may_do_is_gone_on_with_at_the_next(
    storage: SqlStorage,
) -> None:
    clock = TurnableClock()
    await fill(storage, clock)

    class Slow(TurnableClock):
        """Each look at it is half a minute later."""

        def now(self) -> datetime:
            clock.turn(seconds=30)
            return clock.now()

    clock.turn(days=1)
    slowly = DeleteExpiredData(storage, Slow(), batch=1)
    done = [await slowly() for _ in range(6)]
    assert (done[0], max(done), done[-1]) == (3, 3, 0)
    assert await left(storage) == [False] * 8
