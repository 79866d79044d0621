"""The administrators' review of documents."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.driver_documents import (
    DocumentApprovalIn,
    DocumentRejectionIn,
    DocumentToReviewOut,
    ReviewedDocumentOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)


@get(
    "/onboarding/documents",
    operation_id="list_documents_to_review",
    summary="Documents of applicants and drivers that wait for a decision, oldest first",
    tags=["onboarding"],
    opt=does(Action.REVIEW_DOCUMENT),
    responses=refusals(401, 403),
)
async def list_documents_to_review(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DocumentToReviewOut]:
    page = await marketplace.driver_documents.review.waiting(actor, PageRequest(limit, cursor))
    return PageOut.of(page, DocumentToReviewOut.of)


@get(
    "/onboarding/applications/{application_id:str}/documents",
    operation_id="list_application_documents",
    summary="The documents of an applicant, beside what the application says",
    tags=["onboarding"],
    opt=does(Action.REVIEW_DOCUMENT),
    responses=refusals(401, 403, 404),
)
async def list_application_documents(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[ReviewedDocumentOut]:
    found = await marketplace.driver_documents.review.of_application(actor, application_id)
    return PageOut.whole([ReviewedDocumentOut.of(each) for each in found])


@post(
    "/onboarding/documents/{document_id:str}/approve",
    operation_id="approve_document",
    summary="Approve a document, with what it says",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_DOCUMENT),
    responses=REFUSED,
)
async def approve_document(
    document_id: FromPath[str],
    data: JSONBody[DocumentApprovalIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedDocumentOut:
    approve = marketplace.driver_documents.review.approve
    return ReviewedDocumentOut.of(await approve(actor, document_id, data.to_core(), data.version))


@post(
    "/onboarding/documents/{document_id:str}/reject",
    operation_id="reject_document",
    summary="Reject a document, or ask for another in place of an approved one",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_DOCUMENT),
    responses=REFUSED,
)
async def reject_document(
    document_id: FromPath[str],
    data: JSONBody[DocumentRejectionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedDocumentOut:
    reject = marketplace.driver_documents.review.reject
    return ReviewedDocumentOut.of(await reject(actor, document_id, data.reason, data.version))


ROUTES = (list_documents_to_review, list_application_documents, approve_document, reject_document)
