"""One's own data: to take along, and to have erased."""

from typing import Annotated, Any

from litestar import Request, delete, get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Meta

from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import Action
from haulage.use_cases.personal_data.erase_person import MAX_PASSWORD_LENGTH
from haulage_adapters.archives import zipped
from haulage_adapters.settings import Settings
from haulage_adapters.wire.common import In
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.limits import caller
from haulage_webapp.security import bearer_in, does

ATTACHMENT = 'attachment; filename="haulage-my-data.zip"'
ZIP = "application/zip"


class EraseIn(In):
    """The password, unless one signed in within the last ten minutes."""

    password: Annotated[str, Meta(max_length=MAX_PASSWORD_LENGTH)] | None = None


@get(
    "/me/data",
    operation_id="export_own_data",
    summary="Everything that is held about oneself, as a ZIP file",
    description="A JSON file for each kind of record that is there, and the photos of deliveries.",
    tags=["account"],
    media_type=ZIP,
    opt=does(Action.EXPORT_PERSONAL_DATA),
    responses={200: ResponseSpec(bytes, media_type=ZIP, generate_examples=False, description="The archive.")}
    | refusals(401, 403, 429),
)
async def export_own_data(marketplace: InjectedMarketplace, actor: InjectedActor) -> Stream:
    export = await marketplace.personal_data.export(actor)
    return Stream(zipped(export), media_type=ZIP, headers={"Content-Disposition": ATTACHMENT})


@delete(
    "/me",
    operation_id="erase_own_account",
    summary="Delete one's account: what is personal is erased, the books stay",
    tags=["account"],
    status_code=204,
    opt=does(Action.ERASE_ACCOUNT, needs_proof=True),
    responses=refusals(401, 403, 409, 429),
)
async def erase_own_account(
    request: Request[Any, Any, State],
    data: JSONBody[EraseIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> None:
    if actor.user_id is None:
        raise Unauthenticated
    settings: Settings = request.app.state.settings
    token = bearer_in(request.headers["authorization"])
    asking = caller(request, settings.trusted_proxies)
    await marketplace.personal_data.erase(token, data.password, caller=asking)


ROUTES = [export_own_data, erase_own_account]
