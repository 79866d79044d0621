"""Proofs of delivery beside what else ends a delivery, and what is left of them once they are erased."""

import asyncio
from datetime import timedelta

import pytest

from haulage.deliveries import ActionKind, Outcome
from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.orders import Order, OrderStatus
from haulage.ports.storage.proofs import StoredPhoto
from haulage.proofs import TypedSignature, examine
from haulage.use_cases.proofs import SubmittedProof
from haulage.use_cases.proofs.delete_proofs import PROOFS_RETENTION
from haulage_adapters.assembly.proof_checking import key_check
from pictures import a_jpeg
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_deliveries import BETWEEN, DROPOFF, PICKUP, accepted, drives
from use_cases.test_offline_sync import an_action

pytestmark = pytest.mark.anyio


async def picked_up(scenario: Scenario, customer: Actor, driver: Actor) -> Order:
    order = await accepted(scenario, customer, driver)
    await scenario.market.deliveries.sessions.start(driver, order.id)
    await scenario.market.deliveries.sessions.confirm_pickup(driver, order.id)
    return order


def a_proof(scenario: Scenario, client_id: str = "proof-1", **changes: object) -> SubmittedProof:
    facts: dict[str, object] = {
        "client_id": client_id,
        "taken_at": scenario.clock.now(),
        "recipient_name": "Ann Lee",
        "signature": TypedSignature("Ann Lee"),
    }
    return SubmittedProof(**(facts | changes))  # type: ignore[arg-type]


async def status_of(scenario: Scenario, order: Order) -> OrderStatus:
    return (await scenario.market.orders.see(ADMIN, order.id)).status


async def test_the_same_proof_sent_at_once_is_one(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await picked_up(scenario, ada, dee)
    proof = a_proof(scenario)
    sent = [scenario.market.proofs.submit(dee, order.id, proof) for _ in range(6)]
    done = await asyncio.gather(*sent)
    assert len({proof.id for proof in done}) == 1
    assert await status_of(scenario, order) is OrderStatus.COMPLETED


@pytest.mark.both_databases
async def test_a_picture_sent_at_once_is_one_and_counts_for_everybody_who_was_told_so(
    database: str, scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, picture = await picked_up(scenario, ada, dee), a_jpeg()

    async def sent_and_used() -> StoredPhoto | None:
        photo = await scenario.market.proofs.take_photo(dee, order.id, "photo-1", picture)
        return await scenario.storage.read(lambda unit: unit.proofs.photo_by_id(photo.id))

    for stored in await asyncio.gather(*(sent_and_used() for _ in range(12))):
        assert stored is not None
        assert stored.stored_at is not None
    assert await scenario.storage.read(lambda unit: unit.proofs.count_photos(order.id)) == 1


async def test_a_stop_told_before_the_proof_waits_for_the_pin(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await picked_up(scenario, ada, dee)
    pin = await scenario.market.proofs.pins.ask(ada, order.id)
    stop = an_action(scenario, order, "stop", 0, ActionKind.STOP)
    early = await scenario.market.deliveries.sync(dee, [stop])
    assert [result.outcome for result in early.results] == [Outcome.OUT_OF_TURN]
    assert "PIN" in (early.results[0].reason or "")
    await scenario.market.proofs.submit(dee, order.id, a_proof(scenario, pin=pin.code))
    late = await scenario.market.deliveries.sync(dee, [stop])
    assert [result.outcome for result in late.results] == [Outcome.REPEATED]
    assert await status_of(scenario, order) is OrderStatus.COMPLETED


async def test_arriving_asks_where_a_pin_belongs_to_the_end(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    await scenario.market.proofs.pins.ask(ada, order.id)
    scenario.clock.turn(minutes=40)
    await drives(scenario, dee, (-38, PICKUP), (-30, BETWEEN), (-10, DROPOFF))
    assert await status_of(scenario, order) is OrderStatus.IN_PROGRESS
    with pytest.raises(RuleBroken, match="PIN"):
        await scenario.market.deliveries.steps.complete(dee, order.id)


async def test_an_erased_proof_leaves_the_chain_whole_and_no_bytes(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    proofs, orders = scenario.market.proofs, []
    for customer in (ada, await scenario.customer("bea")):
        order = await picked_up(scenario, customer, dee)
        photo = await proofs.take_photo(dee, order.id, f"photo-{order.id}", a_jpeg())
        await proofs.submit(dee, order.id, a_proof(scenario, f"proof-{order.id}", photo=photo.client_id))
        orders.append((order, photo))
        scenario.clock.turn(minutes=5)
    (first, photo), (second, _) = orders
    assert await proofs.files.get(photo.file) is not None
    now = scenario.clock.now()
    await scenario.market.personal_data.erase.of("acc_ada@example.com")
    await proofs.remove_photo(photo.id)
    assert await proofs.files.get(photo.file) is None
    erased = await scenario.market.storage.read(lambda unit: unit.proofs.of_order(first.id))
    assert erased is not None
    assert (erased.record.content, erased.photo_id, erased.erased_at) == (None, None, now)
    file = await proofs.export(ADMIN, second.id)
    found = examine(file.content, key_check(), await proofs.seals.public_keys())
    assert (found.faults, list(found.numbers), set(found.contents)) == ([], [1, 2], {2})


async def test_after_a_year_nothing_of_a_proof_is_left_but_its_seal(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await picked_up(scenario, ada, dee)
    await scenario.market.proofs.submit(dee, order.id, a_proof(scenario))
    scenario.clock.at += PROOFS_RETENTION + timedelta(days=1)
    await scenario.market.retention.delete_expired()
    stored = await scenario.market.storage.read(lambda unit: unit.proofs.of_order(order.id))
    assert stored is not None
    assert (stored.record.content, stored.record.seal.number) == (None, 1)
