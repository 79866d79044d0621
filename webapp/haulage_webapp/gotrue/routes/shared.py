"""What the account routes have in common."""

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import QueryParameter, SkipValidation

from haulage.accounts.redirects import MAX_REDIRECT_LENGTH
from haulage.use_cases.accounts import AccountUseCases
from haulage_adapters.settings import Settings
from haulage_webapp.limits import caller

TAGS = ["auth"]
BEARER: list[dict[str, list[str]]] = [{"bearer": []}]
BareRequest = Request[Any, Any, State]
Accounts = NamedDependency[SkipValidation[AccountUseCases]]
"""Not validated: the framework would take the value apart, field by field."""

RedirectTo = Annotated[
    str,
    QueryParameter(
        max_length=MAX_REDIRECT_LENGTH,
        description="Where the mailed link leads in the end; the server's own address unless it is allowed.",
    ),
]


def caller_of(request: BareRequest) -> str:
    """The network address that asks, for limits."""
    settings: Settings | None = request.app.state.get("settings")
    return caller(request, settings.trusted_proxies if settings else 0)
