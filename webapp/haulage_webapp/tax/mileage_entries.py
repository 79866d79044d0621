"""What a driver writes into their mileage log."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.expenses import TaxRecordChangeOut
from haulage_adapters.wire.tax import MileageEntryIn, MileageEntryOut, MileageEntryYearOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.tax.expenses import OWN, TaxYearOf

PATH = "/drivers/{driver_id:str}/tax/mileage/entries"


@get(
    PATH,
    operation_id="list_mileage_entries",
    summary="What one wrote into one's mileage log in a year, the latest day first, with its sums",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(400, 401, 403, 404),
)
async def list_mileage_entries(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    year: TaxYearOf = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> MileageEntryYearOut:
    page = PageRequest(limit, cursor)
    return MileageEntryYearOut.of(await marketplace.tax.mileage_entries.list(actor, driver_id, page, year))


@post(
    PATH,
    operation_id="add_mileage_entry",
    summary="Write down miles that were not driven with an order",
    tags=["taxes"],
    status_code=201,
    opt=OWN,
    responses=refusals(400, 401, 403, 404, 409, 422),
)
async def add_mileage_entry(
    driver_id: FromPath[str],
    data: JSONBody[MileageEntryIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> MileageEntryOut:
    return MileageEntryOut.of(await marketplace.tax.mileage_entries.add(actor, driver_id, data.to_core()))


@put(
    PATH + "/{entry_id:str}",
    operation_id="change_mileage_entry",
    summary="Replace a mileage entry; how it was before stays",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(400, 401, 403, 404, 409, 422),
)
async def change_mileage_entry(
    driver_id: FromPath[str],
    entry_id: FromPath[str],
    data: JSONBody[MileageEntryIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> MileageEntryOut:
    changed = await marketplace.tax.mileage_entries.change(actor, driver_id, entry_id, data.to_core())
    return MileageEntryOut.of(changed)


@delete(
    PATH + "/{entry_id:str}",
    operation_id="remove_mileage_entry",
    summary="Remove a mileage entry; that it was there stays",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(401, 403, 404, 409),
)
async def remove_mileage_entry(
    driver_id: FromPath[str],
    entry_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> None:
    await marketplace.tax.mileage_entries.remove(actor, driver_id, entry_id)


@get(
    PATH + "/{entry_id:str}/changes",
    operation_id="list_mileage_entry_changes",
    summary="How a mileage entry was before each change, the latest first",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(401, 403, 404),
)
async def list_mileage_entry_changes(
    driver_id: FromPath[str],
    entry_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> PageOut[TaxRecordChangeOut]:
    found = await marketplace.tax.mileage_entries.changes(actor, driver_id, entry_id)
    return PageOut.whole(TaxRecordChangeOut.of(each) for each in found)


ROUTES = [
    list_mileage_entries,
    add_mileage_entry,
    change_mileage_entry,
    remove_mileage_entry,
    list_mileage_entry_changes,
]
