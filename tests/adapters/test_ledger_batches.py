"""Many transactions entered at once: what comes of them is what comes of them one by one."""

import asyncio
from collections.abc import Mapping, Sequence
from random import Random

import attrs
import pytest
from sqlalchemy import text

from adapters.test_ledger_storage import add, check
from builders import NOON
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.ledger import (
    Balance,
    LedgerAccount,
    NotEnough,
    Transaction,
    TransactionKind,
    TransactionState,
    available_account,
    connected_account,
    entries_of,
    reversal,
)
from haulage.ledger.account import CARD_CLEARING, PROCESSING_FEES
from haulage.ports.storage.ledger import Refusal
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.money.ledger import SqlLedgerStore
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

DRIVERS = ("drv_dan", "drv_eve", "drv_fay")
DAN, EVE, _ = (available_account(driver) for driver in DRIVERS)
NAMES = 40
Answers = Sequence[Refusal | None]


def brought(name: str, account: LedgerAccount = DAN, cents: int = 10) -> Transaction:
    """What a transfer brings."""
    entries = entries_of({account: -cents, CARD_CLEARING: cents})
    return Transaction(f"txn_{name}", TransactionKind.TRANSFER, name, NOON, entries)


def taken(name: str, account: LedgerAccount = DAN, cents: int = 10) -> Transaction:
    """What a payout reserves."""
    entries = entries_of({account: cents, connected_account(account.owner): -cents})
    reserved = TransactionState.RESERVED
    return Transaction(f"txn_{name}", TransactionKind.PAYOUT, name, NOON, entries, state=reserved)


async def add_all(storage: SqlStorage, *transactions: Transaction, **leaving: int) -> Answers:
    left = {available_account(f"drv_{name}"): cents for name, cents in leaving.items()}
    return await entered_together(storage, transactions, left)


async def entered_together(
    storage: SqlStorage, transactions: Sequence[Transaction], left: Mapping[LedgerAccount, int]
) -> Answers:
    return await storage.write(lambda unit: unit.ledger.add_all(transactions, left))


async def entered_one_by_one(
    storage: SqlStorage, transactions: Sequence[Transaction], left: Mapping[LedgerAccount, int]
) -> Answers:
    async def one(unit: UnitOfWork, each: Transaction) -> Refusal | None:
        leaving = max(left.get(entry.account, 0) for entry in each.entries)
        try:
            if each.state is TransactionState.RESERVED:
                await unit.ledger.reserve(each, leaving=leaving)
            else:
                await unit.ledger.add(each)
        except (Conflict, NotEnough) as refusal:
            return refusal
        return None

    async def work(unit: UnitOfWork) -> Answers:
        return [await one(unit, each) for each in transactions]

    return await storage.write(work)


def shown(answers: Answers) -> list[str]:
    return [repr(each) for each in answers]


def some_transactions(chance: Random, prefix: str) -> list[Transaction]:
    """Of few drivers with little money and of few names, so that they collide and lack in every way."""

    def one() -> Transaction:
        account = available_account(f"{prefix}_{chance.choice(DRIVERS)}")
        made = chance.choice((brought, taken, taken))(
            f"{chance.randrange(NAMES)}", account, chance.randrange(1, 12)
        )
        return attrs.evolve(made, id=f"{prefix}_{made.id}", reference=f"{prefix}/{chance.randrange(NAMES)}")

    return [one() for _ in range(24)]


async def what_is_there(storage: SqlStorage, prefix: str) -> str:
    async def work(unit: UnitOfWork) -> str:
        stored = [await unit.ledger.get(f"{prefix}_txn_{number}") for number in range(NAMES)]
        held = [await unit.ledger.balances_of(f"{prefix}_{driver}") for driver in DRIVERS]
        return repr((stored, held))

    return await storage.read(work)


