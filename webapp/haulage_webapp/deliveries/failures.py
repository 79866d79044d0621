"""Deliveries that fail: why, and bringing the items back."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.deliveries import DeliveryOut, FailureIn, PossibleFailuresOut
from haulage_webapp.deliveries.routes import once_for, shown_delivery
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest
from haulage_webapp.security import does


@get(
    "/deliveries/{order_id:str}/failures",
    operation_id="list_possible_failures",
    summary="What a delivery can fail for now, and what each costs the customer",
    tags=["driving"],
    opt=does(Action.WORK_ORDER),
    responses=refusals(401, 403, 404),
)
async def list_possible_failures(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PossibleFailuresOut:
    return PossibleFailuresOut.of(await marketplace.deliveries.fail.possible(actor, order_id))


@post(
    "/deliveries/{order_id:str}/fail",
    operation_id="fail_delivery",
    summary="It cannot be delivered; again changes nothing",
    description=(
        "With items on board the delivery goes on until they are back: see `confirm_return`. Without any the "
        "order ends here. Causes on the customer's side are charged where the driver was seen at the stop."
    ),
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=refusals(401, 403, 404, 409),
)
async def fail_delivery(
    order_id: FromPath[str],
    data: JSONBody[FailureIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> DeliveryOut:
    key = once_for(keyed_request)
    session = await marketplace.deliveries.fail.fail(keyed_request.actor, order_id, data.to_core(), key)
    return await shown_delivery(marketplace, keyed_request.actor, session)


@post(
    "/deliveries/{order_id:str}/deliver-after-all",
    operation_id="deliver_after_all",
    summary="Somebody turned up: the delivery goes on",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=refusals(401, 403, 404, 409),
)
async def deliver_after_all(
    order_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> DeliveryOut:
    key = once_for(keyed_request)
    session = await marketplace.deliveries.fail.deliver_after_all(keyed_request.actor, order_id, key)
    return await shown_delivery(marketplace, keyed_request.actor, session)


@post(
    "/deliveries/{order_id:str}/return",
    operation_id="confirm_return",
    summary="The items are back at the pickup, and the order ends; again changes nothing",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=refusals(401, 403, 404, 409),
)
async def confirm_return(
    order_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> DeliveryOut:
    key = once_for(keyed_request)
    session = await marketplace.deliveries.fail.confirm_return(keyed_request.actor, order_id, key)
    return await shown_delivery(marketplace, keyed_request.actor, session)


ROUTES = [list_possible_failures, fail_delivery, deliver_after_all, confirm_return]
