"""Photos and PDFs of a driver's receipts."""

from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, delete, get, put
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath

from haulage_adapters.wire.expenses import ExpenseOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.proofs.uploads import AS_IT_IS, CAP, PICTURES, picture_of, shown_picture
from haulage_webapp.tax.expenses import OWN, PATH


@dataclass
class ReceiptUpload(Operation):
    """Documents the body that the framework does not see."""

    def __post_init__(self) -> None:
        binary = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        content = dict.fromkeys((*PICTURES, "application/pdf"), binary)
        self.request_body = RequestBody(content=content, required=True)


@put(
    PATH + "/{expense_id:str}/receipt",
    operation_id="replace_expense_receipt",
    summary="Send the photo or PDF of an expense's receipt, which replaces the former one",
    description="The body is the file itself: JPEG, PNG, WebP or PDF, at most 10 MB.",
    tags=["taxes"],
    opt=OWN | AS_IT_IS,
    responses=refusals(401, 403, 404, 409, 413, 503),
    operation_class=ReceiptUpload,
    request_max_body_size=CAP,
)
async def replace_expense_receipt(
    driver_id: FromPath[str],
    expense_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
) -> ExpenseOut:
    receipts = marketplace.tax.receipts
    await receipts.require_expense(actor, driver_id, expense_id)
    sent = await picture_of(request)
    return ExpenseOut.of(await receipts.replace(actor, driver_id, expense_id, sent))


@delete(
    PATH + "/{expense_id:str}/receipt",
    operation_id="remove_expense_receipt",
    summary="Remove the photo or PDF of an expense's receipt",
    tags=["taxes"],
    status_code=200,
    opt=OWN,
    responses=refusals(401, 403, 404, 409),
)
async def remove_expense_receipt(
    driver_id: FromPath[str],
    expense_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ExpenseOut:
    return ExpenseOut.of(await marketplace.tax.receipts.remove(actor, driver_id, expense_id))


@get(
    PATH + "/{expense_id:str}/receipt",
    operation_id="open_expense_receipt",
    summary="The photo or PDF of an expense's receipt",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(401, 403, 404),
    media_type="application/octet-stream",
)
async def open_expense_receipt(
    driver_id: FromPath[str],
    expense_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> Response[bytes]:
    return shown_picture(await marketplace.tax.receipts.open(actor, driver_id, expense_id))


ROUTES = [replace_expense_receipt, remove_expense_receipt, open_expense_receipt]
