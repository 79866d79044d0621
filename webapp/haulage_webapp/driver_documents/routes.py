"""One's own documents: hand in, see, and open by a signed address."""

from typing import Annotated, Any

from litestar import Request, Response, get, put
from litestar.params import FromPath, QueryParameter

from haulage.driver_documents import MAX_DOCUMENT_OCTETS
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.policy import Action
from haulage.use_cases.driver_documents.shown_document import document_link_of
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.driver_documents import DriverDocumentOut, DriverDocumentSentOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.driver_documents.upload_body import MAX_SENT_NAME, CredentialId, DocumentUpload
from haulage_webapp.errors import refusals
from haulage_webapp.proofs.uploads import (
    AS_IT_IS,
    checked_client_id,
    picture_of,
    shown_picture,
)
from haulage_webapp.security import OPEN_TO_VISITORS, does
from haulage_webapp.signed_links import Signature, Until


@get(
    "/driver-documents",
    operation_id="list_own_documents",
    summary="One's own documents; of each type at most one that is approved and one that is not",
    tags=["onboarding"],
    opt=does(Action.MANAGE_OWN_DOCUMENTS),
    responses=refusals(401, 403),
)
async def list_own_documents(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[DriverDocumentOut]:
    shown = await marketplace.driver_documents.show(actor)
    return PageOut.whole([DriverDocumentOut.of(each) for each in shown])


@put(
    "/driver-documents/{document_type:str}/{client_id:str}",
    operation_id="send_document",
    summary="Hand in a document, under the device's own id for it",
    description=(
        "The body is the file itself: JPEG, PNG or PDF, at most 10 MB. Again changes nothing. It replaces a "
        "document of its type that is pending or was rejected; an approved one stays until then."
    ),
    tags=["onboarding"],
    opt=does(Action.MANAGE_OWN_DOCUMENTS) | AS_IT_IS,
    responses=refusals(401, 403, 404, 409, 413, 429, 503),
    operation_class=DocumentUpload,
    request_max_body_size=MAX_DOCUMENT_OCTETS,
)
async def send_document(
    document_type: FromPath[DocumentType],
    client_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
    file_name: Annotated[
        str, QueryParameter(max_length=MAX_SENT_NAME, description="What the file is called, to be shown.")
    ] = "",
    credential_id: CredentialId = None,
) -> DriverDocumentSentOut:
    hand_in = marketplace.driver_documents.hand_in
    id = checked_client_id(client_id)
    await hand_in.require_room(actor, id)
    sent = await picture_of(request)
    taken = await hand_in(actor, document_type, id, file_name, sent, credential_id)
    return DriverDocumentSentOut.of(taken)


@get(
    "/driver-documents/{document_id:str}/{part:str}",
    operation_id="open_document_file",
    summary="A document's file, or the picture of one of its pages, by its signed address",
    tags=["onboarding"],
    opt=does(Action.OPEN_DOCUMENT),
    responses=refusals(404),
    media_type="application/octet-stream",
    security=OPEN_TO_VISITORS,
)
async def open_document_file(
    document_id: FromPath[str],
    part: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    until: Until,
    signature: Signature,
) -> Response[bytes]:
    link = document_link_of(document_id, part, until, signature)
    return shown_picture(await marketplace.driver_documents.show.open(actor, link))


ROUTES = (list_own_documents, send_document, open_document_file)
