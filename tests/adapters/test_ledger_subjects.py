"""Transactions about anything, of any kind, in any state; and reservations that are posted for less."""

import attrs
import pytest

from adapters.test_ledger_storage import DAN, a_transaction, add, by_hand, check
from builders import NOON, minutes_later
from haulage.kernel.errors import Conflict, IllegalMove
from haulage.ledger import (
    Balance,
    MoreThanReserved,
    Subject,
    SubjectKind,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    entries_of,
    reversal,
)
from haulage.ledger.account import CARD_CLEARING
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

PAYOUT, DRIVER = Subject(SubjectKind.PAYOUT, "pay_1"), Subject(SubjectKind.DRIVER, "drv_dan")


def promised(number: int = 2, cents: int = 60) -> Transaction:
    entries = entries_of({DAN: cents, CARD_CLEARING: -cents})
    return a_transaction(number, entries=entries, state=TransactionState.RESERVED, subject=PAYOUT)


async def test_what_is_about_a_payout_or_a_driver_is_found_by_it(storage: SqlStorage) -> None:
    first, second = a_transaction(1, subject=DRIVER), promised()
    third = reversal(first, id="txn_3", at=minutes_later(9))
    await add(storage, first, second, third, a_transaction(4))
    assert third.subject == DRIVER
    assert await storage.read(lambda unit: unit.ledger.of_subject(DRIVER)) == [first, third]
    assert await storage.read(lambda unit: unit.ledger.of_subject(PAYOUT)) == [second]
    other = Subject(SubjectKind.PROVIDER_ENTRY, "pay_1")
    assert await storage.read(lambda unit: unit.ledger.of_subject(other)) == []
    page = await storage.read(lambda unit: unit.ledger.statement(DAN, PageRequest(10)))
    assert {line.transaction_id: line.subject for line in page.items} == {
        "txn_1": DRIVER,
        "txn_2": PAYOUT,
        "txn_3": DRIVER,
        "txn_4": None,
    }


@pytest.mark.parametrize(
    "change", ["subject_id = 'pay_2'", "subject_id = NULL, subject_kind = NULL", "subject_kind = 'driver'"]
)
async def test_what_a_transaction_is_about_is_not_changed_when_it_is_posted(
    storage: SqlStorage, change: str
) -> None:
    await add(storage, a_transaction(1), promised())
    settled = "UPDATE ledger_transactions SET state = 'posted', settled_at = at"
    with pytest.raises(Exception, match="whole transactions"):
        await by_hand(storage, f"{settled}, {change} WHERE id = 'txn_2'")
    await by_hand(storage, f"{settled} WHERE id = 'txn_2'")


async def test_a_driver_is_handed_what_is_about_them_and_nobody_else_is(storage: SqlStorage) -> None:
    await add(storage, a_transaction(1, subject=DRIVER), a_transaction(2))
    for driver_id, found in (("drv_dan", 1), ("drv_dee", 0)):
        who = Person("usr_1", "", driver_id, frozenset())
        page = await storage.read(lambda unit, who=who: unit.personal_data.page(who, "money_moved", None, 9))
        assert len(page.rows) == found


async def test_a_reservation_that_moved_less_posts_that_and_releases_the_rest(storage: SqlStorage) -> None:
    await add(storage, a_transaction(1), promised())
    less = {DAN: 50, CARD_CLEARING: -50}
    made = await storage.write(lambda unit: unit.ledger.post_less(promised(), less, NOON))
    assert await storage.read(lambda unit: unit.ledger.balance(DAN)) == Balance(-50)
    assert await storage.read(lambda unit: unit.ledger.of_subject(PAYOUT)) == [
        made,
        attrs.evolve(promised(), state=TransactionState.VOIDED, settled_at=NOON),
    ]
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.ledger.post_less(promised(), less, NOON))
    assert (await check(storage)).in_order


async def test_more_than_was_reserved_is_never_posted_and_nothing_is_released(storage: SqlStorage) -> None:
    await add(storage, a_transaction(1), promised())
    with pytest.raises(MoreThanReserved):
        await storage.write(
            lambda unit: unit.ledger.post_less(promised(), {DAN: 61, CARD_CLEARING: -61}, NOON)
        )
    posted = await storage.write(lambda unit: unit.ledger.settle(promised(), TransactionMove.POST, NOON))
    with pytest.raises(IllegalMove):
        await storage.write(lambda unit: unit.ledger.post_less(posted, {DAN: 1, CARD_CLEARING: -1}, NOON))
    assert await storage.read(lambda unit: unit.ledger.balance(DAN)) == Balance(-40)


async def test_every_kind_and_state_is_taken_beside_rows_of_others(storage: SqlStorage) -> None:
    number = 0
    for kind in TransactionKind:
        for state in TransactionState:
            number += 1
            settled = NOON if state is TransactionState.VOIDED else None
            await add(storage, a_transaction(number, kind=kind, state=state, settled_at=settled))
    assert (await check(storage)).transactions == number


async def test_a_kind_of_a_later_release_needs_no_change_of_a_table_with_rows(storage: SqlStorage) -> None:
    """On SQLite a list of words could not be made longer: entries and triggers hang on the table."""
    await add(storage, a_transaction(1))
    enter = "INSERT INTO ledger_entries (transaction_id, account, amount_cents) VALUES ('txn_2', '{}', {})"
    await by_hand(
        storage,
        enter.format("card_clearing", 5),
        enter.format("driver:drv_dan", -5),
        "INSERT INTO ledger_transactions (id, kind, reference, at, state) "
        "SELECT 'txn_2', 'of_a_later_release', 'cause/2', at, state FROM ledger_transactions",
    )
    found = await check(storage)
    assert (found.transactions, found.unbalanced_transactions, found.sum_cents) == (2, 0, 0)
    assert found.wrong_accounts == ("driver:drv_dan",), "whoever enters it past us leaves the head behind"
