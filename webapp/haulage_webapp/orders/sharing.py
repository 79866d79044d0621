"""Sharing an order's tracking by a link, and following it without an account."""

from typing import Annotated, Any, TypeAlias

from litestar import Request, delete, get, post
from litestar.params import FromPath, HeaderParameter, QueryParameter
from litestar.response import Stream

from haulage.kernel.policy import Action
from haulage.use_cases.orders.stream_access import ByLink
from haulage_adapters.wire.orders import OrderEventOut
from haulage_adapters.wire.shared_tracking import OrderSharingOut, SharedTrackingOut, TrackingLinkOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.events import MEDIA_TYPE, events_of, sequence_of, take_seat, until_refused
from haulage_webapp.orders.stream import MAX_SEQUENCE, messages_of
from haulage_webapp.security import OPEN_TO_VISITORS, does

Token: TypeAlias = Annotated[str, QueryParameter(max_length=200, description="From the link's address.")]
ENDED = refusals(404, 410)


@post(
    "/orders/{order_id:str}/tracking-link",
    operation_id="share_tracking",
    summary="Share an order's tracking; asked again, the same link while it is good",
    tags=["orders"],
    status_code=200,
    opt=does(Action.SHARE_TRACKING),
    responses=refusals(401, 404, 409),
)
async def share_tracking(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrackingLinkOut:
    return TrackingLinkOut.of(await marketplace.orders.share_tracking.issue(actor, order_id))


@get(
    "/orders/{order_id:str}/tracking-link",
    operation_id="get_tracking_link",
    summary="Whether an order is shared, and by which link",
    tags=["orders"],
    opt=does(Action.SHARE_TRACKING),
    responses=refusals(401, 404),
)
async def get_tracking_link(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> OrderSharingOut:
    return OrderSharingOut.of(await marketplace.orders.share_tracking.current(actor, order_id))


@delete(
    "/orders/{order_id:str}/tracking-link",
    operation_id="stop_sharing_tracking",
    summary="Share no longer; whoever has the link is told so",
    tags=["orders"],
    opt=does(Action.SHARE_TRACKING),
    responses=refusals(401, 404),
)
async def stop_sharing_tracking(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> None:
    await marketplace.orders.share_tracking.revoke(actor, order_id)


@get(
    "/track/{order_id:str}",
    operation_id="track_by_link",
    summary="Where a shared order is, for whoever has its link",
    tags=["orders"],
    opt=does(Action.SEE_SHARED_TRACKING),
    security=OPEN_TO_VISITORS,
    responses=ENDED,
)
async def track_by_link(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor, token: Token
) -> SharedTrackingOut:
    return SharedTrackingOut.of(await marketplace.orders.track_by_link(actor, order_id, token))


@get(
    "/track/{order_id:str}/events",
    operation_id="follow_by_link",
    summary="A shared order as it happens, as Server-Sent Events, for whoever has its link",
    description=(
        "The messages of `follow_order` with `live=true`, and `afterwards` as there; what the customer and "
        "the platform have to say to each other is left out. The stream ends with the link."
    ),
    tags=["orders"],
    opt=does(Action.SEE_SHARED_TRACKING),
    security=OPEN_TO_VISITORS,
    media_type=MEDIA_TYPE,
    responses={200: events_of(OrderEventOut), **refusals(404, 410, 429)},
)
async def follow_by_link(
    order_id: FromPath[str],
    marketplace: InjectedMarketplace,
    request: Request[Any, Any, Any],
    token: Token,
    after: Annotated[int, QueryParameter(ge=0, le=MAX_SEQUENCE)] = 0,
    afterwards: Annotated[bool, QueryParameter()] = False,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=10)] = None,
) -> Stream:
    seen = max(after, sequence_of(last_event_id))
    access = ByLink.of(await marketplace.orders.track_by_link.opened(order_id, token))
    follow = marketplace.orders.follow
    updates = follow.updates(access, order_id, seen, live=True, afterwards=afterwards)
    return await until_refused(messages_of(updates), take_seat(request, f"link of {order_id}"))


ROUTES = [share_tracking, get_tracking_link, stop_sharing_tracking, track_by_link, follow_by_link]
