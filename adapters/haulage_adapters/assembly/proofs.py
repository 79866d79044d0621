"""Proofs of delivery: photos, signatures, PINs and their seals."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.proofs import ProofUseCases
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.images_pillow import PillowPictures
from haulage_adapters.tokens_jose import JoseProofSeals


def assemble_proofs(parts: Parts) -> ProofUseCases:
    storage, clock, identifiers = parts.storage, parts.clock, parts.identifiers
    return ProofUseCases.over(
        storage,
        clock,
        identifiers,
        parts.tokens,
        JoseProofSeals(storage, clock, identifiers, seal=parts.seal),
        parts.files,
        PillowPictures(),
    )


def proof_job_handlers(proofs: ProofUseCases) -> JobHandlers:
    return {JobKind.REMOVE_PHOTO: JobHandler(proofs.remove_photo)}
