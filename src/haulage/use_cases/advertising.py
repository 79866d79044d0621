"""The marketplace's own figures, for pages that advertise (OP-104)."""

from datetime import datetime, timedelta

import attrs

from haulage.advertising import PERIOD, AdvertisedFigures, hourly_pay, mean_rating
from haulage.kernel.services import ServiceType
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork

READ_AGAIN_AFTER = timedelta(hours=1)
"""Ours: anybody may ask, and a median of 90 days is no other within the hour."""
MOST_READ = 10_000
"""Ours: of a larger market the newest observations say enough."""


@attrs.define
class SeeAdvertisedFigures:
    """Reads the marketplace's public figures.

    Cached in memory for an hour, so that a visitor costs no reading.
    """

    storage: Storage
    clock: Clock
    _known: AdvertisedFigures | None = attrs.field(default=None, init=False)
    _read_at: datetime | None = attrs.field(default=None, init=False)

    async def __call__(self) -> AdvertisedFigures:
        now = self.clock.now()
        recent = self._read_at is not None and abs(now - self._read_at) < READ_AGAIN_AFTER
        if self._known is None or not recent:
            self._known, self._read_at = await self.storage.read(lambda unit: _read(unit, now)), now
        return self._known


async def _read(unit: UnitOfWork, now: datetime) -> AdvertisedFigures:
    jobs = await unit.advertising.job_pay(now - PERIOD, MOST_READ)
    found = {
        service: hourly_pay([job for job in jobs if job.service_type is service]) for service in ServiceType
    }
    return AdvertisedFigures(
        rating=mean_rating(await unit.advertising.stars(MOST_READ)),
        all_jobs=hourly_pay(jobs),
        by_service={service: pay for service, pay in found.items() if pay is not None},
    )


@attrs.frozen
class AdvertisingUseCases:
    """What pages may claim about the marketplace."""

    see_figures: SeeAdvertisedFigures
