"""Hostile and extreme values are kept exactly or refused, never changed and never half-kept."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders import NOON, a_quote, an_order, minutes_later
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Place, Point
from haulage.kernel.money import MAX_CENTS
from haulage.orders import Contact, Order
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

HOSTILE = [
    "'; DROP TABLE orders; --",
    'Robert"); DROP TABLE students;--',
    "%s %(name)s {0} :id ? $1 \\",
    "ünïcödé 🛋️ 沙发 أريكة",
    "\u202eevil\u2066",
    "line\nbreak\r\ttab \x01\x7f",
    "e\u0301 is not \u00e9",
    " spaces kept ",
    "\ufffd\uffff\U0010ffff",
    "x" * 2000,
]


async def _kept(storage: SqlStorage, before: Order, **changes: Any) -> tuple[Order, Order | None]:
    """What was stored and what came back."""
    after = attrs.evolve(before, **changes)
    saved = await storage.write(lambda unit: unit.orders.save(before, after))
    return saved, await storage.read(lambda unit: unit.orders.get(before.id))


async def test_hostile_text_comes_back_as_it_was(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(an_order())
    for text in HOSTILE:
        contact = Contact(text[:200], text[:32])
        order, stored = await _kept(storage, order, items_description=text, contact=contact)
        assert stored == order


async def test_hostile_text_in_json_comes_back_as_it_was(scene: Any, storage: SqlStorage) -> None:
    quote = a_quote(special_requirements=tuple(HOSTILE))
    await storage.write(lambda unit: unit.quotes.add(quote))
    assert await storage.read(lambda unit: unit.quotes.get(quote.id)) == quote


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x" * 2001])
async def test_text_that_cannot_be_kept_is_refused(scene: Any, storage: SqlStorage, text: str) -> None:
    order = await scene.order(an_order())
    with pytest.raises(InvalidInput):
        await _kept(storage, order, items_description=text)
    assert await storage.read(lambda unit: unit.orders.get(order.id)) == order


@pytest.mark.parametrize("id", ["ord_1' OR '1'='1", "a\0b", "\ud800", "x" * 5000, ""])
async def test_looking_for_an_impossible_id_finds_nothing_or_is_refused(
    scene: Any, storage: SqlStorage, id: str
) -> None:
    await scene.order(an_order())
    try:
        found = await storage.read(lambda unit: unit.orders.get(id))
    except InvalidInput:
        found = None
    assert found is None


async def test_the_largest_amount_is_kept(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(an_order())
    saved, stored = await _kept(storage, order, price_cents=MAX_CENTS)
    assert stored == saved


@pytest.mark.parametrize(
    "when",
    [
        datetime(1970, 1, 1, tzinfo=UTC),
        datetime(9000, 12, 30, 23, 59, 59, 999_999, tzinfo=UTC),
        datetime(2026, 3, 8, 2, 30, 0, 1, tzinfo=timezone(timedelta(hours=-5))),
        datetime(2026, 11, 1, 1, 30, tzinfo=timezone(timedelta(hours=14))),
    ],
)
async def test_an_instant_comes_back_equal_and_in_utc(
    scene: Any, storage: SqlStorage, when: datetime
) -> None:
    order = await scene.order(an_order())
    saved, stored = await _kept(storage, order, paid_at=when)
    assert stored == saved
    assert stored is not None
    assert stored.paid_at is not None
    assert stored.paid_at.tzinfo is UTC


async def test_a_time_without_an_offset_is_refused(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(an_order())
    with pytest.raises(InvalidInput, match="offset"):
        await _kept(storage, order, paid_at=datetime(2026, 1, 1))  # noqa: DTZ001 - the point of the test
    assert await storage.read(lambda unit: unit.orders.get(order.id)) == order


async def test_a_refused_value_does_not_spoil_the_unit(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(an_order())

    async def try_twice(unit: Any) -> None:
        with pytest.raises(InvalidInput):
            await unit.orders.save(order, attrs.evolve(order, items_description="a\0b"))
        await unit.orders.save(order, attrs.evolve(order, items_description="fine"))

    await storage.write(try_twice)


@pytest.mark.parametrize("value", ["0", "0.1", "1E+3", "1E-20", "99999999999999999999.999999999", "-0"])
async def test_a_decimal_comes_back_exactly(scene: Any, storage: SqlStorage, value: str) -> None:
    order = await scene.order(an_order())
    saved, stored = await _kept(storage, order, weight_pounds=Decimal(value))
    assert stored == saved


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1E+100", "1E-100"])
async def test_a_decimal_that_is_no_quantity_is_refused(scene: Any, storage: SqlStorage, value: str) -> None:
    order = await scene.order(an_order())
    with pytest.raises(InvalidInput):
        await _kept(storage, order, weight_pounds=Decimal(value))


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**63, 10**30])
async def test_a_number_out_of_range_is_refused(scene: Any, storage: SqlStorage, number: int) -> None:
    order = await scene.order(an_order())
    with pytest.raises(InvalidInput):
        await _kept(storage, order, estimated_minutes=number)
    with pytest.raises(InvalidInput):
        await storage.read(lambda unit: unit.orders.get_by_number(number))
    with pytest.raises(InvalidInput):
        await storage.read(lambda unit: unit.orders.events_after(order.id, number, 10))


async def test_a_window_beyond_the_last_year_is_refused(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(an_order())
    with pytest.raises(InvalidInput, match="scheduled_time"):
        await _kept(storage, order, scheduled_time=datetime.max.replace(tzinfo=UTC))


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=32)
PLACES = st.builds(
    Place,
    point=st.builds(Point, lat=st.floats(-90, 90), lng=st.floats(-180, 180)),
    address=WORDS.filter(str.strip),
)
INSTANTS = st.datetimes(datetime(1970, 1, 2), datetime(9000, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.fixed_dictionaries(
        {
            "pickup": PLACES,
            "dropoff": PLACES,
            "contact": st.builds(Contact, name=WORDS, phone=WORDS),
            "weight_pounds": st.decimals(0, 10**6, places=6),
            "distance_miles": st.decimals(0, 10**4, places=9),
            "estimated_minutes": st.integers(0, 100_000),
            "price_cents": st.integers(0, MAX_CENTS),
            "scheduled_time": st.none() | INSTANTS,
            "paid_at": st.none() | INSTANTS,
        }
    )
)
async def test_any_order_comes_back_equal(scene: Any, storage: SqlStorage, changes: dict[str, Any]) -> None:
    before = await storage.read(lambda unit: unit.orders.get("ord_1")) or await scene.order(an_order())
    saved, stored = await _kept(storage, before, **changes, updated_at=minutes_later(1, NOON))
    assert stored == saved
