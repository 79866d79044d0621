"""Paying for an order."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action, Actor
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.paying import PaymentOutcome
from haulage_webapp.errors import problem, refusals, request_id
from haulage_webapp.idempotency import Reply, once
from haulage_webapp.orders.bodies import OrderOut
from haulage_webapp.payments.bodies import AuthenticateIn, ConfirmIn, PaymentOut, PaymentOutcomeOut
from haulage_webapp.security import does

CHARGED: dict[int, ResponseSpec] = {
    200: ResponseSpec(PaymentOutcomeOut, generate_examples=False, description="What came of the attempt"),
    **refusals(401, 402, 404, 409, 503),
}


def _reply_writer(
    request: Request[Any, Any, State], marketplace: Marketplace
) -> Callable[[PaymentOutcome], Reply]:
    """A decline is a reply like any other, so that repeating it charges nothing anew."""
    simulated = marketplace.open_payment.cards.simulated

    def write(outcome: PaymentOutcome) -> Reply:
        if outcome.declined:
            reason = outcome.payment.decline_reason or "Payment failed. Please try again."
            status = HTTPStatus.PAYMENT_REQUIRED
            return Reply.of(
                status, problem(status, "card_declined", reason, request_id=request_id(request), param="card")
            )
        payment = PaymentOut.of(outcome.payment, simulated=simulated)
        return Reply.of(HTTPStatus.OK, PaymentOutcomeOut(payment, OrderOut.of(outcome.order)))

    return write


@post(
    "/orders/{order_id:str}/payment",
    operation_id="open_payment",
    summary="Open the order's payment for exactly its price; asking again gives the same one",
    tags=["payments"],
    status_code=200,
    opt=does(Action.PAY_ORDER),
    responses=refusals(401, 404, 409, 503),
)
async def open_payment(
    order_id: FromPath[str], marketplace: NamedDependency[Marketplace], actor: NamedDependency[Actor]
) -> PaymentOut:
    payment = await marketplace.open_payment(actor, order_id)
    return PaymentOut.of(payment, simulated=marketplace.open_payment.cards.simulated)


@post(
    "/payments/{payment_id:str}/confirm",
    operation_id="confirm_payment",
    summary="Charge a (simulated) card; a decline answers 402 with its reason",
    tags=["payments"],
    status_code=200,
    opt=does(Action.PAY_ORDER),
    responses=CHARGED,
)
async def confirm_payment(
    payment_id: FromPath[str],
    data: JSONBody[ConfirmIn],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> Response[bytes]:
    write = _reply_writer(request, marketplace)
    outcome = await marketplace.confirm_payment(
        actor, payment_id, data.card.to_core(), once(request, actor, write)
    )
    return write(outcome).response()


@post(
    "/payments/{payment_id:str}/authenticate",
    operation_id="authenticate_payment",
    summary="Answer the simulated 3-D Secure question",
    tags=["payments"],
    status_code=200,
    opt=does(Action.PAY_ORDER),
    responses=CHARGED,
)
async def authenticate_payment(
    payment_id: FromPath[str],
    data: JSONBody[AuthenticateIn],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> Response[bytes]:
    write = _reply_writer(request, marketplace)
    outcome = await marketplace.confirm_payment.authenticate(
        actor, payment_id, approved=data.approved, once=once(request, actor, write)
    )
    return write(outcome).response()
