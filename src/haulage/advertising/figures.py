"""Figures that may be advertised. Advertised pay that nobody earned cost Lyft $2.1 million (FTC, 2024)."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from statistics import mean, median_low

import attrs

from haulage.kernel.services import ServiceType

OBSERVATIONS_NEEDED = 100
"""Fewer say nothing in public (OP-104; ours)."""
PERIOD = timedelta(days=90)
"""Pay is that of jobs completed within so long (OP-104)."""


@attrs.frozen
class JobPay:
    """One completed job: the driver's share of the fare without its tip, and the time from accepting the job
    to completing it."""

    service_type: ServiceType
    cents: int
    took: timedelta


@attrs.frozen
class HourlyPay:
    """The median over *jobs* of what one paid for each hour, gross, in cents."""

    median_cents: int
    jobs: int


@attrs.frozen
class MeanRating:
    """The mean of *ratings* whole stars from 1 to 5, to two decimals."""

    stars: float
    ratings: int


@attrs.frozen
class AdvertisedFigures:
    """None, or a missing service, where there are too few observations to say anything."""

    rating: MeanRating | None
    all_jobs: HourlyPay | None
    by_service: Mapping[ServiceType, HourlyPay]


def hourly_pay(jobs: Sequence[JobPay]) -> HourlyPay | None:
    """Rounded down to whole cents; a job that took no time has no pay for an hour and counts for nothing."""
    hour = timedelta(hours=1)
    timed = [job.cents * hour // job.took for job in jobs if job.took > timedelta()]
    if len(timed) < OBSERVATIONS_NEEDED:
        return None
    return HourlyPay(median_low(timed), len(timed))


def mean_rating(stars: Sequence[int]) -> MeanRating | None:
    """Rounded half to even by :func:`round`."""
    if len(stars) < OBSERVATIONS_NEEDED:
        return None
    return MeanRating(round(mean(stars), 2), len(stars))
