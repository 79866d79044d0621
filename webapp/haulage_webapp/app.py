"""The web application: one factory, and the object that a server process loads."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Tag

from haulage import __version__
from haulage.kernel.policy import Action
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly.background_work import working_beside
from haulage_adapters.assembly.marketplace import open_marketplace
from haulage_adapters.settings import Settings, read_settings
from haulage_adapters.startup_checks import gather, require_safe
from haulage_webapp import spa
from haulage_webapp.api_routes import api_routes
from haulage_webapp.body_deadlines import ArrivingBodies, BodyTerms
from haulage_webapp.dev_email.routes import DEV_MAIL
from haulage_webapp.errors import EXCEPTION_HANDLERS
from haulage_webapp.event_streams import OpenStreams
from haulage_webapp.gotrue.router import gotrue_router
from haulage_webapp.head_requests import HeadAsGet
from haulage_webapp.health import routes as health
from haulage_webapp.idempotency import provide_keyed_request
from haulage_webapp.limits import enforce_limits
from haulage_webapp.open_requests import OpenRequests
from haulage_webapp.openapi_schema import SchemaJson
from haulage_webapp.pagination import refuse_lax_query
from haulage_webapp.request_validation import RequestIds, StrictJson, StrictRequest
from haulage_webapp.security import SecurityHeaders, TokensFirst, does, provide_actor, require_policy
from haulage_webapp.security_headers import security_headers
from haulage_webapp.simulated_sign_in.routes import SIMULATED_SIGN_IN
from haulage_webapp.sms import routes as sms
from haulage_webapp.undeclared_proxy import NoticeUndeclaredProxy
from haulage_webapp.webhooks import routes as webhooks

STREAMS = ["/events$"]
"""Compressing these would hold events back until a block is full."""

API = Router(
    "/api/v1",
    route_handlers=list(api_routes()),
    dependencies={"actor": Provide(provide_actor), "keyed_request": Provide(provide_keyed_request)},
    guards=[refuse_lax_query],
    security=[{"bearer": []}],
)


async def provide_marketplace(state: State) -> Marketplace:
    """The use cases of this process."""
    marketplace: Marketplace = state.marketplace
    return marketplace


def create_app(settings: Settings | None = None, marketplace: Marketplace | None = None) -> Litestar:
    """The application over the settings of the environment, or over a marketplace that is open."""
    chosen = settings or read_settings()
    app = Litestar(
        route_handlers=[
            API,
            gotrue_router(),
            DEV_MAIL,
            SIMULATED_SIGN_IN,
            webhooks.receive_stripe,
            webhooks.receive_checkr,
            sms.receive_sms_status,
            sms.receive_incoming_sms,
            health.health_live,
            health.health_ready,
            *spa.application(),
        ],
        lifespan=[_opened],
        dependencies={"marketplace": Provide(provide_marketplace)},
        guards=[require_policy, enforce_limits],
        middleware=[TokensFirst, StrictJson],
        request_class=StrictRequest,
        exception_handlers=EXCEPTION_HANDLERS,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, exclude=STREAMS),
        openapi_config=_openapi(),
        state=State(what_is_served(chosen, marketplace)),
        request_max_body_size=1_048_576,
        logging_config=None,
        debug=False,
    )
    # Around the framework, so that its own refusals of unknown addresses carry them too.
    ruled = SecurityHeaders(OpenRequests(app.asgi_handler, chosen), security_headers(chosen))
    bodies = ArrivingBodies(ruled, BodyTerms.of(chosen))
    app.asgi_handler = RequestIds(HeadAsGet(NoticeUndeclaredProxy(bodies, chosen)))
    return app


def what_is_served(settings: Settings, marketplace: Marketplace | None) -> dict[str, Any]:
    """All that an application knows of one marketplace, as its state from before it starts."""
    return {
        "settings": settings,
        "given": marketplace,
        "open_streams": OpenStreams(settings.event_streams, settings.event_streams_of_address),
    }


@asynccontextmanager
async def _opened(app: Litestar) -> AsyncIterator[None]:
    """Opens the marketplace with the server, and closes with it only what it opened."""
    settings: Settings = app.state.settings
    opened: Marketplace | None = app.state.given
    async with AsyncExitStack() as stack:
        if opened is None:
            require_safe(await gather(settings))  # whatever started this process
            opened = await stack.enter_async_context(open_marketplace(settings))
        # Makes the signing keys at the first start, and fails here rather than at the first sign-in.
        await opened.accounts.public_keys()
        app.state.marketplace = opened
        streams: OpenStreams = app.state.open_streams
        await stack.enter_async_context(working_beside(settings, opened, ended=streams.end))
        yield


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="haulage",
        version=__version__,
        description="On-demand moving and delivery. Money is in US cents; every time carries its offset.",
        openapi_router=Router(
            "/schema", route_handlers=[], opt=does(Action.SEE_PUBLIC_PAGE), include_in_schema=False
        ),
        render_plugins=[SchemaJson(path=["/", "/openapi.json"])],
        components=Components(
            security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer", bearer_format="JWT")}
        ),
        tags=[
            Tag("prices", "What things cost."),
            Tag("maps", "Places, and the routes between them."),
            Tag("quotes", "Prices that can be booked."),
            Tag("orders", "Booked trips."),
            Tag("messages", "Between an order's customer and its driver."),
            Tag("payments", "Paying by card."),
            Tag("driving", "A driver's work."),
            Tag("taxes", "A driver's own taxes."),
            Tag("account", "One's own data."),
            Tag("administration", "For operators."),
        ],
    )
