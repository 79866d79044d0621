"""Export a proof to a file that anybody can verify without us."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.ports.files.proof_seals import ProofSeals
from haulage.ports.storage.proofs import StoredProof
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import Enclosed, proof_file
from haulage.services.orders.visible_order import visible_order
from haulage.use_cases.proofs.show_proofs import WHAT, ShowProofs

MOST_BEFORE = 1_000
"""Ours: of neighbours in the chain, which go without their content."""


@attrs.frozen
class ProofFile:
    name: str
    content: bytes = attrs.field(repr=False)


@attrs.frozen
class ExportProof:
    """Exports a proof to a file.

    For whoever may see the order.
    """

    storage: Storage
    seals: ProofSeals
    show: ShowProofs

    async def public_keys(self) -> Sequence[Mapping[str, str]]:
        """The keys that seal proofs, for everybody to keep and to compare."""
        return await self.seals.public_keys()

    async def __call__(self, actor: Actor, order_id: str, before: int = 1) -> ProofFile:
        """With so many seals *before* it in the chain. Raises ``NotFound``."""
        if not 0 <= before <= MOST_BEFORE:
            raise InvalidInput("before", f"must be between 0 and {MOST_BEFORE}")

        async def query(unit: UnitOfWork) -> tuple[int, list[StoredProof]]:
            order = await visible_order(unit, actor, order_id)
            proof = await unit.proofs.of_order(order.id)
            if proof is None:
                raise NotFound(WHAT)
            chain = await unit.proofs.chain(proof.record.seal.number, before + 1)
            return order.number, list(chain)

        number, chain = await self.storage.read(query)
        photo = await self.show.photo_of(chain[-1])
        keys = {each["kid"]: each for each in await self.seals.public_keys()}
        used = sorted({each.record.seal.key for each in chain} & set(keys))
        enclosed = [Enclosed(attrs.evolve(each.record, content=None)) for each in chain[:-1]]
        enclosed.append(Enclosed(chain[-1].record, photo))
        return ProofFile(f"proof-{number}.json", proof_file(enclosed, [keys[name] for name in used]))
