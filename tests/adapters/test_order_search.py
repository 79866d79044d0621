"""Administrators find orders by any part of what is written about them, however many orders there are."""

import asyncio
import sqlite3
import sys
import unicodedata
from contextlib import closing
from random import Random
from typing import Any

import attrs
import pytest
from sqlalchemy import insert, select, text, update

from adapters.conftest import Scene
from adapters.query_plans import plan_of
from builders import NOON, a_driver, a_paid_order, an_order
from haulage.kernel.errors import InvalidInput
from haulage.orders import Contact, OrderStatus, PaymentStatus
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.personal_data import Person
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.orders.search_texts import RewriteSearchTexts
from haulage_adapters.sql import order_search
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import drivers, order_texts, orders, quotes, users
from haulage_adapters.sql.triggers.order_texts import NEWEST

pytestmark = pytest.mark.anyio

sqlite_alone = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
postgresql_alone = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


async def found(storage: SqlStorage, typed: str, **others: Any) -> list[str]:
    page = await storage.read(lambda unit: unit.orders.list(OrderFilter(text=typed, **others), PageRequest()))
    return [order.id for order in page.items]


async def renamed(storage: SqlStorage, table: Any, id: str, **names: str) -> None:
    async with storage.engine.writing.begin() as connection:
        await connection.execute(update(table).where(table.c.id == id).values(**names))


@pytest.fixture
async def orders_with_desks(scene: Scene) -> Scene:
    texts = (
        "A 100% oak desk_top",
        'The "Café" sign, AND more',
        "ÉCOLE desk",
        "back\\slash/es and (parts) * ^ - : NEAR",
    )
    await scene.orders(an_order(f"ord_{n}", items_description=each) for n, each in enumerate(texts, 1))
    return scene


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("OAK", ["ord_1"]),
        ("oak desk", ["ord_1"]),
        ("desk", ["ord_3", "ord_1"]),
        ("0% o", ["ord_1"]),
        ("0_ o", []),
        ("o%k", []),
        ("k_t", ["ord_1"]),
        ('"café"', ["ord_2"]),
        ("Café", ["ord_2"]),
        ("cafe", []),
        ("ÉCOLE", ["ord_3"]),
        ("École", ["ord_3"]),
        ("and more", ["ord_2"]),
        ("more and", []),
        ("back\\slash", ["ord_4"]),
        ("h/es", ["ord_4"]),
        ("(parts) * ^ - : near", ["ord_4"]),
        ("oak*", []),
        ("-oak", []),
        ("ord_2", ["ord_2"]),
        ("ord_", []),
        ("zzzzz", []),
        ("d" * 100, []),
    ],
)
async def test_text_is_found_as_it_stands_in_any_case(
    typed: str, ids: list[str], orders_with_desks: Scene, storage: SqlStorage
) -> None:
    assert await found(storage, typed) == ids


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("%", ["ord_1"]),
        ("0%", ["ord_1"]),
        ("/E", ["ord_4"]),
        ("fé", ["ord_2"]),
        ('"', ["ord_2"]),
        ("zq", []),
        ("AD", ["ord_4", "ord_3", "ord_2", "ord_1"]),
    ],
)
async def test_one_or_two_characters_are_looked_for_too(
    typed: str, ids: list[str], orders_with_desks: Scene, storage: SqlStorage
) -> None:
    assert await found(storage, typed) == ids


async def test_no_text_is_found_across_two_parts_of_an_order(scene: Scene, storage: SqlStorage) -> None:
    await scene.order(an_order(items_description="A cup", contact=Contact("Board Walker", "+12125550100")))
    assert await found(storage, "cup") == ["ord_1"]
    assert await found(storage, "board") == ["ord_1"]
    assert await found(storage, "cupboard") == []


async def test_customers_and_drivers_are_found_by_what_they_are_called_now(
    scene: Scene, storage: SqlStorage
) -> None:
    await scene.order(an_order())
    await scene.order(a_paid_order("ord_2", number=10_001, quote_id="qte_2", customer_id="usr_3"))
    await renamed(storage, users, "usr_1", name="Zora Quill", email="zora@quill.example")
    assert await found(storage, "zora quill") == await found(storage, "zora@quill") == ["ord_1"]
    await renamed(storage, users, "usr_1", name="Una Vale")
    assert await found(storage, "zora quill") == []
    assert await found(storage, "una vale") == ["ord_1"]
    await renamed(storage, drivers, "drv_2", name="Xavier Yew")
    assert await found(storage, "xavier") == []
    await storage.write(lambda unit: _assigned(unit, "ord_2", "drv_2"))
    assert await found(storage, "xavier") == ["ord_2"]
    await renamed(storage, drivers, "drv_2", name="Quentin Oz", email="oz@yew.example")
    assert await found(storage, "xavier") == []
    assert await found(storage, "oz@yew") == await found(storage, "QUENTIN") == ["ord_2"]
    async with storage.engine.writing.begin() as connection:
        await connection.execute(
            update(orders).where(orders.c.id == "ord_2").values(status=OrderStatus.PENDING, driver_id=None)
        )
    assert await found(storage, "quentin") == []


