"""Checks of the stored data that decide whether the marketplace may be public."""

from datetime import datetime, timedelta

import attrs

from haulage.jobs import JobsPause
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.service_checks import ServiceChecks


@attrs.frozen
class Readiness:
    """Counts, nobody's name, and whether jobs stand still."""

    administrators_without_second_factor: int
    confirmed_tax_rows: int
    confirmed_authority_rows: int
    jobs_pause: JobsPause | None = None


@attrs.frozen
class SeeReadiness:
    """Reads what still keeps the marketplace from being public.

    For operators.
    """

    storage: Storage

    async def __call__(self, actor: Actor) -> Readiness:
        """Raises ``Forbidden``."""
        authorize(actor, Action.OPERATE_SERVER)

        async def work(unit: UnitOfWork) -> Readiness:
            unprotected = await unit.accounts.administrators_without_second_factor()
            taxes, lanes = await unit.taxes.rows(), await unit.authority.rows()
            pause = await unit.operation.jobs_pause()
            return Readiness(unprotected, len(taxes), len(lanes), pause)

        return await self.storage.read(work)


PROBE_EVERY = timedelta(seconds=5)
"""Ours: what may be asked by anybody, and often, writes no more than this often in each process."""


@attrs.define(eq=False)
class CheckReady:
    """Whether requests can be served: the storage takes writes."""

    storage: Storage
    clock: Clock
    _checked_at: datetime | None = attrs.field(default=None, init=False)
    _refusal: Unavailable | None = attrs.field(default=None, init=False)

    async def __call__(self) -> None:
        """Raises ``Unavailable``, for the same reason until the storage is asked again."""
        if self._checked_at is None or abs(self.clock.now() - self._checked_at) >= PROBE_EVERY:
            self._refusal = await self._ask()
            self._checked_at = self.clock.now()
        if self._refusal is not None:
            raise self._refusal

    async def _ask(self) -> Unavailable | None:
        try:
            await self.storage.check_writes()
        except Unavailable as refusal:
            return refusal
        return None


@attrs.frozen
class CheckStorage:
    """Whether the storage answers at all; nothing is written."""

    storage: Storage

    async def __call__(self) -> None:
        """Raises ``Unavailable``."""
        await self.storage.check()


@attrs.frozen
class ReadinessUseCases:
    """Whether the marketplace may face the public, and whether it can serve now."""

    see: SeeReadiness
    check: CheckReady
    check_storage: CheckStorage
    services: ServiceChecks
