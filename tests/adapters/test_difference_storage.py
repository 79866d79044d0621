"""The rows of differences where two reconciliations run at once."""

from datetime import datetime, timedelta

import attrs
import pytest

from builders import NOON
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

EARLIER, LATER = NOON, NOON + timedelta(minutes=1)
"""When each of the two began."""
END = NOON + timedelta(minutes=5)
OF_THE_EARLIER = Difference(
    "dif_1", DifferenceKind.MISSING_HERE, DifferenceSubject.REFUND, EARLIER, EARLIER, EARLIER
)
OF_THE_LATER = attrs.evolve(OF_THE_EARLIER, created_at=LATER, seen_at=LATER)


async def note(storage: SqlStorage, found: Difference) -> bool:
    return await storage.write(lambda unit: unit.reconciliation.note(found))


async def close(storage: SqlStorage, *, seen_before: datetime) -> int:
    span = (EARLIER, END)
    return await storage.write(lambda unit: unit.reconciliation.close(EARLIER, span, seen_before, END))


async def listed(storage: SqlStorage) -> list[Difference]:
    page = await storage.read(lambda unit: unit.reconciliation.differences(PageRequest()))
    return list(page.items)


@pytest.mark.parametrize("first", [OF_THE_EARLIER, OF_THE_LATER])
async def test_what_both_runs_find_stays_open_whichever_notes_it_last(
    storage: SqlStorage, first: Difference
) -> None:
    second = OF_THE_LATER if first is OF_THE_EARLIER else OF_THE_EARLIER
    assert await note(storage, first)
    assert not await note(storage, second)
    for began in (EARLIER, LATER):
        assert await close(storage, seen_before=began) == 0
    (row,) = await listed(storage)
    assert (row.seen_at, row.created_at) == (LATER, first.created_at)


async def test_what_was_closed_and_is_found_again_was_seen_by_the_run_that_found_it(
    storage: SqlStorage,
) -> None:
    await note(storage, OF_THE_LATER)
    assert await close(storage, seen_before=END) == 1
    assert await note(storage, OF_THE_EARLIER)
    (row,) = await listed(storage)
    assert (row.seen_at, row.created_at) == (EARLIER, EARLIER)
