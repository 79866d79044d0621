"""The steps of a scene, each recorded by a reply, so that none is done twice."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from haulage.kernel.errors import Conflict
from haulage.payments.payment import PaymentInProgress
from haulage.ports.storage.idempotency import RequestKey
from haulage.use_cases.idempotency import IdempotentRequest, Replayed
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.payments.checkout import ATTEMPT_LEASE
from haulage_adapters.demonstration.clock import StoryClock

T = TypeVar("T")

TRIES = 20
PAUSE_SECONDS = 0.05
"""A step that another process has under way is tried again; after all tries that process is dead."""


class RecordedSteps:
    """What was done of one scene, in this run or an earlier one."""

    def __init__(self, marketplace: Marketplace, clock: StoryClock, name: str) -> None:
        self._marketplace = marketplace
        self._clock = clock
        self._name = name

    async def do(
        self, step: str, act: Callable[[IdempotentRequest[T]], Awaitable[T]], describe: Callable[[T], str]
    ) -> str:
        """Do a step of this scene, unless it was done before; what there is to tell of it, either way."""
        once = IdempotentRequest[T](self._key(step), "", lambda result: describe(result).encode())
        for _ in range(TRIES):
            with suppress(Conflict, PaymentInProgress):
                return await self._answer(once, act, describe)
            await asyncio.sleep(PAUSE_SECONDS)
        self._clock.at += ATTEMPT_LEASE
        return await self._answer(once, act, describe)

    async def _answer(
        self,
        once: IdempotentRequest[T],
        act: Callable[[IdempotentRequest[T]], Awaitable[T]],
        describe: Callable[[T], str],
    ) -> str:
        try:
            return describe(await act(once))
        except Replayed as earlier:
            return earlier.body.decode()

    async def reply(self, step: str) -> str | None:
        """What there is to tell of a step; None before it is done."""
        reply = await self._marketplace.storage.read(lambda unit: unit.idempotency.get(self._key(step)))
        return reply.body.decode() if reply else None

    def _key(self, step: str) -> RequestKey:
        return RequestKey("demonstration", "seed", f"{self._name}: {step}")
