"""Paying for an order."""

from collections.abc import Callable
from http import HTTPStatus

from litestar import Response, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage.services.orders.order_views import plain_view
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.payments.checkout import PaymentOutcome
from haulage_adapters.wire.orders import OrderOut
from haulage_adapters.wire.payments import (
    AuthenticateIn,
    ConfirmIn,
    PaymentOut,
    PaymentOutcomeOut,
    SaveCardIn,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import problem, refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, KeyedRequest, Reply
from haulage_webapp.orders.showing import shown_order
from haulage_webapp.security import does

CHARGED: dict[int, ResponseSpec] = {
    200: ResponseSpec(PaymentOutcomeOut, generate_examples=False, description="What came of the attempt"),
    **refusals(401, 402, 404, 409, 503),
}


def _reply_writer(keyed_request: KeyedRequest, marketplace: Marketplace) -> Callable[[PaymentOutcome], Reply]:
    """A decline is a reply like any other, so that repeating it charges nothing anew."""
    simulated = marketplace.payments.are_simulated

    def write(outcome: PaymentOutcome) -> Reply:
        if outcome.declined:
            reason = outcome.payment.decline_reason or "Payment failed. Please try again."
            status = HTTPStatus.PAYMENT_REQUIRED
            return Reply.of(
                status,
                problem(status, "card_declined", reason, request_id=keyed_request.request_id, param="card"),
            )
        payment = PaymentOut.of(outcome.payment, simulated=simulated)
        order = OrderOut.of(outcome.order, plain_view(keyed_request.actor, outcome.order))
        return Reply.of(HTTPStatus.OK, PaymentOutcomeOut(payment, order))

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
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PaymentOut:
    opened = await marketplace.payments.open.with_secret(actor, order_id)
    simulated = marketplace.payments.are_simulated
    return PaymentOut.opened(opened, simulated=simulated)


@post(
    "/payments/{payment_id:str}/confirm",
    operation_id="confirm_payment",
    summary="Charge a saved card, or a simulated one as typed; a decline answers 402 with its reason",
    tags=["payments"],
    status_code=200,
    opt=does(Action.PAY_ORDER),
    responses=CHARGED,
)
async def confirm_payment(
    payment_id: FromPath[str],
    data: JSONBody[ConfirmIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> Response[bytes]:
    """Where a saved card's bank asks, the payment comes back as requires_action: browsers have the provider's
    script ask its holder, and then settle it."""
    data.check()
    write = _reply_writer(keyed_request, marketplace)
    actor, once, confirm = keyed_request.actor, keyed_request.idempotent(write), marketplace.payments.confirm
    if data.card is not None:
        outcome = await confirm(actor, payment_id, data.card.to_core(), once, save=data.save_card)
    else:
        outcome = await confirm.with_saved_card(actor, payment_id, data.saved_card_id or "", once)
    return write(outcome).response()


@put(
    "/payments/{payment_id:str}/save-card",
    operation_id="save_next_card",
    summary="Whether the card that the browser shows to the provider next is saved, if it pays",
    tags=["payments"],
    status_code=204,
    opt=does(Action.PAY_ORDER),
    responses=refusals(401, 404, 409, 503),
)
async def save_next_card(
    payment_id: FromPath[str],
    data: JSONBody[SaveCardIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> None:
    """It moves no money, and saying it twice is saying it once, so it needs no key."""
    await marketplace.payments.save_next_card(actor, payment_id, save=data.save)


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
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> Response[bytes]:
    write = _reply_writer(keyed_request, marketplace)
    outcome = await marketplace.payments.confirm.authenticate(
        keyed_request.actor, payment_id, approved=data.approved, once=keyed_request.idempotent(write)
    )
    return write(outcome).response()


@post(
    "/payments/{payment_id:str}/settle",
    operation_id="settle_payment",
    summary="Ask the card provider what came of a card that the browser has shown to it",
    tags=["payments"],
    status_code=200,
    opt=does(Action.PAY_ORDER),
    responses={
        200: ResponseSpec(PaymentOutcomeOut, generate_examples=False, description="What came of it"),
        **refusals(401, 404, 409, 503),
    },
)
async def settle_payment(
    payment_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PaymentOutcomeOut:
    """It moves no money and may be asked as often as one likes, so it needs no key."""
    outcome = await marketplace.payments.settle(actor, payment_id)
    payment = PaymentOut.of(outcome.payment, simulated=marketplace.payments.are_simulated)
    return PaymentOutcomeOut(payment, await shown_order(marketplace, actor, outcome.order))


ROUTES = [open_payment, confirm_payment, save_next_card, authenticate_payment, settle_payment]
