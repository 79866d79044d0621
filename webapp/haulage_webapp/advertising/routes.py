"""What the marketplace may advertise of itself, for everybody to read."""

import msgspec
from litestar import get

from haulage.advertising import AdvertisedFigures, HourlyPay
from haulage.kernel.policy import Action
from haulage.kernel.services import ServiceType
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.security import OPEN_TO_VISITORS, does


class HourlyPayOut(msgspec.Struct):
    """The median of what completed *jobs* paid their drivers for each hour from accepting to completing them,
    gross and without tips, over the last 90 days."""

    median_cents: int
    jobs: int

    @classmethod
    def of(cls, pay: HourlyPay | None) -> "HourlyPayOut | None":
        return None if pay is None else cls(pay.median_cents, pay.jobs)


class MeanRatingOut(msgspec.Struct):
    """The mean of whole stars from 1 to 5 that customers gave."""

    stars: float
    ratings: int


class AdvertisedFiguresOut(msgspec.Struct):
    """Null wherever there are fewer than 100 observations. Read anew once an hour."""

    rating: MeanRatingOut | None
    all_jobs: HourlyPayOut | None
    delivery: HourlyPayOut | None
    moving: HourlyPayOut | None

    @classmethod
    def of(cls, figures: AdvertisedFigures) -> "AdvertisedFiguresOut":
        rating = figures.rating
        return cls(
            None if rating is None else MeanRatingOut(rating.stars, rating.ratings),
            HourlyPayOut.of(figures.all_jobs),
            HourlyPayOut.of(figures.by_service.get(ServiceType.DELIVERY)),
            HourlyPayOut.of(figures.by_service.get(ServiceType.MOVING)),
        )


@get(
    "/advertised-figures",
    operation_id="get_advertised_figures",
    summary="The marketplace's own rating and pay, where there is enough to say",
    tags=["status"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def get_advertised_figures(marketplace: InjectedMarketplace) -> AdvertisedFiguresOut:
    return AdvertisedFiguresOut.of(await marketplace.advertising.see_figures())


ROUTES = [get_advertised_figures]
