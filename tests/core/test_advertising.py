"""What may be advertised: enough of the platform's own observations, or nothing."""

from datetime import timedelta

import pytest

from haulage.advertising import HourlyPay, JobPay, MeanRating, hourly_pay, mean_rating
from haulage.kernel.services import ServiceType


def job(cents: int, minutes: int = 60) -> JobPay:
    return JobPay(ServiceType.DELIVERY, cents, timedelta(minutes=minutes))


@pytest.mark.parametrize(("jobs", "said"), [(99, None), (100, HourlyPay(2500, 100))])
def test_pay_is_said_from_a_hundred_jobs_on(jobs: int, said: HourlyPay | None) -> None:
    assert hourly_pay([job(2500)] * jobs) == said


def test_pay_is_the_median_of_what_each_job_paid_for_an_hour() -> None:
    jobs = [job(1000, 30)] * 60 + [job(9000, 30)] * 41
    assert hourly_pay(jobs) == HourlyPay(2000, 101)


def test_of_two_middle_jobs_the_lower_one_is_said() -> None:
    assert hourly_pay([job(1000)] * 50 + [job(3000)] * 50) == HourlyPay(1000, 100)


def test_jobs_that_took_no_time_are_no_observations() -> None:
    assert hourly_pay([job(1000)] * 99 + [job(1000, 0)]) is None


@pytest.mark.parametrize(
    ("stars", "said"),
    [([5] * 99, None), ([5] * 99 + [4], MeanRating(4.99, 100)), ([4, 5, 5] * 50, MeanRating(4.67, 150))],
)
def test_a_rating_is_the_mean_of_a_hundred_or_more(stars: list[int], said: MeanRating | None) -> None:
    assert mean_rating(stars) == said
