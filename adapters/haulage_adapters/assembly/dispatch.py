"""Dispatch: offering paid orders to drivers."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.dispatch import AdvanceOffer, DriverOffers, FindCandidates, ReassignOrder
from haulage.use_cases.dispatch.accept_order import AcceptOrder
from haulage.use_cases.dispatch.facade import DispatchUseCases
from haulage_adapters.assembly.parts import Parts


def assemble_dispatch(parts: Parts) -> DispatchUseCases:
    storage, clock = parts.storage, parts.clock
    terms, emails = parts.settings.offer_terms, parts.driver_emails
    return DispatchUseCases(
        offers=DriverOffers(storage, clock, parts.notifier, terms),
        accept_offer=AcceptOrder(storage, clock, emails),
        reassign=ReassignOrder(storage, clock, emails, terms),
        find_candidates=FindCandidates(storage, clock, terms),
    )


def dispatch_job_handlers(parts: Parts) -> JobHandlers:
    advance = AdvanceOffer(parts.storage, parts.clock, parts.settings.offer_terms)
    return {JobKind.MOVE_OFFER_ON: JobHandler(advance)}