async def _assigned(unit: UnitOfWork, order_id: str, driver_id: str) -> None:
    order = await unit.orders.get(order_id)
    assert order is not None
    after = attrs.evolve(order, status=OrderStatus.ASSIGNED, driver_id=driver_id, assigned_at=NOON)
    await unit.orders.save(order, after)


async def test_what_is_found_comes_newest_first_in_pages(scene: Scene, storage: SqlStorage) -> None:
    await scene.orders(an_order(f"ord_{n}", items_description="desk" if n % 3 else "chair") for n in range(9))
    seen, cursor = [], None
    while True:
        page = await storage.read(
            lambda unit, cursor=cursor: unit.orders.list(OrderFilter(text="desk"), PageRequest(4, cursor))
        )
        seen += [order.id for order in page.items]
        cursor = page.next
        if cursor is None:
            break
    assert seen == ["ord_8", "ord_7", "ord_5", "ord_4", "ord_2", "ord_1"]
    for wrong in (PageRequest(0), PageRequest(5, "x")):
        with pytest.raises(InvalidInput):
            await storage.read(lambda unit, wrong=wrong: unit.orders.list(OrderFilter(text="desk"), wrong))


async def test_searching_narrows_with_the_other_filters(scene: Scene, storage: SqlStorage) -> None:
    await scene.orders(
        an_order(f"ord_{n}", items_description="desk", customer_id=f"usr_{n % 2 + 1}") for n in range(4)
    )
    assert await found(storage, "desk", customer_id="usr_1") == ["ord_2", "ord_0"]
    assert await found(storage, "ord_1", customer_id="usr_1") == []
    assert await found(storage, "desk", driver_id="drv_1") == []
    assert await found(storage, "desk", status=OrderStatus.PENDING, created_until=NOON) == []
    counted = await storage.read(lambda unit: unit.orders.count_by_status(OrderFilter(text="desk")))
    assert counted[OrderStatus.PENDING] == 4


@pytest.mark.new_database
@pytest.mark.parametrize("typed", ["desk", "zq"])
async def test_an_index_finds_what_the_newest_texts_have_not(
    typed: str, scene: Scene, storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_search, "NEWEST", 1)
    await scene.orders(an_order(f"ord_{n}", items_description="desk zqu") for n in (1, 2, 3))
    query_plan = await plan_of(storage, lambda unit: unit.orders.list(OrderFilter(text=typed), PageRequest()))
    if storage.engine.writing.dialect.name == "sqlite":
        assert "SCAN order_search VIRTUAL TABLE" in query_plan
        assert "TEMP B-TREE" not in query_plan
    else:
        assert "ix_order_texts_trigrams" in query_plan
    assert "SCAN orders\n" not in query_plan + "\n"
    assert "Seq Scan on orders" not in query_plan


@pytest.mark.new_database
@pytest.mark.parametrize("whose", ["customer_id", "driver_id", "status"])
async def test_the_newest_of_some_orders_are_found_by_an_index(
    whose: str, scene: Scene, storage: SqlStorage
) -> None:
    of = {"customer_id": "usr_1", "driver_id": "drv_1", "status": OrderStatus.PENDING}
    some = OrderFilter(text="desk", **{whose: of[whose]})
    query_plan = await plan_of(storage, lambda unit: unit.orders.list(some, PageRequest()))
    assert f"ix_orders_{whose}_number" in query_plan
    assert "TEMP B-TREE" not in query_plan


ALPHABET = "abzAZ é%_\"'\\*éÉßİKωΩ鍵"
"""With what LIKE, FTS5 and tsquery read as their own, and letters whose cases databases know differently."""


