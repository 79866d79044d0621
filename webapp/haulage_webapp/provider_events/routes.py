"""``/webhooks/stripe``: the provider's events, believed for their signature alone."""

from typing import Any

from litestar import Request, Response, post
from litestar.datastructures import State

from haulage.kernel.policy import Action
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.security import does

MAX_EVENT_BYTES = 262_144
"""Ours: Stripe's events are a few kilobytes; nobody else's need be read."""


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
