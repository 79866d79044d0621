"""Who asks, and that every route says what for."""

from collections.abc import Mapping
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from haulage.accounts.devices import Device, coarse_network
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import Forbidden, HaulageError, Unauthenticated
from haulage.kernel.policy import Action, authorize
from haulage.kernel.sensitive_actions import EVERYBODY_NEEDS_FRESH_PROOF, NEEDS_FRESH_PROOF
from haulage.use_cases.accounts.audited_reading import Reading
from haulage_adapters.settings import Settings
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.errors import on_refusal
from haulage_webapp.limits import caller

ACTION = "action"
NEEDS_PROOF = "needs_proof"
READING = {"GET", "HEAD", "OPTIONS"}

OPEN_TO_VISITORS: list[dict[str, list[str]]] = [{}, {"bearer": []}]
"""The OpenAPI security of a route that needs no token and takes one."""


def does(action: Action, *, needs_proof: bool = False) -> dict[str, Any]:
    """The ``opt`` of a route: the action that it asks for, and whether its use case wants a recent proof of
    identity of whoever asks. Of administrators the policy says so itself."""
    return {ACTION: action, NEEDS_PROOF: needs_proof}


def may_want_proof(handler: HTTPRouteHandler) -> bool:
    """Whether the route may answer ``reauthentication_needed``."""
    changes = not handler.http_methods <= READING
    asking = NEEDS_FRESH_PROOF | EVERYBODY_NEEDS_FRESH_PROOF
    return bool(handler.opt.get(NEEDS_PROOF)) or (changes and handler.opt.get(ACTION) in asking)


async def require_policy(_connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Deny by default: a route that names no action answers nobody."""
    if not isinstance(handler.opt.get(ACTION), Action):
        raise Forbidden


async def provide_actor(request: Request[Any, Any, Any], marketplace: InjectedMarketplace) -> Actor:
    """The bearer of the access token, or a visitor; a token that is no good is refused."""
    token = access_token_of(request)
    if token is None:
        return ANONYMOUS
    return await marketplace.accounts.authenticate(
        token,
        device_of(request),
        action=request.route_handler.opt.get(ACTION),
        changes=request.method not in READING,
        reading=_reading(request),
    )


def _reading(request: Request[Any, Any, Any]) -> Reading:
    """What is asked: the first id in the address, and everything else that it says."""
    in_path = [(name, str(value)) for name, value in request.path_params.items()]
    in_query = [(name, str(value)) for name, value in request.query_params.multi_items()]
    return Reading(
        in_path[0][1] if in_path else None,
        str(request.route_handler.operation_id),
        (*in_path[1:], *in_query),
    )


def device_of(request: Request[Any, Any, Any]) -> Device:
    """What the request tells of the device that sent it."""
    settings: Settings | None = request.app.state.get("settings")
    address = caller(request, settings.trusted_proxies if settings else 0)
    return Device(request.headers.get("user-agent", ""), coarse_network(address))


def access_token_of(request: Request[Any, Any, Any]) -> str | None:
    header = request.headers.get("authorization")
    if header is None:
        return None
    if token := bearer_in(header):
        return token
    raise Unauthenticated


def bearer_in(header: str) -> str:
    """The token in an ``Authorization`` header of RFC 6750, or nothing."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


class TokensFirst:
    """Tells visitors that a token is missing before anything else of their request is read or judged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _missing_token(scope)
        if refusal is None:
            await self.app(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope)
        response = on_refusal(request, refusal)
        await response.to_asgi_response(app=None, request=request)(scope, receive, send)


def _missing_token(scope: Scope) -> Unauthenticated | None:
    action = scope["route_handler"].opt.get(ACTION)
    if not scope["path"].startswith("/api/") or not isinstance(action, Action):
        return None
    try:
        if access_token_of(Request(scope)) is None:
            authorize(ANONYMOUS, action)
    except Unauthenticated as refusal:
        # Its traceback would hold the frames of the request, and with them the connection, until the garbage
        # collector comes by.
        return refusal.with_traceback(None)
    except HaulageError:
        return None  # not for want of a token: the use case knows better why
    return None


class SecurityHeaders:
    """Adds the browser's rules to every answer; what the API says is never cached."""

    def __init__(self, app: ASGIApp, rules: Mapping[str, str]) -> None:
        self.app = app
        self.rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in self.rules.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(("/api/", "/auth/")):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)
