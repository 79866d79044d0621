"""Saved cards on SQLite and PostgreSQL: one default, and nobody's but their owner's."""

import asyncio
from datetime import UTC, datetime

import attrs
import pytest

from adapters.conftest import Scene
from haulage.kernel.errors import Conflict
from haulage.payments.saved_card import SavedCard
from haulage.ports.storage.saved_cards import CardCustomer
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
CARD = SavedCard(
    id="crd_1",
    user_id="usr_7",
    provider_customer="cus_1",
    provider_card="pm_1",
    brand="visa",
    last4="4242",
    expiry_month=12,
    expiry_year=2034,
    created_at=NOON,
    simulated=True,
)


@pytest.fixture(autouse=True)
async def ann(scene: Scene) -> None:
    """Whose cards they are."""
    assert await scene.user(7) == CARD.user_id


async def test_a_card_is_found_as_it_was_stored_by_its_owner_alone(storage: SqlStorage) -> None:
    await storage.write(lambda unit: unit.saved_cards.add(CARD))
    assert await storage.read(lambda unit: unit.saved_cards.get("usr_7", "crd_1")) == CARD
    assert await storage.read(lambda unit: unit.saved_cards.get("usr_2", "crd_1")) is None
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.saved_cards.add(CARD))
    assert await storage.write(lambda unit: unit.saved_cards.remove(CARD))
    assert not await storage.write(lambda unit: unit.saved_cards.remove(CARD))


async def test_there_is_one_default_however_many_are_chosen_at_once(storage: SqlStorage) -> None:
    cards = [attrs.evolve(CARD, id=f"crd_{number}") for number in range(6)]
    for card in cards:
        await storage.write(lambda unit, card=card: unit.saved_cards.add(card))  # type: ignore[misc]

    async def choose(card: SavedCard) -> None:
        async def work(unit: UnitOfWork) -> None:
            await unit.saved_cards.lock(card.user_id)
            await unit.saved_cards.make_default(card)

        await storage.write(work)

    await asyncio.gather(*(choose(card) for card in cards))
    mine = await storage.read(lambda unit: unit.saved_cards.of_user("usr_7"))
    assert [card.is_default for card in mine].count(True) == 1


async def test_a_customer_at_the_provider_is_replaced_by_a_newer_one(storage: SqlStorage) -> None:
    for name in ("cus_1", "cus_2"):
        customer = CardCustomer("usr_7", name, True, NOON)
        await storage.write(lambda unit, it=customer: unit.saved_cards.put_customer(it))  # type: ignore[misc]
        assert await storage.read(lambda unit: unit.saved_cards.customer("usr_7")) == customer
