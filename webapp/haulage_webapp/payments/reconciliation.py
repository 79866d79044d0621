"""Differences from the card provider, and what administrators do about them."""

from datetime import datetime
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from haulage.kernel.policy import Action
from haulage.payments import Refund
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.payments.reconciliation_run import ReconciliationRun, RunState
from haulage.payments.refund import MAX_REASON_LENGTH
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import In, Instant, Out, PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedAsking, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.payments.refunds import RefundOut
from haulage_webapp.security import does


class ReconcileIn(In):
    """Without a time, as far back as the daily run looks."""

    since: datetime | None = None


class WithdrawIn(In):
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]


class DifferenceOut(Out):
    """How one payment, refund or dispute differs from the card provider's. Cents are signed: what comes to
    us is positive; null where a side has nothing."""

    id: str
    kind: DifferenceKind
    subject: DifferenceSubject
    payment_id: str | None
    refund_id: str | None
    order_id: str | None
    their_id: str | None
    our_cents: int | None
    their_cents: int | None
    our_status: str | None
    their_status: str | None
    occurred_at: Instant
    created_at: Instant
    seen_at: Instant
    closed_at: Instant | None
    accepted_because: str | None

    @classmethod
    def of(cls, found: Difference) -> "DifferenceOut":
        return cls.from_attributes(found)


class ReconciliationRunOut(msgspec.Struct):
    """A run: asked for, under way, done or broken off. What it has read, found, mended and closed it tells
    at its end; `open` counts what was open then. `mending` is false for the nightly one, which only finds."""

    id: str
    state: RunState
    mending: bool
    since: Instant | None
    requested_at: Instant
    started_at: Instant | None
    finished_at: Instant | None
    failure: str | None
    entries: int
    found: int
    mended: int
    closed: int
    open: int

    @classmethod
    def of(cls, run: ReconciliationRun, now: datetime) -> "ReconciliationRunOut":
        names = (name for name in cls.__struct_fields__ if name != "state")
        return cls(state=run.state(now), **{name: getattr(run, name) for name in names})


class LatestRunOut(msgspec.Struct):
    """The latest run; null where there was none yet."""

    run: ReconciliationRunOut | None


def _refund(refund: Refund) -> Reply:
    return Reply.of(200, RefundOut.of(refund))


REFUND_REPLY: dict[int, ResponseSpec] = {
    200: ResponseSpec(RefundOut, generate_examples=False, description="The refund as it is now"),
    **refusals(400, 401, 403, 404, 409, 503),
}


@get(
    "/payments/differences",
    operation_id="list_payment_differences",
    summary="Where our books differ from the card provider's, newest first (admins)",
    tags=["administration"],
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(401, 403),
)
async def list_differences(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    closed: Annotated[bool, QueryParameter(description="Those that are no more.")] = False,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DifferenceOut]:
    page = PageRequest(limit, cursor)
    return PageOut.of(
        await marketplace.payments.reconcile.differences(actor, page, closed=closed), DifferenceOut.of
    )


@post(
    "/payments/reconcile",
    operation_id="reconcile_payments",
    summary="Have a job compare with the card provider, and mend what asking it can mend (admins)",
    tags=["administration"],
    status_code=202,
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(400, 401, 403),
)
async def reconcile(
    data: JSONBody[ReconcileIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReconciliationRunOut:
    """Asked again while one is under way, it is that one, so it needs no key."""
    run, now = await marketplace.payments.reconciliation_runs.request(actor, data.since)
    return ReconciliationRunOut.of(run, now)


@get(
    "/payments/reconciliation",
    operation_id="get_latest_reconciliation",
    summary="The latest comparison with the card provider (admins)",
    tags=["administration"],
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(401, 403),
)
async def latest_run(marketplace: InjectedMarketplace, actor: InjectedActor) -> LatestRunOut:
    run, now = await marketplace.payments.reconciliation_runs.latest(actor)
    return LatestRunOut(None if run is None else ReconciliationRunOut.of(run, now))


@post(
    "/refunds/{refund_id:str}/resend",
    operation_id="resend_refund",
    summary="Have a refund sent again that has not gone out (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.REFUND_PAYMENT),
    responses=REFUND_REPLY,
)
async def resend_refund(
    refund_id: FromPath[str], marketplace: InjectedMarketplace, asking: InjectedAsking
) -> Response[bytes]:
    resend = marketplace.payments.unsent_refunds.resend
    return _refund(await resend(asking.actor, refund_id, asking.once(_refund))).response()


@post(
    "/refunds/{refund_id:str}/withdraw",
    operation_id="withdraw_refund",
    summary="Owe a refund no more that can never be sent (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.REFUND_PAYMENT),
    responses=REFUND_REPLY,
)
async def withdraw_refund(
    refund_id: FromPath[str],
    data: JSONBody[WithdrawIn],
    marketplace: InjectedMarketplace,
    asking: InjectedAsking,
) -> Response[bytes]:
    withdraw = marketplace.payments.unsent_refunds.withdraw
    return _refund(await withdraw(asking.actor, refund_id, data.reason, asking.once(_refund))).response()


ROUTES = [list_differences, reconcile, latest_run, resend_refund, withdraw_refund]
