"""Refunds and tips."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.money import MAX_CENTS
from haulage.kernel.policy import Action
from haulage.payments import Refund
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage_adapters.wire.payments import PaymentOut, TipIn
from haulage_adapters.wire.refunds import RefundIn, RefundOut, RefundPartsOut, RefundsOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.security import does


def _owed(refund: Refund) -> Reply:
    return Reply.of(201, RefundOut.of(refund))


@post(
    "/payments/{payment_id:str}/refunds",
    operation_id="refund_payment",
    summary="Give back part or all of a payment (admins)",
    tags=["administration"],
    opt=does(Action.REFUND_PAYMENT),
    responses={
        201: ResponseSpec(RefundOut, generate_examples=False, description="The refund that is owed"),
        **refusals(400, 401, 403, 404, 409),
    },
)
async def refund_payment(
    payment_id: FromPath[str],
    data: JSONBody[RefundIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> Response[bytes]:
    refund_request = RefundRequest(data.amount_cents, data.goodwill, data.reason)
    refund = await marketplace.payments.manage.refund(
        keyed_request.actor, payment_id, refund_request, keyed_request.idempotent(_owed)
    )
    return _owed(refund).response()


@get(
    "/payments/{payment_id:str}/refunds",
    operation_id="list_refunds",
    summary="What was given back of a payment, oldest first (its customer, admins)",
    tags=["payments"],
    opt=does(Action.SEE_REFUNDS),
    responses=refusals(401, 404),
)
async def list_refunds(
    payment_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> RefundsOut:
    return RefundsOut(
        [RefundOut.of(refund) for refund in await marketplace.payments.manage.refunds(actor, payment_id)]
    )


@get(
    "/payments/{payment_id:str}/refund-parts",
    operation_id="get_refund_parts",
    summary="What of a refund would come from the driver's share, and what from the platform (admins)",
    tags=["administration"],
    opt=does(Action.REFUND_PAYMENT),
    responses=refusals(401, 403, 404, 409),
)
async def get_refund_parts(
    payment_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    refund_cents: Annotated[int, QueryParameter(ge=1, le=MAX_CENTS)],
    goodwill: Annotated[bool, QueryParameter()] = False,
) -> RefundPartsOut:
    parts = marketplace.payments.manage.parts
    return RefundPartsOut.of(await parts(actor, payment_id, refund_cents, goodwill=goodwill))


@post(
    "/orders/{order_id:str}/tips",
    operation_id="open_tip",
    summary="Open a tip for the driver of a delivered order; it is confirmed as every payment is",
    tags=["payments"],
    status_code=200,
    opt=does(Action.PAY_ORDER),
    responses=refusals(400, 401, 404, 409, 503),
)
async def open_tip(
    order_id: FromPath[str], data: JSONBody[TipIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PaymentOut:
    opened = await marketplace.payments.open_tip(actor, order_id, data.amount_cents)
    simulated = marketplace.payments.are_simulated
    return PaymentOut.of(opened.payment, simulated=simulated, client_secret=opened.client_secret)


ROUTES = [refund_payment, list_refunds, get_refund_parts, open_tip]
