"""What the marketplace may say of itself in figures: its own, and enough of them (OP-104)."""

from haulage.advertising.figures import (
    OBSERVATIONS_NEEDED,
    PERIOD,
    AdvertisedFigures,
    HourlyPay,
    JobPay,
    MeanRating,
    hourly_pay,
    mean_rating,
)

__all__ = (
    "OBSERVATIONS_NEEDED",
    "PERIOD",
    "AdvertisedFigures",
    "HourlyPay",
    "JobPay",
    "MeanRating",
    "hourly_pay",
    "mean_rating",
)
