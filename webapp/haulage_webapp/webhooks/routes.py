"""``/webhooks/stripe`` and ``/webhooks/checkr``: providers' events, believed for their signature alone."""

from typing import Any

from litestar import Request, Response, post
from litestar.datastructures import State

from haulage.kernel.policy import Action
from haulage.webhooks.event import EventProvider
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.security import does

MAX_EVENT_BYTES = 262_144
"""Ours: events are a few kilobytes, with a whole report some more."""


@post(
    "/webhooks/stripe",
    opt=does(Action.SEND_PAYMENT_EVENTS),
    status_code=200,
    include_in_schema=False,
    request_max_body_size=MAX_EVENT_BYTES,
)
async def receive_stripe(
    request: Request[Any, Any, State], marketplace: InjectedMarketplace
) -> Response[bytes]:
    """The raw bytes are what was signed: they are checked before anything in them is read."""
    return await _receive(request, marketplace, EventProvider.STRIPE, "stripe-signature")


@post(
    "/webhooks/checkr",
    opt=does(Action.SEND_SCREENING_EVENTS),
    status_code=200,
    include_in_schema=False,
    request_max_body_size=MAX_EVENT_BYTES,
)
async def receive_checkr(
    request: Request[Any, Any, State], marketplace: InjectedMarketplace
) -> Response[bytes]:
    """Likewise: the raw bytes are what was signed."""
    return await _receive(request, marketplace, EventProvider.CHECKR, "x-checkr-signature")


async def _receive(
    request: Request[Any, Any, State], marketplace: InjectedMarketplace, provider: EventProvider, header: str
) -> Response[bytes]:
    """The signature is in *header*."""
    await marketplace.webhooks.receive(provider, await request.body(), request.headers.get(header))
    return Response(b'{"received":true}', media_type="application/json")
