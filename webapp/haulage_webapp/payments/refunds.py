"""Refunds, tips, and everybody's payments for administrators."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from haulage.kernel.policy import Action
from haulage.payments import DisputeState, Payment, PaymentPurpose, PaymentState, Refund, RefundKind
from haulage.payments import RefundStatus as Status
from haulage.payments.payment import refundable_cents
from haulage.payments.refund import MAX_REASON_LENGTH
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payments.issue_refund import RefundRequest
from haulage.use_cases.payments.tips import LEAST_TIP_CENTS, MOST_TIP_CENTS
from haulage_adapters.wire.common import Cents, In, Instant, Out, PageOut
from haulage_adapters.wire.payments import PaymentOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedAsking, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


class RefundIn(In):
    """Without an amount all that is left goes back. `goodwill` is for work that was done: the platform
    alone pays for it."""

    amount_cents: Annotated[int, Meta(ge=1)] | None = None
    goodwill: bool = False
    reason: Annotated[str, Meta(max_length=MAX_REASON_LENGTH)] = ""


class TipIn(In):
    amount_cents: Annotated[int, Meta(ge=LEAST_TIP_CENTS, le=MOST_TIP_CENTS)]


class RefundOut(Out):
    """One refund; `pending` until the card provider has it."""

    id: str
    payment_id: str
    order_id: str
    amount_cents: Cents
    kind: RefundKind
    status: Status
    created_at: Instant
    sent_at: Instant | None

    @classmethod
    def of(cls, refund: Refund) -> "RefundOut":
        return cls.from_attributes(refund)


class RefundsOut(Out):
    items: list[RefundOut]


class AnyPaymentOut(Out):
    """A payment as administrators see it; `refundable_cents` is what can still be given back."""

    id: str
    order_id: str
    customer_id: str
    provider_reference: str
    purpose: PaymentPurpose
    status: PaymentState
    dispute: DisputeState | None
    amount_cents: Cents
    processing_fee_cents: Cents
    refund_requested_cents: Cents
    refunded_cents: Cents
    refundable_cents: Cents
    currency: str
    simulated: bool
    card_brand: str | None
    card_last4: str | None
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, payment: Payment) -> "AnyPaymentOut":
        computed = {"status": payment.state, "refundable_cents": refundable_cents(payment)}
        names = [name for name in cls.__struct_fields__ if name not in computed]
        return cls(**{name: getattr(payment, name) for name in names} | computed)


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
    asking: InjectedAsking,
) -> Response[bytes]:
    refund_request = RefundRequest(data.amount_cents, data.goodwill, data.reason)
    refund = await marketplace.payments.manage.refund(
        asking.actor, payment_id, refund_request, asking.once(_owed)
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
    "/payments/all",
    operation_id="list_all_payments",
    summary="Everybody's payments, newest first (admins)",
    tags=["administration"],
    opt=does(Action.LIST_ALL_PAYMENTS),
    responses=refusals(401, 403),
)
async def list_all_payments(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[AnyPaymentOut]:
    return PageOut.of(
        await marketplace.payments.manage.list(actor, PageRequest(limit, cursor)), AnyPaymentOut.of
    )


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


ROUTES = [refund_payment, list_refunds, list_all_payments, open_tip]
