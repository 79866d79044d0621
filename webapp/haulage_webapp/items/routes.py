"""The usual things that are moved, and what a list of them amounts to."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from haulage.items import load_of, search_presets
from haulage.kernel.policy import Action
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.items import ItemListIn, ItemPresetOut, LoadOut
from haulage_webapp.errors import refusals
from haulage_webapp.security import OPEN_TO_VISITORS, does

MAX_SEARCH_LENGTH = 100


@get(
    "/items/presets",
    operation_id="list_item_presets",
    summary="Usual things to be moved, with their usual weight and size",
    tags=["prices"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
    responses=refusals(),
)
async def list_item_presets(
    search: Annotated[
        str,
        QueryParameter(max_length=MAX_SEARCH_LENGTH, description="Words, each the beginning of one of its."),
    ] = "",
) -> PageOut[ItemPresetOut]:
    return PageOut.whole([ItemPresetOut.of(preset) for preset in search_presets(search)])


@post(
    "/items/load",
    operation_id="describe_load",
    summary="What a list of items weighs and takes, which vehicle it fits, and how many people",
    tags=["prices"],
    status_code=200,
    opt=does(Action.CALCULATE_FARE),
    security=OPEN_TO_VISITORS,
    responses=refusals(),
)
async def describe_load(data: JSONBody[ItemListIn]) -> LoadOut:
    items = data.to_core()
    return LoadOut.of(load_of(items), items)


ROUTES = [list_item_presets, describe_load]
