"""The background work that empties the outbox."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import attrs

from haulage.email import StoredEmail
from haulage.kernel.errors import HaulageError
from haulage.ports.runtime.topics import EMAILS
from haulage.use_cases.email.deliver_email import DeliverEmail

log = logging.getLogger(__name__)

T = TypeVar("T")

Prepare = Callable[[], Coroutine[Any, Any, int]]


@attrs.frozen
class Rhythm:
    """How a process looks after the outbox. All figures are ours."""

    at_once: int = 4
    """Mails under way at a time, so that one that hangs does not hold up the others."""
    look_every_seconds: float = 1.0
    """For mails that other processes put there, and for those whose pause is over."""
    after_fault_seconds: float = 10.0
    """When the outbox could not be looked at, which is written down each time."""
    farewell_seconds: float = 2.0
    """What mails under way are given to finish when the process ends; a lease covers the rest."""


STANDARD_RHYTHM = Rhythm()


def log_mail_fault(mail_id: str, fault: Exception) -> None:
    """A mailer raised what is no refusal; the mail is tried again."""
    log.error("mail %s failed by a fault in the program", mail_id, exc_info=fault)


async def deliver_forever(deliver: DeliverEmail, prepare: Prepare, rhythm: Rhythm = STANDARD_RHYTHM) -> None:
    """Send what is due until cancelled.

    *prepare* puts mails into the outbox that were only requested.
    """
    slots = asyncio.Semaphore(rhythm.at_once)
    under_way: set[asyncio.Task[None]] = set()

    async def send(taken: StoredEmail) -> None:
        try:
            await deliver.send(taken)
        except Exception:
            log.exception("a mail could not be settled; its lease will run out")
        finally:
            slots.release()

    try:
        async with deliver.notifier.listen(EMAILS) as subscription:
            while True:
                await slots.acquire()
                try:
                    await _to_the_end(prepare())
                    taken = await _to_the_end(deliver.take_one())
                except Exception as fault:
                    slots.release()
                    log.warning("the outbox could not be read: %s", fault, exc_info=not _is_ours(fault))
                    await asyncio.sleep(rhythm.after_fault_seconds)
                    continue
                if taken is None:
                    slots.release()
                    await subscription.wait(rhythm.look_every_seconds)
                    continue
                task = asyncio.create_task(send(taken))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
    finally:
        await _farewell(under_way, rhythm.farewell_seconds)


def _is_ours(fault: Exception) -> bool:
    """A refusal says in a sentence what is wrong; anything else needs its trace."""
    return isinstance(fault, HaulageError)


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Cancelled in the middle of a transaction, the work would leave a connection behind."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def _farewell(under_way: set[asyncio.Task[None]], seconds: float) -> None:
    if not under_way:
        return
    _, late = await asyncio.wait(under_way, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
