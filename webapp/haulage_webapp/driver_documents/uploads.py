"""Hand in a document in pieces: send the next one, ask where to go on, and delete what was sent."""

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, delete, get, put
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import FromPath, QueryParameter

from haulage.driver_documents import MAX_DOCUMENT_OCTETS, PIECE_OCTETS
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.policy import Action
from haulage.use_cases.driver_documents.send_in_pieces import FileToSend
from haulage_adapters.wire.driver_documents import DocumentUploadOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.driver_documents.upload_body import MAX_SENT_NAME, CredentialId, PieceUpload
from haulage_webapp.errors import Malformed, refusals
from haulage_webapp.proofs.uploads import AS_IT_IS, checked_client_id
from haulage_webapp.security import does


@put(
    "/document-uploads/{client_id:str}/{offset:int}",
    operation_id="send_document_piece",
    summary="Send a piece of a document's file, under the device's own id for it",
    description=(
        "The body is what the file has from `offset` on: 524,288 bytes, or what is left. The first piece "
        "begins an upload and the last one hands the document in. A piece that comes again changes nothing; "
        "the answer says where to go on. What is not finished is deleted after a day."
    ),
    tags=["onboarding"],
    opt=does(Action.MANAGE_OWN_DOCUMENTS) | AS_IT_IS,
    responses=refusals(401, 403, 404, 409, 413, 429, 503),
    operation_class=PieceUpload,
    request_max_body_size=PIECE_OCTETS,
)
async def send_document_piece(
    client_id: FromPath[str],
    offset: FromPath[int],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
    document_type: Annotated[DocumentType, QueryParameter(name="type")],
    size: Annotated[
        int, QueryParameter(ge=1, le=MAX_DOCUMENT_OCTETS, description="How many bytes the whole file has.")
    ],
    file_name: Annotated[
        str, QueryParameter(max_length=MAX_SENT_NAME, description="What the file is called, to be shown.")
    ] = "",
    credential_id: CredentialId = None,
) -> DocumentUploadOut:
    documents = marketplace.driver_documents
    file = FileToSend(checked_client_id(client_id), document_type, file_name, size, credential_id)
    await documents.hand_in.require_room(actor, file.client_id)
    return DocumentUploadOut.of(await documents.send_in_pieces(actor, file, offset, await _piece_of(request)))


@get(
    "/document-uploads/{client_id:str}",
    operation_id="get_document_upload",
    summary="How much of a document's file is here, so that sending it goes on there",
    tags=["onboarding"],
    opt=does(Action.MANAGE_OWN_DOCUMENTS),
    responses=refusals(401, 403),
)
async def get_document_upload(
    client_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DocumentUploadOut:
    """`received` is 0 where there is nothing of it."""
    send = marketplace.driver_documents.send_in_pieces
    return DocumentUploadOut.of(await send.received(actor, checked_client_id(client_id)))


@delete(
    "/document-uploads/{client_id:str}",
    operation_id="discard_document_upload",
    summary="Delete what was sent of a document's file",
    tags=["onboarding"],
    opt=does(Action.MANAGE_OWN_DOCUMENTS),
    responses=refusals(401, 403),
)
async def discard_document_upload(
    client_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> None:
    """What was handed in already stays."""
    await marketplace.driver_documents.send_in_pieces.discard(actor, checked_client_id(client_id))


async def _piece_of(request: Request[Any, Any, Any]) -> bytes:
    try:
        return b"".join([some async for some in request.stream()])
    except RequestEntityTooLarge:
        too_large = f"piece: must have at most {PIECE_OCTETS} bytes"
        raise Malformed(too_large, HTTPStatus.REQUEST_ENTITY_TOO_LARGE) from None


ROUTES = (send_document_piece, get_document_upload, discard_document_upload)