async def test_an_index_finds_what_reading_every_text_finds(
    scene: Scene, storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(7)
    said = ["".join(chance.choices(ALPHABET, k=chance.randint(1, 30))) for _ in range(12)]
    await scene.orders(an_order(f"ord_{n}", items_description=each) for n, each in enumerate(said))
    typed = sorted({each[:length].strip() for each in said for length in (1, 2, 3, 5)} - {""})
    monkeypatch.setattr(order_search, "NEWEST", 1_000)
    read = [await found(storage, text) for text in typed]
    monkeypatch.setattr(order_search, "NEWEST", 2)
    assert [await found(storage, text) for text in typed] == read


async def test_what_too_many_trigrams_begin_with_is_found_by_reading(
    orders_with_desks: Scene, storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_search, "NEWEST", 1)
    monkeypatch.setattr(order_search, "MOST_BEGUN", 1)
    assert await found(storage, "de") == ["ord_3", "ord_1"]


def test_fts5_makes_of_a_character_none_but_one_of_its_cases() -> None:
    """All there are: what is typed is looked for in each of these cases."""
    assigned = (chr(number) for number in range(sys.maxunicode + 1))
    characters = [each for each in assigned if unicodedata.category(each) not in ("Cs", "Cn")]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='trigram')")
        connection.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(texts, 'instance')")
        rows = ((ord(each), f"{each}..") for each in characters)
        connection.executemany("INSERT INTO texts (rowid, text) VALUES (?, ?)", rows)
        made = connection.execute("SELECT doc, term FROM terms").fetchall()
    assert len(made) >= len(characters) - 1
    assert [doc for doc, term in made if term[0] not in order_search.cases_of(chr(doc))] == []


@sqlite_alone
async def test_nothing_of_an_erased_name_stays_in_the_index(scene: Scene, storage: SqlStorage) -> None:
    """Its parts are of three letters each: the Greek one is in those of this name alone."""
    await scene.order(an_order(contact=Contact("Ωmega Jones", "+12125550100")))
    await scene.order(an_order("ord_2", number=10_001, quote_id="qte_2", customer_id="usr_3"))
    assert "ω" in await _index(storage)
    ann = Person("usr_1", "acc_1", "drv_1", frozenset({"acc_1@example.com"}))
    await storage.write(lambda unit: unit.personal_data.erase(ann, NOON))
    await storage.scrub()
    assert "ω" not in await _index(storage)
    assert await found(storage, "mega jones") == []
    assert await found(storage, "chair") == ["ord_2"]
    await storage.scrub()
    assert await found(storage, "erased") == ["ord_1"]


@sqlite_alone
async def test_a_file_is_written_anew_without_the_erased_name_in_its_index(
    scene: Scene, storage: SqlStorage
) -> None:
    await scene.order(an_order(contact=Contact("Ωmega Jones", "+12125550100")))
    ann = Person("usr_1", "acc_1", None, frozenset({"acc_1@example.com"}))
    await storage.write(lambda unit: unit.personal_data.erase(ann, NOON))
    assert "ω" in await _index(storage)
    assert await storage.engine.rewrite()
    assert "ω" not in await _index(storage)


async def _index(storage: SqlStorage) -> str:
    async with storage.engine.reading.connect() as connection:
        blocks = (await connection.execute(text("SELECT block FROM order_search_data"))).scalars().all()
    return b"".join(blocks).decode(errors="replace")


@postgresql_alone
async def test_an_order_that_is_booked_while_its_customer_is_renamed_has_the_new_name(
    scene: Scene, storage: SqlStorage
) -> None:
    async with storage.engine.writing.begin() as renaming:
        await renaming.execute(update(users).where(users.c.id == "usr_1").values(name="Zora Quill"))
        booking = asyncio.create_task(scene.order(an_order()))
        async with asyncio.timeout(10), storage.engine.reading.connect() as watching:
            while not await watching.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
                assert not booking.done(), "it waits for the name"
    await booking
    async with storage.engine.reading.connect() as connection:
        (written,) = (await connection.execute(select(order_texts.c.text))).scalars()
    assert "zora quill" in written


@postgresql_alone
@pytest.mark.parametrize("first", ["customer", "driver"])
async def test_a_customer_and_a_driver_who_are_renamed_at_once_both_have_new_names(
    first: str, scene: Scene, storage: SqlStorage
) -> None:
    await scene.order(a_paid_order(customer_id="usr_1"))
    await storage.write(lambda unit: _assigned(unit, "ord_1", "drv_2"))
    people = [(users, "usr_1", "Zora Quill"), (drivers, "drv_2", "Xavier Yew")]
    (table, id, name), (other_table, other_id, other_name) = people if first == "customer" else people[::-1]
    async with storage.engine.writing.begin() as renaming:
        await renaming.execute(update(table).where(table.c.id == id).values(name=name))
        other = asyncio.create_task(renamed(storage, other_table, other_id, name=other_name))
        async with asyncio.timeout(10), storage.engine.reading.connect() as watching:
            while not await watching.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
                assert not other.done(), "it waits for the text"
    await other
    async with storage.engine.reading.connect() as connection:
        (written,) = (await connection.execute(select(order_texts.c.text))).scalars()
    assert "zora quill" in written
    assert "xavier yew" in written


