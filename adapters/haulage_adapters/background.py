"""What a process does beside answering requests, or instead of it."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import background_work
from haulage_adapters.settings import Settings

log = logging.getLogger(__name__)

CHORES_EVERY_SECONDS = 30.0


@asynccontextmanager
async def working_beside(settings: Settings, marketplace: Marketplace) -> AsyncIterator[None]:
    """Run the chores and the assembly's own background work until the context is left."""
    closing = asyncio.Event()
    chores = asyncio.create_task(_do_chores(marketplace, closing))
    works = background_work(settings, marketplace)
    others = [asyncio.create_task(_guarded(work)) for work in works]
    try:
        yield
    finally:
        closing.set()
        for task in others:
            task.cancel()
        await asyncio.gather(chores, *others, return_exceptions=True)
        for work in works:
            work.close()  # one that was cancelled before it could begin


async def _do_chores(marketplace: Marketplace, closing: asyncio.Event) -> None:
    """Forget old mails, what limits and sign-ins leave behind, and ended sessions and replies.
    Give payments from before there were receipts theirs.

    A chore that has begun is let finish: cancelled in the middle it would leave a connection behind.
    """
    while not closing.is_set():
        try:
            await marketplace.deliver_mail.forget_old()
            await marketplace.keep_house()
            await marketplace.accounts.forget_spent()
            await marketplace.receipts.issue_missing.until_none_is_left()
        except Exception:
            log.exception("a chore failed and will be tried again")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CHORES_EVERY_SECONDS):
                await closing.wait()


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    """A fault in work that nobody waits for is at least written down."""
    try:
        await work
    except Exception:
        log.exception("background work ended with a fault")
