"""A driver's own deliveries: seen, begun, paused and ended."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.services.orders.order_views import plain_view
from haulage.use_cases.deliveries import DeliverySession, DeliverySessions, DeliveryStatus
from haulage.use_cases.idempotency import IdempotentRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.deliveries import ActionsIn, ActionsOut, DeliveryOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, KeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.request_validation import LONG_LIST
from haulage_webapp.security import does

Step = Callable[[DeliverySessions, KeyedRequest, str], Awaitable[DeliverySession]]


def delivery_reply(keyed_request: KeyedRequest) -> Callable[[DeliverySession], Reply]:
    """Writes the stored reply of a step; given again, it is narrowed to what its driver may see then."""

    def write(session: DeliverySession) -> Reply:
        view = plain_view(keyed_request.actor, session.order, calls_enabled=True)
        return Reply.of(200, DeliveryOut.of(session, view))

    return write


def once_for(keyed_request: KeyedRequest) -> IdempotentRequest[DeliverySession] | None:
    """The step under its caller's key."""
    return keyed_request.idempotent(delivery_reply(keyed_request))


async def shown_delivery(marketplace: Marketplace, actor: Actor, session: DeliverySession) -> DeliveryOut:
    """The delivery as the actor may see it now."""
    return DeliveryOut.of(session, await marketplace.orders.see_views.one(actor, session.order))


@get(
    "/deliveries",
    operation_id="list_deliveries",
    summary="One's own deliveries, newest order first",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403),
)
async def list_deliveries(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Annotated[DeliveryStatus | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DeliveryOut]:
    page = PageRequest(limit, cursor)
    found = await marketplace.deliveries.sessions.list(actor, page, status)
    views = await marketplace.orders.see_views(actor, [session.order for session in found.items])
    return PageOut.of(found, lambda each: DeliveryOut.of(each, views[each.order.id]))


@get(
    "/deliveries/{order_id:str}",
    operation_id="get_delivery",
    summary="The delivery of an order, for its driver and admins",
    tags=["driving"],
    opt=does(Action.SEE_DELIVERY),
    responses=refusals(401, 404),
)
async def get_delivery(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DeliveryOut:
    return await shown_delivery(
        marketplace, actor, await marketplace.deliveries.sessions.see(actor, order_id)
    )


@post(
    "/deliveries/actions",
    operation_id="replay_delivery_actions",
    summary="Say what one did without a connection, in any order and as often as need be",
    description=(
        "Each action counts once, at its own time. What comes of them depends on the set of actions alone: "
        "one that nothing known precedes is kept as `out_of_turn` until it fits. What cannot be taken back "
        "(`fail`, `confirm_return`, `hand_back`) is done as soon as it fits: name what the device did before "
        "each action in `after`, and nothing is done before all that led to it is known."
    ),
    tags=["driving"],
    status_code=200,
    opt=does(Action.SEE_OWN_DRIVER) | LONG_LIST,
    responses=refusals(401, 403, 409),
)
async def replay_delivery_actions(
    data: JSONBody[ActionsIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ActionsOut:
    actions = [action.to_core() for action in data.actions]
    done = await marketplace.deliveries.sync(actor, actions)
    views = await marketplace.orders.see_views(actor, [session.order for session in done.deliveries])
    return ActionsOut.of(done, views)


def _step(name: str, operation_id: str, summary: str, take: Step) -> HTTPRouteHandler:
    """One step of the work: a path under the delivery, and the use case behind it."""

    @post(
        f"/deliveries/{{order_id:str}}/{name}",
        operation_id=operation_id,
        summary=summary,
        tags=["driving"],
        status_code=200,
        opt=does(Action.WORK_ORDER),
        responses=refusals(401, 403, 404, 409),
        name=operation_id,
    )
    async def step(
        order_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
    ) -> DeliveryOut:
        session = await take(marketplace.deliveries.sessions, keyed_request, order_id)
        return await shown_delivery(marketplace, keyed_request.actor, session)

    return step


ROUTES = [
    list_deliveries,
    get_delivery,
    replay_delivery_actions,
    _step(
        "start",
        "start_delivery",
        "Begin the delivery",
        lambda sessions, keyed_request, order_id: sessions.start(
            keyed_request.actor, order_id, once_for(keyed_request)
        ),
    ),
    _step(
        "stop",
        "stop_delivery",
        "The delivery is done; again changes nothing",
        lambda sessions, keyed_request, order_id: sessions.stop(
            keyed_request.actor, order_id, once_for(keyed_request)
        ),
    ),
    _step(
        "pause",
        "pause_delivery",
        "Stop the clock for a break",
        lambda sessions, keyed_request, order_id: sessions.pause(keyed_request.actor, order_id),
    ),
    _step(
        "resume",
        "resume_delivery",
        "End the break",
        lambda sessions, keyed_request, order_id: sessions.resume(keyed_request.actor, order_id),
    ),
    _step(
        "confirm-pickup",
        "confirm_delivery_pickup",
        "The items are on board; again changes nothing",
        lambda sessions, keyed_request, order_id: sessions.confirm_pickup(
            keyed_request.actor, order_id, once_for(keyed_request)
        ),
    ),
]
