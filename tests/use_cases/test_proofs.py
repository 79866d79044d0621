"""Proofs of delivery beside what else ends a delivery, and what is left of them once they are erased."""

import asyncio
from datetime import timedelta

import pytest

from haulage.deliveries import ActionKind, Outcome
from haulage.kernel.errors import RuleBroken
from haulage.kernel.policy import Actor
from haulage.orders import Order, OrderStatus
from haulage.ports.proof_storage import KeptPhoto
from haulage.proofs import TypedSignature, examine
from haulage.use_cases.personal_data import erase_person
from haulage.use_cases.proofs import ToldProof
from haulage.use_cases.proofs.forgetting import PROOFS_KEPT
from haulage_adapters.proof_checking import key_check
from pictures import a_jpeg
from use_cases.test_deliveries import BETWEEN, DROPOFF, PICKUP, accepted, drives
from use_cases.test_replaying import told
from use_cases.town import ADMIN, Town

pytestmark = pytest.mark.anyio


async def picked_up(town: Town, customer: Actor, driver: Actor) -> Order:
    order = await accepted(town, customer, driver)
    await town.market.delivery_desk.start(driver, order.id)
    await town.market.delivery_desk.confirm_pickup(driver, order.id)
    return order


def a_proof(town: Town, client_id: str = "proof-1", **changes: object) -> ToldProof:
    told_of: dict[str, object] = {
        "client_id": client_id,
        "taken_at": town.clock.now(),
        "recipient_name": "Ann Lee",
        "signature": TypedSignature("Ann Lee"),
    }
    return ToldProof(**(told_of | changes))  # type: ignore[arg-type]


async def status_of(town: Town, order: Order) -> OrderStatus:
    return (await town.market.see_order(ADMIN, order.id)).status


async def test_the_same_proof_sent_at_once_is_one(town: Town, ada: Actor, dee: Actor) -> None:
    order = await picked_up(town, ada, dee)
    told_of = a_proof(town)
    sent = [town.market.proofs.submit(dee, order.id, told_of) for _ in range(6)]
    done = await asyncio.gather(*sent)
    assert len({proof.id for proof in done}) == 1
    assert await status_of(town, order) is OrderStatus.COMPLETED


async def test_a_picture_sent_at_once_is_one_and_counts_for_everybody_who_was_told_so(
    database: str, town: Town, ada: Actor, dee: Actor
) -> None:
    order, picture = await picked_up(town, ada, dee), a_jpeg()

    async def sent_and_used() -> KeptPhoto | None:
        photo = await town.market.proofs.take_photo(dee, order.id, "photo-1", picture)
        return await town.storage.read(lambda unit: unit.proofs.photo_by_id(photo.id))

    for kept in await asyncio.gather(*(sent_and_used() for _ in range(12))):
        assert kept is not None
        assert kept.stored_at is not None
    assert await town.storage.read(lambda unit: unit.proofs.count_photos(order.id)) == 1


async def test_a_stop_told_before_the_proof_waits_for_the_pin(town: Town, ada: Actor, dee: Actor) -> None:
    order = await picked_up(town, ada, dee)
    pin = await town.market.proofs.pins.ask(ada, order.id)
    stop = told(town, order, "stop", 0, ActionKind.STOP)
    early = await town.market.replay_actions(dee, [stop])
    assert [result.outcome for result in early.results] == [Outcome.OUT_OF_TURN]
    assert "PIN" in (early.results[0].reason or "")
    await town.market.proofs.submit(dee, order.id, a_proof(town, pin=pin.code))
    late = await town.market.replay_actions(dee, [stop])
    assert [result.outcome for result in late.results] == [Outcome.REPEATED]
    assert await status_of(town, order) is OrderStatus.COMPLETED


async def test_arriving_asks_where_a_pin_belongs_to_the_end(town: Town, ada: Actor, dee: Actor) -> None:
    order = await accepted(town, ada, dee)
    await town.market.proofs.pins.ask(ada, order.id)
    town.clock.turn(minutes=40)
    await drives(town, dee, (-38, PICKUP), (-30, BETWEEN), (-10, DROPOFF))
    assert await status_of(town, order) is OrderStatus.IN_PROGRESS
    with pytest.raises(RuleBroken, match="PIN"):
        await town.market.driving.complete(dee, order.id)


async def test_an_erased_proof_leaves_the_chain_whole_and_no_bytes(
    town: Town, ada: Actor, dee: Actor
) -> None:
    proofs, orders = town.market.proofs, []
    for customer in (ada, await town.customer("bea")):
        order = await picked_up(town, customer, dee)
        photo = await proofs.take_photo(dee, order.id, f"photo-{order.id}", a_jpeg())
        await proofs.submit(dee, order.id, a_proof(town, f"proof-{order.id}", photo=photo.client_id))
        orders.append((order, photo))
        town.clock.turn(minutes=5)
    (first, photo), (second, _) = orders
    assert await proofs.files.get(photo.file) is not None
    now = town.clock.now()
    await town.market.storage.write(lambda unit: erase_person(unit, ADMIN, ada.user_id or "", now))
    await proofs.remove_photo(photo.id)
    assert await proofs.files.get(photo.file) is None
    erased = await town.market.storage.read(lambda unit: unit.proofs.of_order(first.id))
    assert erased is not None
    assert (erased.record.content, erased.photo_id, erased.erased_at) == (None, None, now)
    file = await proofs.export(ADMIN, second.id)
    found = examine(file.content, key_check(), await proofs.seals.public_keys())
    assert (found.faults, list(found.numbers), set(found.contents)) == ([], [1, 2], {2})


async def test_after_a_year_nothing_of_a_proof_is_left_but_its_seal(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await picked_up(town, ada, dee)
    await town.market.proofs.submit(dee, order.id, a_proof(town))
    town.clock.at += PROOFS_KEPT + timedelta(days=1)
    await town.market.keep_house()
    kept = await town.market.storage.read(lambda unit: unit.proofs.of_order(order.id))
    assert kept is not None
    assert (kept.record.content, kept.record.seal.number) == (None, 1)
