"""``/webhooks/sms``: what became of texts, and what people answer; believed for the signature alone."""

from typing import Any

from litestar import Request, Response, post
from litestar.datastructures import State

from haulage.kernel.policy import Action
from haulage.ports.messaging.sms import Delivery
from haulage_adapters.settings import Settings
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.security import does

MAX_BYTES = 65_536
"""Ours: what Twilio sends is a few kilobytes; nobody else's need be read."""

SIGNATURE = "x-twilio-signature"


@post(
    "/webhooks/sms/status",
    opt=does(Action.SEND_SMS_EVENTS),
    status_code=204,
    include_in_schema=False,
    request_max_body_size=MAX_BYTES,
)
async def receive_sms_status(
    request: Request[Any, Any, State], marketplace: InjectedMarketplace, state: State
) -> None:
    """What became of a text that we sent."""
    await marketplace.messaging.receive_sms.status(await _delivery(request, state))


@post(
    "/webhooks/sms/incoming",
    opt=does(Action.SEND_SMS_EVENTS),
    status_code=200,
    include_in_schema=False,
    request_max_body_size=MAX_BYTES,
)
async def receive_incoming_sms(
    request: Request[Any, Any, State], marketplace: InjectedMarketplace, state: State
) -> Response[bytes]:
    """A text that somebody sent to our number, and the answer to it."""
    answer = await marketplace.messaging.receive_sms.incoming(await _delivery(request, state))
    return Response(answer, media_type="text/xml")


async def _delivery(request: Request[Any, Any, State], state: State) -> Delivery:
    """The address as the provider knows it, which is the public one: behind a proxy we see another."""
    settings: Settings = state.settings
    query = request.scope.get("query_string", b"").decode("latin-1")
    url = f"{settings.public_url}{request.url.path}" + (f"?{query}" if query else "")
    return Delivery(url, await request.body(), request.headers.get(SIGNATURE))
