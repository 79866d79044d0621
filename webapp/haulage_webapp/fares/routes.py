"""What-if prices, and the services that are sold."""

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from haulage.kernel.policy import Action
from haulage.kernel.services import SERVICE_OF_CLASS, ItemClass, ServiceType
from haulage.pricing import STANDARD_TARIFF
from haulage_adapters.wire.common import Cents, PageOut
from haulage_adapters.wire.fares import CalculatedFareOut, FareIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import OPEN_TO_VISITORS, does

LABELS = {ItemClass.SMALL: "Small Items", ItemClass.LARGE: "Large Items"}


class ServiceOut(msgspec.Struct):
    """A choice of the wizard's first step with its 'starting at' price."""

    item_class: ItemClass
    service_type: ServiceType
    label: str
    starting_at_cents: Cents


@get(
    "/services",
    operation_id="list_services",
    summary="The services with their 'starting at' prices",
    tags=["prices"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def list_services() -> PageOut[ServiceOut]:
    return PageOut.whole(
        [
            ServiceOut(item_class, service, LABELS[item_class], STANDARD_TARIFF.starting_at_cents[service])
            for item_class, service in SERVICE_OF_CLASS.items()
        ]
    )


@post(
    "/fares",
    operation_id="calculate_fare",
    summary="What a trip would cost, by the calculator",
    tags=["prices"],
    status_code=200,
    opt=does(Action.CALCULATE_FARE),
    security=OPEN_TO_VISITORS,
    responses=refusals(409),
)
async def calculate_fare(
    data: JSONBody[FareIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> CalculatedFareOut:
    dropoff = data.dropoff.to_core() if data.dropoff else None
    return CalculatedFareOut.of_calculated(
        await marketplace.quotes.calculate_fare(actor, data.to_core(), dropoff)
    )


ROUTES = [list_services, calculate_fare]
