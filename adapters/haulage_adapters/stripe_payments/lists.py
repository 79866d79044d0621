"""Whole lists of Stripe's, read page by page (docs.stripe.com/api/pagination)."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import JsonObject, Name, read_value
from haulage_adapters.stripe_payments.client import Said

PAGE = 100
"""Stripe's greatest page."""
MOST_PAGES = 50
"""Ours: no charge or transfer that we know of comes near to 5,000 refunds, reversals or disputes. A list that
is longer is no answer, for what was read of it would be taken for the whole."""

Ask = Callable[[dict[str, Any]], Awaitable[Said]]
"""One request for a page, with the parameters that say which."""


class Page(msgspec.Struct):
    """A list of Stripe's, or the rest of one."""

    data: Annotated[list[JsonObject], Meta(max_length=PAGE)]
    has_more: Any = None


class Named(msgspec.Struct):
    """Any object of Stripe's."""

    id: Name


async def whole_list(ask: Ask, **wanted: Any) -> list[Said]:
    """Everything on the list, oldest first. Raises ``InvalidResponse`` for a list that does not end."""
    found: list[Said] = []
    params: dict[str, Any] = {**wanted, "limit": PAGE}
    for _ in range(MOST_PAGES):
        page = read_value(await ask(params), Page)
        found += page.data
        if page.has_more is not True:
            return found[::-1]
        if not page.data:
            raise InvalidResponse("an empty page of a list that goes on")
        params = {**params, "starting_after": read_value(page.data[-1], Named).id}
    raise InvalidResponse(f"a list of more than {MOST_PAGES} pages")
