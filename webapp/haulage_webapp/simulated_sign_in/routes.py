"""``/simulated/google/authorize``: where the simulated providers ask who somebody is.

There only where no real provider is configured and a simulation is wanted; everywhere else the address
answers as if it did not exist.
"""

from typing import Any
from urllib.parse import parse_qsl

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.ports.identity.social_sign_in import SimulatedPerson
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.security import does
from haulage_webapp.simulated_sign_in.page import sign_in_page

MAX_FORM_BYTES = 4_096
HEADERS = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    # The form's answer leads on, by way of this server, to wherever the sign-in was begun.
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' http: https:; "
        "frame-ancestors 'none'"
    ),
}
BareRequest = Request[Any, Any, State]


@get("/", opt=does(Action.SIGN_IN_SIMULATED), media_type=MediaType.HTML)
async def ask(
    request: BareRequest, provider: FromPath[str], marketplace: InjectedMarketplace
) -> Response[str]:
    marketplace.accounts.simulated_sign_in.check(provider, dict(request.query_params))
    return Response(sign_in_page(provider), headers=HEADERS)


@post("/", opt=does(Action.SIGN_IN_SIMULATED), media_type=MediaType.HTML, status_code=303)
async def answer(
    request: BareRequest, provider: FromPath[str], marketplace: InjectedMarketplace
) -> Response[str] | Redirect:
    sign_in, query = marketplace.accounts.simulated_sign_in, dict(request.query_params)
    sign_in.check(provider, query)
    form = dict(parse_qsl((await request.body()).decode(errors="replace")))
    if form.get("answer") == "decline":
        return Redirect(sign_in.decline(provider, query), status_code=303)
    name, email, verified = form.get("name", ""), form.get("email", ""), "verified" in form
    try:
        url = await sign_in.approve(provider, query, SimulatedPerson(name, email, verified))
    except InvalidInput as refusal:
        again = sign_in_page(provider, name=name, email=email, verified=verified, problem=refusal.message)
        return Response(again, status_code=400, headers=HEADERS)
    return Redirect(url, status_code=303)


SIMULATED_SIGN_IN = Router(
    "/simulated/{provider:str}/authorize",
    route_handlers=[ask, answer],
    include_in_schema=False,
    request_max_body_size=MAX_FORM_BYTES,
)
