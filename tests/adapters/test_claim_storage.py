"""What the store of claims promises, on SQLite and PostgreSQL."""

import asyncio
from datetime import datetime
from typing import Any

import attrs
import pytest

from adapters.conftest import Scene
from builders import NOON, a_payment, an_order, minutes_later
from haulage.claims import Claim, ClaimKind, ClaimParty, ClaimState, ClaimStatement
from haulage.claims.claim import decline, withdraw
from haulage.kernel.errors import Conflict
from haulage.payments.payment import request_refund, submit, succeed
from haulage.ports.storage.claims import ClaimFilter, ClaimPhoto
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.proofs import PhotoFacts
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

ALL = PageRequest(10)
EVERY = ClaimFilter()
FACTS = PhotoFacts("a" * 64, 2_000, 640, 480)


def a_claim(number: int = 0, at: datetime = NOON, **changes: Any) -> Claim:
    claim = Claim(
        f"clm_{number}",
        f"ord_{number}",
        "usr_1",
        "drv_1",
        ClaimKind.DAMAGE,
        "A leg is broken. \U0001fa91",
        "The chair",
        10_00,
        at,
    )
    return attrs.evolve(claim, **changes)


def declined(claim: Claim) -> Claim:
    return decline(claim, "It was so before.", by="usr_3", now=minutes_later(5))


@pytest.fixture
async def orders(scene: Scene) -> None:
    """Three, by number."""
    await scene.orders(an_order(f"ord_{number}") for number in range(3))


async def keep(storage: SqlStorage, *claims: Claim) -> None:
    async def add(unit: UnitOfWork) -> None:
        for claim in claims:
            await unit.claims.add(claim)

    await storage.write(add)


@pytest.mark.usefixtures("orders")
async def test_a_claim_comes_back_equal_by_its_id_and_by_its_order(storage: SqlStorage) -> None:
    first, second = a_claim(), a_claim(1, minutes_later(1), order_id="ord_0", kind=ClaimKind.LATE)
    await keep(storage, second, first)
    assert await storage.read(lambda unit: unit.claims.get("clm_0")) == first
    assert await storage.read(lambda unit: unit.claims.of_order("ord_0")) == [first, second]
    assert await storage.read(lambda unit: unit.claims.get("clm_x")) is None
    assert await storage.read(lambda unit: unit.claims.of_order("ord_1")) == []


@pytest.mark.usefixtures("orders")
async def test_a_kind_is_claimed_once_however_many_say_so_at_once_until_it_is_withdrawn(
    storage: SqlStorage,
) -> None:
    tried = [keep(storage, a_claim(id=f"clm_{number}")) for number in range(5)]
    came = await asyncio.gather(*tried, return_exceptions=True)
    assert sorted(str(type(each)) for each in came if each) == [str(Conflict)] * 4
    (claim,) = await storage.read(lambda unit: unit.claims.of_order("ord_0"))
    gone = withdraw(claim, by="usr_1", now=minutes_later(1))
    await storage.write(lambda unit: unit.claims.save(claim, gone))
    await keep(storage, a_claim(9, order_id="ord_0"))


@pytest.mark.usefixtures("orders")
async def test_a_decision_comes_back_equal_and_a_second_one_is_refused(storage: SqlStorage) -> None:
    claim = a_claim()
    await keep(storage, claim)
    decided = await storage.write(lambda unit: unit.claims.save(claim, declined(claim)))
    assert decided == attrs.evolve(declined(claim), version=2)
    assert await storage.read(lambda unit: unit.claims.get(claim.id)) == decided
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.claims.save(claim, declined(claim)))


@pytest.mark.usefixtures("orders")
async def test_the_database_refuses_what_no_claim_can_be(storage: SqlStorage) -> None:
    for wrong in (
        a_claim(closed_at=NOON),
        a_claim(state=ClaimState.DECLINED),
        a_claim(state=ClaimState.REFUNDED, closed_at=NOON, refunded_cents=1),
        a_claim(state=ClaimState.REFUNDED, closed_at=NOON, refund_id="rfd_1"),
        a_claim(requested_cents=-1),
    ):
        with pytest.raises(DatabaseRefused):
            await keep(storage, wrong)


