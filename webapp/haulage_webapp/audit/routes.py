"""The audit trail for administrators."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream

from haulage.audit import AuditAction
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.admin_tables import AUDIT_TABLE, AuditColumn
from haulage_adapters.wire.audit import AuditEntryOut
from haulage_adapters.wire.common import PageOut
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Wanted = Annotated[str | None, QueryParameter(max_length=64)]
Which = Annotated[AuditAction | None, QueryParameter()]
When = Annotated[datetime | None, QueryParameter()]


def _wanted(
    actor_id: str | None,
    action: AuditAction | None,
    object_id: str | None,
    date_from: datetime | None,
    date_to: datetime | None,
) -> AuditFilter:
    return AuditFilter(
        actor_id=actor_id,
        action=action.value if action else None,
        object_id=object_id,
        since=instant(date_from, field="date_from") if date_from else None,
        until=instant(date_to, field="date_to") if date_to else None,
    )


@get(
    "/audit",
    operation_id="list_audit",
    summary="Who did what to whom, newest first (admins)",
    description="`date_from` is inside and `date_to` is not. `operator` is every operator.",
    tags=["administration"],
    opt=does(Action.READ_AUDIT),
    responses=refusals(401, 403),
)
async def list_audit(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    actor_id: Wanted = None,
    action: Which = None,
    object_id: Wanted = None,
    date_from: When = None,
    date_to: When = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[AuditEntryOut]:
    wanted = _wanted(actor_id, action, object_id, date_from, date_to)
    return PageOut.of(
        await marketplace.audit.list(actor, PageRequest(limit, cursor), wanted=wanted), AuditEntryOut.of
    )


@get(
    "/audit/export",
    operation_id="export_audit",
    summary="Who did what to whom as CSV, newest first (admins)",
    opt=does(Action.READ_AUDIT),
    **AS_CSV,
)
async def export_audit(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[AuditColumn] | None, QueryParameter(max_items=len(AuditColumn))] = None,
    actor_id: Wanted = None,
    action: Which = None,
    object_id: Wanted = None,
    date_from: When = None,
    date_to: When = None,
) -> Stream:
    wanted = _wanted(actor_id, action, object_id, date_from, date_to)
    pages = await marketplace.export_lists.audit(actor, wanted)
    return csv_file("audit", AUDIT_TABLE, columns, pages)


ROUTES = [list_audit, export_audit]
