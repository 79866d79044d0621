"""Filling an empty marketplace: everybody signs up and every order is lived through, step by step.

The steps are the use cases themselves, with a clock that tells of the past week, so that whatever
the rules forbid cannot be in the demonstration either.

Every step leaves a reply beside its effects. A run that was broken off is completed by the next one,
and of two processes that tell the story at once, each step is done by one.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from haulage.kernel.errors import Conflict, InvalidInput, RuleBroken
from haulage.ports.storage.idempotency import LASTING_ROUTE, RequestKey, StoredResponse
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.applying import apply_to_drive
from haulage_adapters.demonstration.clock import StoryClock, at_clock
from haulage_adapters.demonstration.driving import contest_one_event, seed_past_drives
from haulage_adapters.demonstration.history import seed_story
from haulage_adapters.demonstration.paying import (
    add_payout_methods,
    count_the_week_as_paid,
    spend_and_pay_out,
)
from haulage_adapters.demonstration.people import DemonstrationSignIns
from haulage_adapters.demonstration.progress import Report, quiet
from haulage_adapters.demonstration.registration import send_drivers_out, sign_everybody_up
from haulage_adapters.settings import Settings

OPENED = timedelta(days=8)
"""How long ago the people of the demonstration signed up."""

BEGUN = RequestKey("demonstration", LASTING_ROUTE, "begun")
"""Marks a database as the demonstration's; its reply is the instant at which the story ends."""
SEEDED = RequestKey("demonstration", LASTING_ROUTE, "story")
"""Marks that everybody and every order is there."""


class HasAccountsOfItsOwn(RuleBroken):
    """The demonstration's data cannot be added to a database with real accounts: its passwords are public."""

    code = "has_accounts_of_its_own"
    message = "This marketplace has accounts of its own: the demonstration needs an empty one."


async def seed_demonstration(
    marketplace: Marketplace, settings: Settings, report: Report = quiet
) -> DemonstrationSignIns:
    """People, drivers and orders in every state; a second run completes the first or changes nothing.

    Raises ``InvalidInput`` when the settings name a real card, payout or screening provider, and
    ``HasAccountsOfItsOwn`` when people who are not the demonstration's have signed up.
    """
    if settings.mode == "real":
        raise InvalidInput("demo", "never fills a marketplace with real providers")
    now = await _begin(marketplace)
    if now is None:
        return DemonstrationSignIns(changed=False)
    clock = StoryClock(now - OPENED)
    past_marketplace = at_clock(marketplace, clock)
    await count_the_week_as_paid(marketplace, now)
    await sign_everybody_up(past_marketplace, report)
    await send_drivers_out(past_marketplace)
    await add_payout_methods(past_marketplace)
    await seed_story(past_marketplace, clock, now, report)
    await seed_past_drives(past_marketplace, now)
    await contest_one_event(past_marketplace)
    await spend_and_pay_out(past_marketplace, clock)
    await apply_to_drive(past_marketplace, clock)
    with suppress(Conflict):
        await marketplace.storage.write(
            lambda unit: unit.idempotency.add(SEEDED, StoredResponse("", b""), now)
        )
    return DemonstrationSignIns(changed=True)


async def _begin(marketplace: Marketplace) -> datetime | None:
    """The instant at which the story ends, the same for every run; None when it is told already."""
    now = marketplace.clock.now()

    async def begin(unit: UnitOfWork) -> datetime | None:
        has_accounts = await unit.accounts.any_exist()  # before the mark, which is older than its people
        if await unit.idempotency.get(SEEDED) is not None:
            return None
        begun = await unit.idempotency.get(BEGUN)
        if begun is not None:
            return datetime.fromisoformat(begun.body.decode())
        if has_accounts:
            raise HasAccountsOfItsOwn
        await unit.idempotency.add(BEGUN, StoredResponse("", now.isoformat().encode()), now)
        return now

    try:
        return await marketplace.storage.write(begin)
    except Conflict:
        return await marketplace.storage.write(begin)
