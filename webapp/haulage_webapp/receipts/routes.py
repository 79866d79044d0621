"""Receipts and confirmations, one by one."""

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage.use_cases.receipts import link_of
from haulage_adapters.wire.receipts import (
    ConfirmationOut,
    DocumentLinkOut,
    EmailedOut,
    EmailReceiptIn,
    ReceiptOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.security import OPEN_TO_VISITORS, does
from haulage_webapp.signed_links import Signature, Until

PDF = "application/pdf"
VIEWER = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The rules of our pages keep a browser's own viewer from showing a document."""


@get(
    "/receipts/{receipt_id:str}",
    operation_id="get_receipt",
    summary="One receipt, for its customer and admins",
    tags=["payments"],
    opt=does(Action.SEE_RECEIPT),
    responses=refusals(401, 404),
)
async def get_receipt(
    receipt_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReceiptOut:
    return ReceiptOut.of(await marketplace.receipts.see(actor, receipt_id))


@get(
    "/confirmations/{confirmation_id:str}",
    operation_id="get_payment_confirmation",
    summary="What was paid for, who drives and when, by the confirmation's id",
    tags=["payments"],
    opt=does(Action.SEE_RECEIPT),
    responses=refusals(401, 404),
)
async def get_payment_confirmation(
    confirmation_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ConfirmationOut:
    return ConfirmationOut.of(await marketplace.receipts.see_confirmation(actor, confirmation_id))


@post(
    "/receipts/{receipt_id:str}/pdf",
    operation_id="print_receipt",
    summary="A short-lived address of the receipt as a PDF",
    tags=["payments"],
    status_code=200,
    opt=does(Action.SEE_RECEIPT),
    responses=refusals(401, 404),
)
async def print_receipt(
    receipt_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DocumentLinkOut:
    return DocumentLinkOut.of(await marketplace.receipts.documents.receipt_link(actor, receipt_id))


def _emailed(address: str) -> Reply:
    return Reply.of(200, EmailedOut(address))


@post(
    "/receipts/{receipt_id:str}/email",
    operation_id="email_receipt",
    summary="Mail the receipt with its PDF",
    tags=["payments"],
    status_code=200,
    opt=does(Action.SEE_RECEIPT),
    responses=refusals(401, 404, 429),
)
async def email_receipt(
    receipt_id: FromPath[str],
    data: JSONBody[EmailReceiptIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> EmailedOut:
    mail = marketplace.receipts.mail
    return EmailedOut(
        await mail(keyed_request.actor, receipt_id, data.address, keyed_request.idempotent(_emailed))
    )


@get(
    "/documents/{kind:str}/{subject:str}",
    operation_id="open_document",
    summary="A PDF by its signed address",
    tags=["payments"],
    opt=does(Action.OPEN_DOCUMENT),
    responses=refusals(404),
    media_type=PDF,
    security=OPEN_TO_VISITORS,
)
async def open_document(
    kind: FromPath[str],
    subject: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    until: Until,
    signature: Signature,
) -> Response[bytes]:
    link = link_of(kind, subject, until, signature)
    document = await marketplace.receipts.documents.open(actor, link)
    return Response(
        document.content,
        media_type=PDF,
        headers={
            "Content-Disposition": f'inline; filename="{document.name}"',
            "Content-Security-Policy": VIEWER,
        },
    )


ROUTES = [get_receipt, get_payment_confirmation, print_receipt, email_receipt, open_document]
