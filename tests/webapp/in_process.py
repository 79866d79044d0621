"""The web application in the process of the test, talked to without a network between."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
from litestar import Litestar

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app, what_is_served
from haulage_webapp.security_headers import security_headers

_built: dict[frozenset[tuple[str, str]], Litestar] = {}


def application(settings: Settings, marketplace: Marketplace) -> Litestar:
    """As ``create_app`` makes it.

    Its hundreds of routes take longer to put together than most tests do, and are the same for every
    marketplace. So they are put together once, and what is served is exchanged: one at a time.
    """
    headers = frozenset(security_headers(settings).items())
    if headers not in _built:
        _built[headers] = create_app(settings, marketplace)
    app = _built[headers]
    app.state.update(what_is_served(settings, marketplace))
    return app


@asynccontextmanager
async def talking_to(
    settings: Settings,
    marketplace: Marketplace,
    *,
    base_url: str = "http://127.0.0.1",
    peer: tuple[str, int] = ("127.0.0.1", 123),
    works_beside: bool = True,
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application, which runs for as long: with what a server does beside answering, or
    without it, so that what is seen is what a request does by itself."""
    app = application(settings, marketplace)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=peer)
    async with AsyncExitStack() as stack:
        if works_beside:
            await stack.enter_async_context(app.lifespan())
        else:
            await marketplace.accounts.public_keys()
            app.state.marketplace = marketplace
        yield await stack.enter_async_context(httpx.AsyncClient(transport=transport, base_url=base_url))
