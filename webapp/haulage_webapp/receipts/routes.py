"""Receipts and confirmations, one by one."""

from litestar import get
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_webapp.errors import refusals
from haulage_webapp.injected import InjectedActor, InjectedMarketplace
from haulage_webapp.receipts.bodies import ConfirmationOut, ReceiptOut
from haulage_webapp.security import does


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


ROUTES = [get_receipt, get_payment_confirmation]
