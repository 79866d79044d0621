"""The account routes, mounted in one place with their own errors."""

from typing import Any

from litestar import Router
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.params import SkipValidation

from haulage.kernel.actor import ANONYMOUS
from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import authorize
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.marketplace import Marketplace
from haulage_webapp.gotrue.errors import EXCEPTION_HANDLERS
from haulage_webapp.gotrue.request_validation import MAX_BODY_BYTES, bearer_token
from haulage_webapp.gotrue.routes import AUTH_ROUTES
from haulage_webapp.security import ACTION

AUTH_PATH = "/auth/v1"


def accounts_of(marketplace: NamedDependency[SkipValidation[Marketplace]]) -> AccountUseCases:
    """The account use cases of the application's marketplace."""
    return marketplace.accounts


def require_token(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Where the policy refuses visitors, a token has to be there before anything else is looked at."""
    try:
        authorize(ANONYMOUS, handler.opt[ACTION])
    except Unauthenticated:
        bearer_token(connection)


def gotrue_router(accounts: Provide | None = None) -> Router:
    """The routes under ``/auth/v1``.

    *accounts* provides the ``AccountUseCases``; by default they are those of the dependency
    ``marketplace``, which the application provides.
    """
    return Router(
        AUTH_PATH,
        route_handlers=AUTH_ROUTES,
        dependencies={"accounts": accounts or Provide(accounts_of, sync_to_thread=False)},
        guards=[require_token],
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=MAX_BODY_BYTES,
    )
