"""On SQLite units that come at once share a commit, and each answers for itself all the same."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import event, insert

from adapters.reserving import AVAILABLE
from adapters.test_ledger_heads import held, worth
from adapters.test_ledger_storage import check
from builders import NOON
from haulage.kernel.errors import Conflict, Unavailable
from haulage.ledger import Balance, NotEnough
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import ledger_entries

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


@pytest.fixture
def commits(storage: SqlStorage) -> Iterator[list[str]]:
    """A mark for each commit."""
    seen: list[str] = []
    engine = storage.engine.writing.sync_engine

    def committed(_connection: object) -> None:
        seen.append("commit")

    event.listen(engine, "commit", committed)
    yield seen
    event.remove(engine, "commit", committed)


async def test_units_that_come_at_once_share_a_commit_and_one_refused_is_undone_alone(
    storage: SqlStorage, commits: list[str]
) -> None:
    async def pay(unit: UnitOfWork, number: int) -> None:
        await unit.ledger.add(worth(1, f"in_{number}"))
        if number == 2:
            raise NotEnough(AVAILABLE.code, 1)

    async def again(unit: UnitOfWork) -> None:
        await unit.ledger.add(worth(1, "in_0"))

    works = [*(lambda unit, number=number: pay(unit, number) for number in range(5)), again]
    outcomes = await asyncio.gather(*map(storage.write, works), return_exceptions=True)
    assert [type(each) for each in outcomes] == [
        type(None),
        type(None),
        NotEnough,
        type(None),
        type(None),
        Conflict,
    ]
    assert len(commits) == 1
    assert await held(storage) == Balance(-4)
    assert (await check(storage)).in_order


async def test_where_the_commit_fails_each_unit_answers_for_itself(
    storage: SqlStorage, commits: list[str]
) -> None:
    """An entry without its transaction is found at the commit, of whoever's unit it is."""
    runs: list[str] = []

    async def good(unit: UnitOfWork, name: str) -> str:
        runs.append(name)
        await unit.ledger.add(worth(1, name))
        return name

    async def bad(session: Session) -> None:
        runs.append("bad")
        entry = {"transaction_id": "txn_none", "account": AVAILABLE.code, "amount_cents": 1, "at": NOON}
        await session.run(insert(ledger_entries), entry)
        await session.commit()

    outcomes = await asyncio.gather(
        storage.write(lambda unit: good(unit, "one")),
        storage.engine.write(bad),
        storage.write(lambda unit: good(unit, "two")),
        return_exceptions=True,
    )
    assert outcomes[0] == "one"
    assert isinstance(outcomes[1], Conflict)
    assert outcomes[2] == "two"
    assert runs == ["one", "bad", "two"] * 2
    assert await held(storage) == Balance(-2)


async def test_a_unit_whose_caller_goes_away_is_undone_and_those_with_it_are_kept(
    storage: SqlStorage,
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def leaves(unit: UnitOfWork) -> None:
        await unit.ledger.add(worth(100, "left"))
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
        await unit.ledger.add(worth(100, "left_too"))

    writes = [asyncio.create_task(storage.write(lambda unit: unit.ledger.add(worth(1, "kept_1"))))]
    left = asyncio.create_task(storage.write(leaves))
    writes.append(asyncio.create_task(storage.write(lambda unit: unit.ledger.add(worth(1, "kept_2")))))
    await begun.wait()
    left.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await left
    await asyncio.gather(*writes)
    assert await held(storage) == Balance(-2)


async def test_a_unit_that_waits_too_long_for_its_turn_is_unavailable_and_never_run(
    storage: SqlStorage,
) -> None:
    assert storage.engine.commits is not None
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def slow(unit: UnitOfWork) -> None:
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
        await unit.ledger.add(worth(1, "slow"))

    first = asyncio.create_task(storage.write(slow))
    await begun.wait()
    storage.engine.commits.wait_seconds = 0.0
    with pytest.raises(Unavailable):
        await storage.write(lambda unit: unit.ledger.add(worth(1, "never")))
    go_on.set()
    await first
    assert await held(storage) == Balance(-1)
