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

from haulage.accounts.identities import Provider
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action
from haulage.ports.identity.social_sign_in import SimulatedPerson, SimulatedProviderPage
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
    _page(request, provider, marketplace)
    return Response(sign_in_page(provider), headers=HEADERS)


@post("/", opt=does(Action.SIGN_IN_SIMULATED), media_type=MediaType.HTML, status_code=303)
async def answer(
    request: BareRequest, provider: FromPath[str], marketplace: InjectedMarketplace
) -> Response[str] | Redirect:
    page = _page(request, provider, marketplace)
    form = dict(parse_qsl((await request.body()).decode(errors="replace")))
    query = dict(request.query_params)
    if form.get("answer") == "decline":
        return Redirect(page.decline(query), status_code=303)
    name, email, verified = form.get("name", ""), form.get("email", ""), "verified" in form
    try:
        url = await page.approve(Provider(provider), query, SimulatedPerson(name, email, verified))
    except InvalidInput as refusal:
        again = sign_in_page(provider, name=name, email=email, verified=verified, problem=refusal.message)
        return Response(again, status_code=400, headers=HEADERS)
    return Redirect(url, status_code=303)


def _page(request: BareRequest, provider: str, marketplace: InjectedMarketplace) -> SimulatedProviderPage:
    page = marketplace.provider_page
    if page is None or provider not in set(Provider):
        raise NotFound("Page")
    if not page.is_request(Provider(provider), dict(request.query_params)):
        raise NotFound("Page")
    return page


SIMULATED_SIGN_IN = Router(
    "/simulated/{provider:str}/authorize",
    route_handlers=[ask, answer],
    include_in_schema=False,
    request_max_body_size=MAX_FORM_BYTES,
)
