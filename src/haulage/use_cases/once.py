"""Doing a thing once however often it is asked: idempotency keys (SAFETY rule 3).

Caller, route, body hash, effects and reply are kept in one transaction. The reply is opaque here:
the shell that asks says how a result is written down, and gets the same bytes back for a repeat.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import ClassVar, Generic, TypeVar

import attrs

from haulage.kernel.errors import HaulageError, RuleBroken
from haulage.ports.storage import ReplyKey, Storage, StoredReply, UnitOfWork

T = TypeVar("T")

MAX_KEY_LENGTH = 255


@attrs.frozen
class Once(Generic[T]):
    """One asking: the caller's key, the hash of what was asked, and how to write the answer."""

    key: ReplyKey
    body_hash: str
    write: Callable[[T], bytes]


@attrs.define(eq=False, str=False)
class KeyReused(RuleBroken):
    """The same key came with another body."""

    code: ClassVar[str] = "idempotency_key_reused"

    @property
    def message(self) -> str:
        return "This Idempotency-Key was used for a different request."


@attrs.define(eq=False)
class Replayed(Exception):
    """The question was answered before; *reply* is that answer."""

    reply: bytes


async def recall(unit: UnitOfWork, once: Once[T] | None) -> None:
    """Raise ``Replayed`` with the earlier answer, or ``KeyReused``; return when the key is new."""
    if once is None:
        return
    stored = await unit.replies.get(once.key)
    if stored is None:
        return
    if stored.body_hash != once.body_hash:
        raise KeyReused
    raise Replayed(stored.reply)


async def remember(unit: UnitOfWork, once: Once[T] | None, result: T, now: datetime) -> None:
    """Keep the answer beside its effects."""
    if once is not None:
        await unit.replies.add(once.key, StoredReply(once.body_hash, once.write(result)), now)


async def write_once(
    storage: Storage, once: Once[T] | None, work: Callable[[UnitOfWork], Awaitable[T]], now: datetime
) -> T:
    """Run *work* in one transaction unless its key has an answer; of two at once, one is answered first."""

    async def answer(unit: UnitOfWork) -> T:
        await recall(unit, once)
        result = await work(unit)
        await remember(unit, once, result, now)
        return result

    try:
        return await storage.write(answer)
    except HaulageError:
        # The twin of this request may have been first: its effects are what refused ours.
        await storage.read(lambda unit: recall(unit, once))
        raise
