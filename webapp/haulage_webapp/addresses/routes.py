"""One's own saved addresses."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.addresses import AddressIn, AddressOut
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@get(
    "/addresses",
    operation_id="list_addresses",
    summary="The addresses that one has saved: Home and Work first, then by name",
    tags=["addresses"],
    opt=does(Action.MANAGE_OWN_ADDRESSES),
    responses=refusals(401),
)
async def list_addresses(marketplace: InjectedMarketplace, actor: InjectedActor) -> PageOut[AddressOut]:
    return PageOut.whole(AddressOut.of(each) for each in await marketplace.addresses.all(actor))


@post(
    "/addresses",
    operation_id="add_address",
    summary="Save an address under a name of one's own",
    tags=["addresses"],
    status_code=201,
    opt=does(Action.MANAGE_OWN_ADDRESSES),
    responses=refusals(400, 401, 409, 422),
)
async def add_address(
    data: JSONBody[AddressIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> AddressOut:
    return AddressOut.of(await marketplace.addresses.add(actor, data.to_core()))


@put(
    "/addresses/{address_id:str}",
    operation_id="change_address",
    summary="Replace a saved address",
    tags=["addresses"],
    opt=does(Action.MANAGE_OWN_ADDRESSES),
    responses=refusals(400, 401, 404, 409, 422),
)
async def change_address(
    address_id: FromPath[str],
    data: JSONBody[AddressIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> AddressOut:
    return AddressOut.of(await marketplace.addresses.change(actor, address_id, data.to_core()))


@delete(
    "/addresses/{address_id:str}",
    operation_id="remove_address",
    summary="Remove a saved address; orders that were booked with it stay as they are",
    tags=["addresses"],
    opt=does(Action.MANAGE_OWN_ADDRESSES),
    responses=refusals(401, 404),
)
async def remove_address(
    address_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> None:
    await marketplace.addresses.remove(actor, address_id)


ROUTES = [list_addresses, add_address, change_address, remove_address]