@pytest.mark.usefixtures("orders")
async def test_claims_are_listed_undecided_first_page_by_page_and_narrowed(storage: SqlStorage) -> None:
    claims = [
        a_claim(0),
        a_claim(1, minutes_later(1), kind=ClaimKind.LATE),
        a_claim(2, minutes_later(2), state=ClaimState.ANSWERED),
    ]
    await keep(storage, *claims)
    await storage.write(lambda unit: unit.claims.save(claims[1], declined(claims[1])))

    async def found(wanted: ClaimFilter, page: PageRequest = ALL) -> list[str]:
        listed = await storage.read(lambda unit: unit.claims.list(wanted, page))
        return [each.claim.id for each in listed.items]

    for limit in (1, 2, 10):
        page, ids = PageRequest(limit), []
        while True:
            listed = await storage.read(lambda unit, page=page: unit.claims.list(EVERY, page))  # type: ignore[misc]
            ids += [each.claim.id for each in listed.items]
            if listed.next is None:
                break
            page = PageRequest(limit, listed.next)
        assert ids == ["clm_0", "clm_2", "clm_1"], "what is decided comes last"
    assert await found(ClaimFilter(undecided=True)) == ["clm_0", "clm_2"]
    assert await found(ClaimFilter(state=ClaimState.ANSWERED)) == ["clm_2"]
    assert await found(ClaimFilter(kind=ClaimKind.LATE)) == ["clm_1"]
    assert await found(ClaimFilter(driver_id="drv_x")) == []


@pytest.mark.usefixtures("orders")
@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("10002", ["clm_2"]),
        ("#10002", ["clm_2"]),
        ("floor lamp", ["clm_1"]),
        ("Dee", ["clm_0", "clm_1", "clm_2"]),
        ("no_such", []),
        ("%", []),
        ("9" * 30, []),
    ],
)
async def test_claims_are_found_by_order_number_item_and_name(
    storage: SqlStorage, text: str, ids: list[str]
) -> None:
    await keep(
        storage, a_claim(0), a_claim(1, minutes_later(1), item="Floor LAMP"), a_claim(2, minutes_later(2))
    )
    listed = await storage.read(lambda unit: unit.claims.list(ClaimFilter(text=text), ALL))
    assert [each.claim.id for each in listed.items] == ids


@pytest.mark.usefixtures("orders")
async def test_the_list_tells_driver_number_and_what_is_left_to_give_back(
    storage: SqlStorage,
) -> None:
    paid = succeed(submit(a_payment(order_id="ord_0"), NOON), 1_08, NOON)

    async def add(unit: UnitOfWork) -> None:
        await unit.payments.add(paid)
        await unit.payments.save(paid, request_refund(paid, 1_00, NOON))

    await storage.write(add)
    await keep(storage, a_claim(0), a_claim(1))
    listed = (await storage.read(lambda unit: unit.claims.list(EVERY, ALL))).items
    by_id = {each.claim.id: each for each in listed}
    assert by_id["clm_0"].refundable_cents == paid.amount_cents - 1_00
    assert by_id["clm_1"].refundable_cents == 0
    assert (by_id["clm_1"].order_number, by_id["clm_1"].driver_name) == (10_001, "Dee Driver")


@pytest.mark.usefixtures("orders")
async def test_statements_and_photos_come_back_in_their_order(storage: SqlStorage) -> None:
    claim = a_claim()
    await keep(storage, claim)
    said = [
        ClaimStatement(f"cst_{number}", claim.id, ClaimParty.DRIVER, "Words.", minutes_later(number))
        for number in range(2)
    ]
    photos = [
        ClaimPhoto(
            f"cph_{n}", "ord_0", "usr_1", ClaimParty.CUSTOMER, f"p{n}", "b" * 64, FACTS, minutes_later(n)
        )
        for n in range(2)
    ]
    used = attrs.evolve(photos[0], claim_id=claim.id, stored_at=NOON)

    async def add(unit: UnitOfWork) -> None:
        for statement in reversed(said):
            await unit.claims.add_statement(statement)
        for photo in photos:
            await unit.claims.add_photo(photo)
        await unit.claims.save_photo(attrs.evolve(used, claim_id=None))
        await unit.claims.attach_photo(used.id, claim.id)

    await storage.write(add)
    assert await storage.read(lambda unit: unit.claims.statements([claim.id])) == said
    assert await storage.read(lambda unit: unit.claims.photos([claim.id])) == [used]
    assert await storage.read(lambda unit: unit.claims.photos_of_user("usr_1")) == [used, photos[1]]
    assert await storage.read(lambda unit: unit.claims.photo("usr_1", "p1")) == photos[1]
    assert await storage.read(lambda unit: unit.claims.photo_by_id("cph_0")) == used
    assert await storage.read(lambda unit: unit.claims.count_photos("ord_0", "usr_1")) == 2
    late = minutes_later(9)
    assert await storage.read(lambda unit: unit.claims.photos_before(late, 9, used=True)) == [used]
    assert await storage.read(lambda unit: unit.claims.photos_before(late, 9, used=False)) == [photos[1]]
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.claims.add_photo(attrs.evolve(photos[1], id="cph_9")))
    await storage.write(lambda unit: unit.claims.forget_photo("cph_1"))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.claims.save_photo(photos[1]))
