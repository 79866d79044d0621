"""One's own data: to take along, and to have erased."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta

from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import Action
from haulage.use_cases.personal_data import MAX_PASSWORD_LENGTH, Exported
from haulage_adapters.settings import Settings
from haulage_webapp.bodies import In, Instant
from haulage_webapp.errors import refusals
from haulage_webapp.injected import InjectedActor, InjectedMarketplace
from haulage_webapp.limits import caller
from haulage_webapp.security import does

ATTACHMENT = 'attachment; filename="haulage-my-data.json"'


class EraseIn(In):
    """The password, unless one signed in within the last ten minutes."""

    password: Annotated[str, Meta(max_length=MAX_PASSWORD_LENGTH)] | None = None


class ExportOut(msgspec.Struct):
    """Rows by section, each as it is kept."""

    exported_at: Instant
    user_id: str
    held: dict[str, list[dict[str, Any]]]

    @classmethod
    def of(cls, exported: Exported) -> "ExportOut":
        return msgspec.convert(exported, cls)


@get(
    "/me/data",
    operation_id="export_own_data",
    summary="Everything that is held about oneself, as a file",
    tags=["account"],
    opt=does(Action.EXPORT_PERSONAL_DATA),
    responses=refusals(401, 403),
)
async def export_own_data(marketplace: InjectedMarketplace, actor: InjectedActor) -> Response[ExportOut]:
    exported = ExportOut.of(await marketplace.personal_data.export(actor))
    return Response(exported, headers={"Content-Disposition": ATTACHMENT})


@delete(
    "/me",
    operation_id="erase_own_account",
    summary="Delete one's account: what is personal is erased, the books stay",
    tags=["account"],
    status_code=204,
    opt=does(Action.ERASE_ACCOUNT),
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
    token = request.headers["authorization"].partition(" ")[2].strip()
    asking = caller(request, settings.trusted_proxies)
    await marketplace.personal_data.erase(token, data.password, caller=asking)
