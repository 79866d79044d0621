"""Claims: problems that customers report about orders, and their pictures."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.claims import ClaimUseCases
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage.use_cases.proofs import ProofUseCases
from haulage_adapters.assembly.parts import Parts


def assemble_claims(parts: Parts, proofs: ProofUseCases, payments: PaymentUseCases) -> ClaimUseCases:
    return ClaimUseCases.over(
        parts.storage,
        parts.clock,
        parts.identifiers,
        parts.tokens,
        proofs,
        payments.send_refunds,
        parts.order_emails,
    )


def claim_job_handlers(claims: ClaimUseCases) -> JobHandlers:
    return {JobKind.REMOVE_CLAIM_PHOTO: JobHandler(claims.remove_photo)}
