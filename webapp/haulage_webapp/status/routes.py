"""What kind of marketplace this is, for the browser to say so."""

from typing import Literal

import msgspec
from litestar import get
from litestar.datastructures import State

from haulage import __version__
from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_webapp.security import OPEN_TO_VISITORS, does


class StatusOut(msgspec.Struct):
    """The mode, and the outside services that are simulated here."""

    mode: Literal["default", "demo", "real"]
    version: str
    simulated: list[str]


@get(
    "/status",
    operation_id="get_status",
    summary="The mode, and which outside services are simulated",
    tags=["status"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def get_status(state: State) -> StatusOut:
    settings: Settings = state.settings
    return StatusOut(settings.mode, __version__, list(settings.simulated_services))