@pytest.mark.parametrize("number", range(8))
async def test_a_batch_comes_to_what_its_transactions_come_to_one_by_one(
    storage: SqlStorage, number: int
) -> None:
    """In one database, under other names and accounts."""
    outcomes = []
    for prefix, enter in (("together", entered_together), ("one_by_one", entered_one_by_one)):
        left = {available_account(f"{prefix}_{DRIVERS[0]}"): 3}
        answers = await enter(storage, some_transactions(Random(number), prefix), left)
        assert None in answers
        assert any(answer is not None for answer in answers)
        outcome = f"{shown(answers)} {await what_is_there(storage, prefix)}"
        outcomes.append(outcome.replace(prefix, "prefix"))
    assert outcomes[0] == outcomes[1]
    assert (await check(storage)).in_order


async def test_who_is_refused_spoils_nothing_for_the_others(storage: SqlStorage) -> None:
    await add(storage, brought("in"), brought("in_too", EVE))
    answers = await add_all(
        storage,
        taken("too_much", DAN, 11),
        brought("in", DAN),
        taken("fits", EVE, 10),
        taken("no_more", EVE, 1),
        brought("more", DAN, 5),
        taken("fits_now", DAN, 11),
    )
    assert shown(answers) == shown(
        [NotEnough(DAN.code, 11), Conflict("ledger"), None, NotEnough(EVE.code, 1), None, None]
    )
    assert await storage.read(lambda unit: unit.ledger.balance(DAN)) == Balance(-15, 11)
    assert await storage.read(lambda unit: unit.ledger.balance(EVE)) == Balance(-10, 10)
    assert await storage.read(lambda unit: unit.ledger.get("txn_too_much")) is None
    assert (await check(storage)).in_order


async def test_what_is_to_be_left_in_an_account_is_not_taken(storage: SqlStorage) -> None:
    await add(storage, brought("in"), brought("in_too", EVE))
    answers = await add_all(storage, taken("dan", DAN, 10), taken("eve", EVE, 9), dan=1, eve=1)
    assert shown(answers) == shown([NotEnough(DAN.code, 10), None])


async def test_of_two_that_reverse_one_transaction_the_first_does(storage: SqlStorage) -> None:
    first = brought("in")
    back = reversal(first, id="txn_back", at=NOON)
    again = attrs.evolve(back, id="txn_again", reference="again")
    assert shown(await add_all(storage, first, back, again)) == shown([None, None, Conflict("ledger")])
    assert await storage.read(lambda unit: unit.ledger.balance(DAN)) == Balance()
    assert (await check(storage)).in_order


async def test_no_transactions_are_no_work(storage: SqlStorage) -> None:
    assert await add_all(storage) == []


async def test_batches_with_the_same_causes_enter_each_once(storage: SqlStorage) -> None:
    """However they are mixed, and also where nobody's head makes one wait for the other."""
    names = [f"{number}" for number in range(20)]
    batches = [
        [brought(name, PROCESSING_FEES) for name in names[start:] + names[:start]] for start in (0, 4, 8)
    ]
    answers = await asyncio.gather(*(add_all(storage, *batch) for batch in batches))
    assert sum(answer.count(None) for answer in map(list, answers)) == len(names)
    found = await check(storage)
    assert (found.transactions, found.in_order) == (len(names), True)


async def test_a_name_that_no_database_keeps_is_refused_before_anything_is_sent(storage: SqlStorage) -> None:
    with pytest.raises(InvalidInput):
        await add_all(storage, brought("in"), brought("nul\0"))
    assert (await check(storage)).transactions == 0


async def test_heads_are_found_by_their_codes_however_many_there_are(storage: SqlStorage) -> None:
    """A connection goes by the plans that it made when the tables were empty."""
    if storage.engine.writing.dialect.name != "postgresql":
        return
    more = "INSERT INTO ledger_accounts SELECT 'driver:d' || n, 0, 0, 0, 1 FROM generate_series(1, 2000) n"
    read = "SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'ledger_accounts'"

    async def work(session: Session) -> int:
        for number in range(10):
            await SqlLedgerStore(session).add(brought(f"few_{number}"))
        await session.run(text(more))
        before = await session.scalar(text(read))
        await SqlLedgerStore(session).add(brought("many"))
        after: int = await session.scalar(text(read)) - before
        return after

    assert await storage.engine.write(work) == 0
