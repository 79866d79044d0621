"""The audit trail for administrators."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from haulage.kernel.policy import Action
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.audit import AuditEntryOut
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Wanted = Annotated[str | None, QueryParameter(max_length=64)]


@get(
    "/audit",
    operation_id="list_audit",
    summary="Who did what to whom, newest first (admins)",
    tags=["administration"],
    opt=does(Action.READ_AUDIT),
    responses=refusals(401, 403),
)
async def list_audit(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    actor_id: Wanted = None,
    action: Wanted = None,
    object_id: Wanted = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[AuditEntryOut]:
    wanted = AuditFilter(actor_id=actor_id, action=action, object_id=object_id)
    return PageOut.of(
        await marketplace.audit.list(actor, PageRequest(limit, cursor), wanted=wanted), AuditEntryOut.of
    )


ROUTES = [list_audit]