MANY = NEWEST * 2 + 50


async def many_orders(storage: SqlStorage, scene: Scene, driver_id: str | None = None) -> None:
    """Of one customer, delivered by one driver, who is called as it was when they were booked."""
    await scene.order(an_order())
    ended = (
        {"status": OrderStatus.PENDING}
        if driver_id is None
        else {"status": OrderStatus.COMPLETED, "payment_status": PaymentStatus.PAID, "driver_id": driver_id}
    )
    async with storage.engine.writing.begin() as connection:
        quote = dict((await connection.execute(select(quotes))).mappings().one())
        order = dict((await connection.execute(select(orders))).mappings().one()) | ended
        places = range(1, MANY)
        await connection.execute(insert(quotes), [quote | {"id": f"qte_of_{n}"} for n in places])
        copies = [{"id": f"ord_of_{n}", "number": 20_000 + n, "quote_id": f"qte_of_{n}"} for n in places]
        await connection.execute(insert(orders), [order | copy for copy in copies])


async def texts(storage: SqlStorage) -> list[str]:
    """Of all orders, oldest first."""
    async with storage.engine.reading.connect() as connection:
        found = await connection.execute(select(order_texts.c.text).order_by(order_texts.c.number))
        return list(found.scalars())


async def test_who_has_many_orders_is_renamed_at_once_in_the_newest_and_in_batches_in_the_others(
    scene: Scene, storage: SqlStorage
) -> None:
    await many_orders(storage, scene)
    await renamed(storage, users, "usr_1", name="Zora Quill")
    assert ["zora quill" in each for each in await texts(storage)] == [False] * (MANY - NEWEST) + [
        True
    ] * NEWEST
    async with storage.engine.writing.begin() as connection:
        old = update(orders).where(orders.c.number == an_order().number)
        await connection.execute(old.values(contact_name="Una Vale"))
    assert "una vale" not in (await texts(storage))[0], "a batch writes it, once"
    await RewriteSearchTexts(storage)()
    written = await texts(storage)
    assert all("zora quill" in each for each in written)
    assert "una vale" in written[0]
    async with storage.engine.writing.begin() as connection:
        await connection.execute(old.values(contact_name="Omar Tuck"))
    assert "omar tuck" in (await texts(storage))[0]


async def test_a_driver_who_is_renamed_again_meanwhile_has_the_last_name_in_every_order(
    scene: Scene, storage: SqlStorage
) -> None:
    await many_orders(storage, scene, "drv_2")
    await renamed(storage, drivers, "drv_2", name="Xavier Yew")
    assert await storage.write(lambda unit: unit.orders.rewrite_search_texts(10))
    await renamed(storage, drivers, "drv_2", name="Quentin Oz")
    await RewriteSearchTexts(storage)()
    written = await texts(storage)
    assert ["quentin oz" in each for each in written] == [False] + [True] * (MANY - 1)
    assert not any("xavier" in each for each in written)
    assert not await storage.write(lambda unit: unit.orders.rewrite_search_texts(10)), "nobody is left"


@postgresql_alone
async def test_a_batch_waits_for_the_change_of_an_order_that_is_left_to_it(
    scene: Scene, storage: SqlStorage
) -> None:
    await many_orders(storage, scene)
    await renamed(storage, users, "usr_1", name="Zora Quill")
    async with storage.engine.writing.begin() as changing:
        old = update(orders).where(orders.c.number == an_order().number)
        await changing.execute(old.values(contact_name="Una Vale"))
        rewriting = asyncio.create_task(RewriteSearchTexts(storage)())
        async with asyncio.timeout(10), storage.engine.reading.connect() as watching:
            while not await watching.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
                assert not rewriting.done(), "it waits for the change"
    await rewriting
    assert "una vale" in (await texts(storage))[0]


async def test_drivers_without_orders_change_no_text(scene: Scene, storage: SqlStorage) -> None:
    await scene.order(an_order())
    await scene.driver(a_driver("drv_9", user_id="usr_3"))
    await renamed(storage, drivers, "drv_9", name="Nobody's Driver")
    assert await found(storage, "nobody") == []
