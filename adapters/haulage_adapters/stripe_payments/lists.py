"""Whole lists of Stripe's, read page by page (docs.stripe.com/api/pagination)."""

from collections.abc import Awaitable, Callable
from typing import Any

from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_list, as_object, as_text
from haulage_adapters.stripe_payments.client import Said

PAGE = 100
"""Stripe's greatest page."""
MOST_PAGES = 50
"""Ours: no charge or transfer that we know of comes near to 5,000 refunds, reversals or disputes. A list that
is longer is no answer, for what was read of it would be taken for the whole."""
MAX_ID = 200

Ask = Callable[[dict[str, Any]], Awaitable[Said]]
"""One request for a page, with the parameters that say which."""


async def whole_list(ask: Ask, **wanted: Any) -> list[Said]:
    """Everything on the list, oldest first. Raises ``InvalidResponse`` for a list that does not end."""
    found: list[Said] = []
    params: dict[str, Any] = {**wanted, "limit": PAGE}
    for _ in range(MOST_PAGES):
        said = await ask(params)
        page = [as_object(each, "an entry") for each in as_list(said.get("data"), "data", most=PAGE)]
        found += page
        if said.get("has_more") is not True:
            return found[::-1]
        if not page:
            raise InvalidResponse("an empty page of a list that goes on")
        params = {**params, "starting_after": as_text(page[-1].get("id"), "id", most=MAX_ID)}
    raise InvalidResponse(f"a list of more than {MOST_PAGES} pages")
