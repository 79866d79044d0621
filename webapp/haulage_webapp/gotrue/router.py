"""The account routes, mounted in one place with their own errors."""

from litestar import Router
from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.marketplace import Marketplace
from haulage_webapp.gotrue.errors import EXCEPTION_HANDLERS
from haulage_webapp.gotrue.reading import MAX_BODY_BYTES
from haulage_webapp.gotrue.routes import ROUTES

AUTH_PATH = "/auth/v1"


def accounts_of(marketplace: NamedDependency[SkipValidation[Marketplace]]) -> AccountUseCases:
    """The account use cases of the application's marketplace."""
    return marketplace.accounts


def gotrue_router(accounts: Provide | None = None) -> Router:
    """The routes under ``/auth/v1``.

    *accounts* provides the ``AccountUseCases``; by default they are those of the dependency
    ``marketplace``, which the application provides.
    """
    return Router(
        AUTH_PATH,
        route_handlers=ROUTES,
        dependencies={"accounts": accounts or Provide(accounts_of, sync_to_thread=False)},
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=MAX_BODY_BYTES,
    )
