"""Where trips may begin and end."""

from litestar import get

from haulage.kernel.policy import Action
from haulage_adapters.wire.maps import ServiceAreaOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.security import OPEN_TO_VISITORS, does


@get(
    "/service-area",
    operation_id="get_service_area",
    summary="Where trips may begin and end, and what each service carries how far",
    tags=["maps"],
    opt=does(Action.FIND_PLACES),
    security=OPEN_TO_VISITORS,
)
async def get_service_area(marketplace: InjectedMarketplace, actor: InjectedActor) -> ServiceAreaOut:
    return ServiceAreaOut.of(await marketplace.maps.service_area(actor))


ROUTES = [get_service_area]
