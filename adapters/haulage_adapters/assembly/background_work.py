"""What a process does beside answering requests, or instead of it."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, TypeAlias

import attrs

from haulage.kernel.errors import HaulageError
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters import demonstration
from haulage_adapters.assembly import maps
from haulage_adapters.settings import Settings
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.system.deadlines import within
from haulage_adapters.system.faults import log_fault
from haulage_adapters.system.termination import on_termination

log = logging.getLogger(__name__)

Chore: TypeAlias = Callable[[], Awaitable[object]]


@attrs.frozen
class ChoreTiming:
    """All figures are ours."""

    every_seconds: float = 30.0
    limit: timedelta = timedelta(minutes=10)
    """A chore that takes longer hangs: it is cancelled and begins again later."""
    farewell_seconds: float = 2.0
    """What a chore under way is given to finish when the process ends."""


STANDARD_CHORES = ChoreTiming()
RECURRING_EVERY_SECONDS = 5.0
"""How late a recurring job may be enqueued; to look costs no query until a new period has begun."""


@asynccontextmanager
async def working_beside(
    settings: Settings,
    marketplace: Marketplace,
    timing: ChoreTiming = STANDARD_CHORES,
    *,
    ended: Callable[[], None] = lambda: None,
) -> AsyncIterator[None]:
    """Run the chores and the assembly's own background work until the context is left, or the process is
    told to end: then jobs are handed back at once, though requests under way may hold the server up, and
    *ended* is called."""
    closing = asyncio.Event()
    chores = [
        asyncio.create_task(repeat(name, chore, closing, timing))
        for name, chore in chores_of(marketplace).items()
    ]
    works = background_work(settings, marketplace)
    others = [asyncio.create_task(_guarded(work)) for work in works]
    recurring = asyncio.create_task(_enqueue_recurring_jobs(marketplace, closing))

    def end() -> None:
        if closing.is_set():
            return  # To cancel twice would cut off what they do at their end.
        closing.set()
        ended()
        for task in others:
            task.cancel()

    try:
        with on_termination(end):
            yield
    finally:
        end()
        await asyncio.gather(_end([*chores, recurring], timing), *others, return_exceptions=True)
        for work in works:
            work.close()  # one that was cancelled before it could begin


def background_work(settings: Settings, marketplace: Marketplace) -> list[Coroutine[Any, Any, None]]:
    """What a server process runs beside its requests, for as long as it lives."""
    work = [
        maps.prepare_places(marketplace.maps.places),
        marketplace.jobs.worker.run_forever(marketplace.jobs.run),
    ]
    if settings.demo:
        work.append(
            demonstration.run_demonstration(
                marketplace, settings.drivers_speed, for_people=settings.demo_for_drivers
            )
        )
    return work


def chores_of(marketplace: Marketplace) -> dict[str, Chore]:
    """Delete what the retention schedule says has expired, and what limits and sign-ins leave behind.
    Write down how far drivers drove, and rewrite the search texts that changes of names left."""
    return {
        "search texts": marketplace.orders.rewrite_search_texts,
        "mileage": marketplace.deliveries.record_mileage,
        "expired data": marketplace.retention.delete_expired,
        "spent sign-ins": marketplace.accounts.forget_spent,
    }


async def repeat(name: str, chore: Chore, closing: asyncio.Event, timing: ChoreTiming) -> None:
    """Do one chore again and again until *closing* is set. Each has a loop of its own, so that one that
    raises or hangs keeps no other from being done."""
    while not closing.is_set():
        try:
            await within(chore, timing.limit)
        except Exception as fault:
            log_fault(log, f"chore {name!r} failed and will be tried again", fault)
            if not isinstance(fault, HaulageError):  # a defect, which waiting does not mend
                log_alarm("chores.failed", chore=name)
        await _pause(closing, timing.every_seconds)


async def _end(chores: Sequence[asyncio.Task[None]], timing: ChoreTiming) -> None:
    """A chore that has begun is let finish, if that is soon."""
    _, late = await asyncio.wait(chores, timeout=timing.farewell_seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


async def _enqueue_recurring_jobs(marketplace: Marketplace, closing: asyncio.Event) -> None:
    while not closing.is_set():
        try:
            await marketplace.jobs.enqueue_recurring()
        except Exception as fault:
            log_fault(log, "recurring jobs could not be enqueued", fault)
        await _pause(closing, RECURRING_EVERY_SECONDS)


async def _pause(closing: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await closing.wait()


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    """A fault in work that nobody waits for is at least written down."""
    try:
        await work
    except Exception as fault:
        log_fault(log, "background work ended", fault)
