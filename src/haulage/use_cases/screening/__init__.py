"""Screening: agree to a background check, order it, review its report, and everything before a rejection."""

from haulage.use_cases.screening.facade import ScreeningUseCases
from haulage.use_cases.screening.own_screening import OwnScreening
from haulage.use_cases.screening.review_screenings import QueuedCase, ReviewedCase

__all__ = ["OwnScreening", "QueuedCase", "ReviewedCase", "ScreeningUseCases"]
