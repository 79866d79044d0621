"""``/webhooks/stripe`` and ``/webhooks/checkr``: providers' events, believed for their signature alone."""

from typing import Any

from litestar import Request, Response, post
from litestar.datastructures import State

from haulage.kernel.policy import Action
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.security import does

MAX_EVENT_BYTES = 262_144
"""Ours: events are a few kilobytes, with a whole report some more."""


@post(
    "/webhooks/stripe",
    opt=does(Action.TELL_OF_PAYMENTS),
    status_code=200,
    include_in_schema=False,
    request_max_body_size=MAX_EVENT_BYTES,
)
async def hear_stripe(request: Request[Any, Any, State], marketplace: InjectedMarketplace) -> Response[bytes]:
    """The raw bytes are what was signed: they are checked before anything in them is read."""
    await marketplace.payments.receive_webhook(await request.body(), request.headers.get("stripe-signature"))
    return Response(b'{"received":true}', media_type="application/json")


@post(
    "/webhooks/checkr",
    opt=does(Action.TELL_OF_SCREENINGS),
    status_code=200,
    include_in_schema=False,
    request_max_body_size=MAX_EVENT_BYTES,
)
async def hear_checkr(request: Request[Any, Any, State], marketplace: InjectedMarketplace) -> Response[bytes]:
    """Likewise: the raw bytes are what was signed."""
    signature = request.headers.get("x-checkr-signature")
    await marketplace.screening.receive_webhook(await request.body(), signature)
    return Response(b'{"received":true}', media_type="application/json")
