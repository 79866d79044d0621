"""Proofs on SQLite and PostgreSQL: one chain, however many doors are reached at once."""

import asyncio

import pytest

from adapters.conftest import Scene
from adapters.test_proof_files import NOON, a_record
from builders import an_order
from haulage.kernel.errors import Conflict
from haulage.ports.storage.proofs import StoredProof
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

DOORS = 24


async def prove(storage: SqlStorage, number: int, *, order: int | None = None) -> StoredProof:
    async def work(unit: UnitOfWork) -> StoredProof:
        proof = StoredProof(
            id=f"prf_{number}",
            order_id=f"ord_{number if order is None else order}",
            driver_id="drv_1",
            client_id=f"step-{number}",
            request_hash="0" * 64,
            record=a_record(await unit.proofs.end()),
            photo_id=None,
            received_at=NOON,
        )
        await unit.proofs.add(proof)
        return proof

    return await storage.write(work)


@pytest.fixture
async def doors(scene: Scene) -> None:
    """Orders by number."""
    await scene.orders(an_order(f"ord_{number}") for number in range(DOORS))


@pytest.mark.usefixtures("doors")
async def test_proofs_at_once_make_one_chain_without_a_gap(storage: SqlStorage) -> None:
    await asyncio.gather(*(prove(storage, number) for number in range(DOORS)))
    chain = await storage.read(lambda unit: unit.proofs.chain(DOORS, DOORS))
    seals = [stored.record.seal for stored in chain]
    assert [seal.number for seal in seals] == list(range(1, DOORS + 1))
    assert [seal.previous_hash for seal in seals[1:]] == [seal.hash for seal in seals[:-1]]
    assert {stored.order_id for stored in chain} == {f"ord_{number}" for number in range(DOORS)}


@pytest.mark.usefixtures("doors")
async def test_an_order_has_one_proof_and_the_chain_goes_on_behind_the_refusal(storage: SqlStorage) -> None:
    await prove(storage, 1)
    with pytest.raises(Conflict):
        await prove(storage, 2, order=1)
    assert (await prove(storage, 3)).record.seal.number == 2
