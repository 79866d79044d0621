"""Lists come in pages that stay in place while rows are added."""

import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from builders import NOON, a_paid_order, an_order, minutes_later
from haulage.kernel.errors import InvalidInput
from haulage.orders import Order
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio


def _forged(*parts: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


async def _page(storage: SqlStorage, wanted: OrderFilter, request: PageRequest) -> Page[Order]:
    return await storage.read(lambda unit: unit.orders.list(wanted, request))


async def _nothing() -> None:
    """What happens between two pages of a list at rest."""


async def _all(
    storage: SqlStorage,
    wanted: OrderFilter,
    limit: int,
    between: Callable[[], Awaitable[object]] = _nothing,
) -> list[str]:
    found: list[str] = []
    request = PageRequest(limit)
    while True:
        page = await _page(storage, wanted, request)
        found += [order.id for order in page.items]
        if page.next is None:
            return found
        await between()
        request = PageRequest(limit, page.next)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
async def test_pages_together_are_the_whole_list(scene: Any, storage: SqlStorage, limit: int) -> None:
    """Three of the seven are of one instant."""
    await scene.orders(an_order(f"ord_{n}", created_at=minutes_later(max(n, 2))) for n in range(7))
    assert await _all(storage, OrderFilter(), limit) == [f"ord_{n}" for n in reversed(range(7))]


@pytest.mark.parametrize("limit", [1, 3, 7])
async def test_the_available_list_is_paged_oldest_first(scene: Any, storage: SqlStorage, limit: int) -> None:
    await scene.orders(a_paid_order(f"ord_{n}", created_at=minutes_later(max(n, 2))) for n in range(7))
    assert await _all(storage, OrderFilter(available=True), limit) == [f"ord_{n}" for n in range(7)]


async def test_rows_added_while_paging_shift_nothing(scene: Any, storage: SqlStorage) -> None:
    await scene.orders(an_order(f"ord_{n}", created_at=minutes_later(n)) for n in range(5))
    numbers = iter(range(50, 60))

    async def add_one_at_the_top() -> None:
        n = next(numbers)
        order = an_order(f"ord_{n}", number=10_000 + n, quote_id=f"qte_{n}", created_at=minutes_later(n))
        await scene.order(order)

    assert await _all(storage, OrderFilter(), 2, add_one_at_the_top) == [f"ord_{n}" for n in (4, 3, 2, 1, 0)]


async def test_a_full_last_page_has_no_cursor(scene: Any, storage: SqlStorage) -> None:
    await scene.orders(an_order(f"ord_{n}") for n in range(2))
    assert (await _page(storage, OrderFilter(), PageRequest(2))).next is None
    assert await _page(storage, OrderFilter(driver_id="drv_1"), PageRequest(2)) == Page([], None)


@pytest.mark.parametrize("limit", [0, -1, MAX_PAGE + 1, 10**30])
async def test_a_limit_outside_the_bounds_is_refused(storage: SqlStorage, limit: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        await _page(storage, OrderFilter(), PageRequest(limit))
    assert refused.value.field == "limit"


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "!!!!",
        "é",
        "AAAA",
        "9" * 5000,
        _forged(),
        _forged("2026-01-01T00:00:00+00:00"),
        _forged("2026-01-01T00:00:00", "ord_1"),
        _forged("2026-01-01T00:00:00+00:00", 7),
        _forged("2026-01-01T00:00:00+00:00", "a\0b"),
        _forged("2026-01-01T00:00:00+00:00", "\ud800"),
        _forged("0001-01-01T00:00:00+14:00", "ord_1"),
        _forged("yesterday", "ord_1"),
        _forged({"at": 1}, ["ord_1"]),
        base64.urlsafe_b64encode(b"[" * 200).decode(),
    ],
)
async def test_a_cursor_that_no_page_gave_is_refused(storage: SqlStorage, cursor: str) -> None:
    for wanted in (OrderFilter(), OrderFilter(available=True)):
        with pytest.raises(InvalidInput) as refused:
            await _page(storage, wanted, PageRequest(cursor=cursor))
        assert refused.value.field == "cursor"


async def test_a_filter_that_no_time_can_be_before_finds_nothing(storage: SqlStorage) -> None:
    wanted = OrderFilter(created_from=NOON, created_until=NOON)
    assert await _page(storage, wanted, PageRequest()) == Page([], None)
