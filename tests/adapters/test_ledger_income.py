"""What a driver came to have in a period is read from the books alike on both databases."""

import attrs
import pytest

from adapters.conftest import Scene
from adapters.test_ledger_storage import a_transaction, add
from builders import an_order, minutes_later
from haulage.ledger import (
    Subject,
    SubjectKind,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    available_account,
    driver_account,
    entries_of,
    reversal,
)
from haulage.ledger.account import CARD_CLEARING, connected_account, debt_account
from haulage.ledger.income import Income, YearOfDriver
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

DAN, SENT, OWES = driver_account("drv_dan"), available_account("drv_dan"), debt_account("drv_dan")
ORDER = "ord_1"
HELD_THERE = connected_account("drv_dan")


def moved(number: int, kind: TransactionKind, **cents: int) -> Transaction:
    accounts = {"dan": DAN, "sent": SENT, "owes": OWES, "ours": CARD_CLEARING, "there": HELD_THERE}
    amounts = {accounts[name]: amount for name, amount in cents.items()}
    return attrs.evolve(a_transaction(number), kind=kind, entries=entries_of(amounts))


async def income(storage: SqlStorage, first: int = 0, until: int = 100) -> Income:
    return await storage.read(
        lambda unit: unit.ledger.income_of("drv_dan", minutes_later(first), minutes_later(until))
    )


async def test_shares_and_tips_are_income_and_what_goes_back_of_them_comes_off(storage: SqlStorage) -> None:
    assert await income(storage) == Income()
    await add(
        storage,
        moved(1, TransactionKind.SPLIT, ours=10_00, dan=-10_00),
        moved(2, TransactionKind.TIP, ours=3_00, dan=-3_00),
        moved(3, TransactionKind.REFUND, ours=-4_00, sent=4_00),
        moved(4, TransactionKind.REFUND, ours=-1_00, owes=1_00),
    )
    assert await income(storage) == Income(5_00, 3_00)


async def test_what_is_sent_netted_and_paid_out_is_no_income(storage: SqlStorage) -> None:
    paid = moved(4, TransactionKind.PAYOUT, sent=5_00, there=-5_00)
    await add(
        storage,
        moved(1, TransactionKind.SPLIT, ours=10_00, dan=-10_00),
        moved(2, TransactionKind.TRANSFER, dan=8_00, sent=-8_00, ours=-8_00, there=8_00),
        moved(3, TransactionKind.DEBT, dan=2_00, owes=-2_00),
        paid,
        reversal(paid, id="txn_5", at=minutes_later(5)),
    )
    assert await income(storage) == Income(10_00)


async def test_a_reservation_is_income_when_it_is_posted_and_what_is_undone_is_none(
    storage: SqlStorage,
) -> None:
    waits = attrs.evolve(
        moved(1, TransactionKind.SPLIT, ours=10_00, dan=-10_00), state=TransactionState.RESERVED
    )
    tip = moved(2, TransactionKind.TIP, ours=3_00, dan=-3_00)
    await add(storage, waits, tip, reversal(tip, id="txn_3", at=minutes_later(3)))
    assert await income(storage) == Income()
    await storage.write(lambda unit: unit.ledger.settle(waits, TransactionMove.POST, minutes_later(50)))
    assert await income(storage, 0, 50) == Income()
    assert await income(storage, 50, 51) == Income(10_00)


def of_order(number: int, kind: TransactionKind, **cents: int) -> Transaction:
    return attrs.evolve(moved(number, kind, **cents), order_id=ORDER)


async def test_what_comes_off_a_share_or_tip_counts_in_the_period_of_that_share_or_tip(
    storage: SqlStorage, scene: Scene
) -> None:
    """The share is reserved in the first period and posted in the second, the tip comes in the third."""
    await scene.order(an_order(ORDER, customer_id="usr_3"))
    share = attrs.evolve(
        of_order(1, TransactionKind.SPLIT, ours=10_00, dan=-10_00), state=TransactionState.RESERVED
    )
    refund = of_order(80, TransactionKind.REFUND, ours=-4_00, sent=4_00)
    of_the_tip = attrs.evolve(
        of_order(81, TransactionKind.REFUND, ours=-1_00, owes=1_00),
        subject=Subject(SubjectKind.TIP, "pay_tip"),
    )
    refused = of_order(82, TransactionKind.REFUND, ours=-2_00, sent=2_00)
    of_no_order = moved(83, TransactionKind.REFUND, ours=-5_00, sent=5_00)
    await add(storage, share)
    await storage.write(lambda unit: unit.ledger.settle(share, TransactionMove.POST, minutes_later(15)))
    await add(
        storage,
        of_order(25, TransactionKind.TIP, ours=3_00, dan=-3_00),
        refund,
        of_the_tip,
        refused,
        of_no_order,
        reversal(refused, id="txn_84", at=minutes_later(84)),
    )

    async def period(first: int, until: int) -> tuple[Income, list[str]]:
        bounds = (minutes_later(first), minutes_later(until))
        years = await storage.read(lambda unit: unit.ledger.years_of(["drv_dan"], *bounds))
        listed = await storage.read(lambda unit: unit.ledger.list_income("drv_dan", *bounds, PageRequest(9)))
        return years.get("drv_dan", YearOfDriver()).income, [each.transaction_id for each in listed.items]

    assert await period(0, 10) == (Income(), [])
    assert await period(10, 20) == (Income(6_00), ["txn_84", "txn_82", "txn_80", "txn_1"])
    assert await period(20, 30) == (Income(0, 2_00), ["txn_81", "txn_25"])
    assert await period(30, 90) == (Income(-5_00), ["txn_83"])
    assert await income(storage, 30, 90) == Income(-9_00, -1_00), "by the day of posting"


async def test_the_first_instant_of_a_period_is_inside_and_the_last_is_not(storage: SqlStorage) -> None:
    await add(storage, moved(5, TransactionKind.SPLIT, ours=10_00, dan=-10_00))
    assert await income(storage, 5, 6) == Income(10_00)
    assert await income(storage, 4, 5) == Income()
    assert await income(storage, 6, 7) == Income()


async def test_another_drivers_income_is_not_counted(storage: SqlStorage) -> None:
    amounts = entries_of({CARD_CLEARING: 10_00, driver_account("drv_dan-2"): -10_00})
    await add(storage, attrs.evolve(a_transaction(1), entries=amounts))
    assert await income(storage) == Income()
