"""Read one's own quote, and count quote requests against the limit."""

from datetime import datetime

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing.quote import Quote
from haulage.services.request_counts import count


async def count_quote(unit: UnitOfWork, limit: RateLimit | None, actor: Actor, now: datetime) -> None:
    """Limit quote requests: their answers show who is near, which nobody may collect all day long.

    Raises ``TooManyRequests``; then nothing was counted.
    """
    if limit is None or actor.user_id is None:
        return
    await count(unit, limit, "quotes", actor.user_id, now)


def own_quote(actor: Actor, quote: Quote | None, action: Action) -> Quote:
    """The quote if *actor* may do *action* with it; another's answers like a missing one."""
    owner = quote.customer_id if quote else None
    authorize(actor, action, Facts("Quote", owner_id=owner))
    if quote is None:
        raise NotFound("Quote")
    return quote
