"""The administrators' review of documents: read, approve, reject, ask again."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.driver_documents import (
    DocumentDetails,
    DriverDocument,
    TypedFacts,
    approve,
    reject,
    remarks,
)
from haulage.kernel.actor import Actor
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import MIN_AGE_APPROVE, Application, ApplicationForm, age_on
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.driver_documents import ListedDocument
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.driver_documents.decisions import Decisions
from haulage.use_cases.driver_documents.shown_document import DocumentLinks, ShownDocument

WHAT = "Document"
"""ONB-35."""


class DecidedWithCredential(RuleBroken):
    """A carrier credential's document is not decided about alone."""

    code = "decided_with_credential"
    message = "This document is decided about together with its carrier credential."


@attrs.frozen
class ReviewedDocument:
    """A document beside what was *typed* of the same thing in the application."""

    shown: ShownDocument
    typed: DocumentDetails


@attrs.frozen
class DocumentToReview:
    """A document that waits, with whose it is."""

    name: str
    email: str
    reviewed: ReviewedDocument


@attrs.frozen
class ReviewDocuments:
    """For administrators and operators; *min_age* is how old somebody has to be to be approved."""

    storage: Storage
    clock: Clock
    links: DocumentLinks
    decisions: Decisions
    min_age: int = MIN_AGE_APPROVE

    async def waiting(self, actor: Actor, page: PageRequest) -> Page[DocumentToReview]:
        """Of applicants and drivers, oldest first."""
        authorize(actor, Action.REVIEW_DOCUMENT)

        async def query(unit: UnitOfWork) -> tuple[Page[ListedDocument], Sequence[Application | None]]:
            listed = await unit.driver_documents.waiting(page)
            newest = unit.applications.newest_of
            return listed, [await newest(each.document.user_id) for each in listed.items]

        listed, applications = await self.storage.read(query)
        shown = [
            DocumentToReview(each.name, each.email, await self._reviewed(each.document, application))
            for each, application in zip(listed.items, applications, strict=True)
        ]
        return Page(shown, listed.next)

    async def of_application(self, actor: Actor, application_id: str) -> Sequence[ReviewedDocument]:
        """Raises ``NotFound``, for a draft too."""
        authorize(actor, Action.REVIEW_DOCUMENT)

        async def query(unit: UnitOfWork) -> tuple[Application, Sequence[DriverDocument]]:
            application = await unit.applications.get(application_id)
            if application is None or application.is_draft:
                raise NotFound("Application")
            return application, await unit.driver_documents.present_of(application.user_id)

        application, present = await self.storage.read(query)
        return [await self._reviewed(each, application) for each in present]

    async def show(self, actor: Actor, document_id: str) -> ReviewedDocument:
        """Raises ``NotFound``."""
        authorize(actor, Action.REVIEW_DOCUMENT)
        return await self._shown(document_id)

    async def approve(
        self, actor: Actor, document_id: str, details: DocumentDetails, version: int
    ) -> ReviewedDocument:
        """*version* is the one that the reviewer saw. Raises ``NotFound``, ``Conflict``, ``IllegalMove``,
        ``DecidedWithCredential``, or ``InvalidInput`` for what keeps it from being approved."""
        authorize(actor, Action.REVIEW_DOCUMENT)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            before = await _decided_alone(unit, document_id)
            require_another(actor, before.user_id)
            after = approve(
                before, details, version=version, by=actor.name, now=now, today=platform_time(now).date()
            )
            await self.decisions.approved(unit, actor, before, after, now)

        await self.storage.write(work)
        return await self._shown(document_id)

    async def reject(self, actor: Actor, document_id: str, reason: str, version: int) -> ReviewedDocument:
        """Also asks for another in place of an approved one. Raises ``NotFound``, ``Conflict``,
        ``IllegalMove``, ``DecidedWithCredential`` or ``InvalidInput``."""
        authorize(actor, Action.REVIEW_DOCUMENT)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            before = await _decided_alone(unit, document_id)
            require_another(actor, before.user_id)
            after = reject(before, reason, version=version, by=actor.name, now=now)
            await self.decisions.rejected(unit, actor, before, after, now)

        await self.storage.write(work)
        return await self._shown(document_id)

    async def _shown(self, document_id: str) -> ReviewedDocument:
        async def query(unit: UnitOfWork) -> tuple[DriverDocument, Application | None]:
            document = await _stored(unit, document_id)
            return document, await unit.applications.newest_of(document.user_id)

        return await self._reviewed(*await self.storage.read(query))

    async def _reviewed(self, document: DriverDocument, application: Application | None) -> ReviewedDocument:
        now = self.clock.now()
        typed = DocumentDetails() if application is None else typed_details(document.type, application.form)
        facts = TypedFacts(typed, self._is_of_age(application, now))
        shown = await self.links.shown(document, remarks(document, facts, platform_time(now).date()))
        return ReviewedDocument(shown, typed)

    def _is_of_age(self, application: Application | None, now: datetime) -> bool | None:
        born = None if application is None else application.form.personal.date_of_birth
        return None if born is None else age_on(born, platform_time(now).date()) >= self.min_age


def typed_details(type: DocumentType, form: ApplicationForm) -> DocumentDetails:
    """What the application says of the thing that the document is about."""
    driving, vehicle = form.license, form.vehicle
    insurance, registration = vehicle.insurance, vehicle.registration
    if type is DocumentType.DRIVERS_LICENSE:
        return DocumentDetails(driving.number, None, driving.state, driving.expires_on)
    if type is DocumentType.AUTOMOBILE_LIABILITY_INSURANCE:
        return DocumentDetails(
            insurance.policy_number, None, insurance.provider, insurance.expires_on, insurance.coverage_cents
        )
    if type is DocumentType.VEHICLE_REGISTRATION:
        return DocumentDetails("", None, registration.state, registration.expires_on)
    return DocumentDetails()


async def _decided_alone(unit: UnitOfWork, document_id: str) -> DriverDocument:
    found = await _stored(unit, document_id)
    if found.credential_id is not None:
        raise DecidedWithCredential
    return found


async def _stored(unit: UnitOfWork, document_id: str) -> DriverDocument:
    found = await unit.driver_documents.get(document_id)
    if found is None or found.stored_at is None:
        raise NotFound(WHAT)
    return found
