"""The administrators' queue of applications to drive."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.onboarding import ApplicationStatus
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.application_review import (
    ApplicationDecisionIn,
    ListedApplicationOut,
    NextApplicationOut,
    OverrideConfirmationIn,
    ReviewedApplicationOut,
)
from haulage_adapters.wire.applications import VinCheckOut
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)
MOST_HOURS = 24 * 365


@get(
    "/onboarding/applications",
    operation_id="list_applications",
    summary="Applications that wait for a decision, or those of a status; oldest first",
    tags=["onboarding"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403),
)
async def list_applications(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    with_status: Annotated[ApplicationStatus | None, QueryParameter(name="status")] = None,
    waiting_hours: Annotated[int | None, QueryParameter(ge=0, le=MOST_HOURS)] = None,
    own: Annotated[bool, QueryParameter()] = False,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedApplicationOut]:
    """`waiting_hours` leaves out what was submitted since then, `own` what one does not look at oneself."""
    page = await marketplace.onboarding.review.list(
        actor, PageRequest(limit, cursor), with_status, waiting_hours=waiting_hours, own=own
    )
    return PageOut.of(page, ListedApplicationOut.of)


@get(
    "/onboarding/applications/{application_id:str}",
    operation_id="get_application",
    summary="An application that was submitted, with what an approval still needs",
    tags=["onboarding"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403, 404),
)
async def get_application(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReviewedApplicationOut:
    found = await marketplace.onboarding.review.show(actor, application_id)
    return ReviewedApplicationOut.of_reviewed(found)


@get(
    "/onboarding/applications/{application_id:str}/vin",
    operation_id="check_applicants_vin",
    summary="What an applicant typed of their vehicle held against its VIN",
    tags=["onboarding"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403, 404, 503),
)
async def check_applicants_vin(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> VinCheckOut:
    return VinCheckOut.of(await marketplace.onboarding.check_vin.of_application(actor, application_id))


@get(
    "/onboarding/applications/{application_id:str}/next",
    operation_id="get_next_application",
    summary="Which other application waits the longest",
    tags=["onboarding"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403),
)
async def get_next_application(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> NextApplicationOut:
    return NextApplicationOut(await marketplace.onboarding.review.next_waiting(actor, application_id))


@post(
    "/onboarding/applications/{application_id:str}/review",
    operation_id="begin_application_review",
    summary="Say that one looks at an application oneself",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def begin_application_review(
    application_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.review.begin(actor, application_id)
    )


@post(
    "/onboarding/applications/{application_id:str}/ask",
    operation_id="ask_applicant",
    summary="Give an application back with what the applicant is asked for",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def ask_applicant(
    application_id: FromPath[str],
    data: JSONBody[ApplicationDecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.review.ask_again(actor, application_id, data.reason, data.version)
    )


@post(
    "/onboarding/applications/{application_id:str}/approve",
    operation_id="approve_application",
    summary="Make an applicant a driver with whom everything stands",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def approve_application(
    application_id: FromPath[str],
    data: JSONBody[ApplicationDecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.approvals.approve(actor, application_id, data.reason, data.version)
    )


@post(
    "/onboarding/applications/{application_id:str}/reject",
    operation_id="reject_application",
    summary="Reject an application, with the reason that the applicant reads",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def reject_application(
    application_id: FromPath[str],
    data: JSONBody[ApplicationDecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.review.reject(actor, application_id, data.reason, data.version)
    )


@post(
    "/onboarding/applications/{application_id:str}/override",
    operation_id="request_approval_override",
    summary="Ask another administrator to approve without all that is needed",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def request_approval_override(
    application_id: FromPath[str],
    data: JSONBody[ApplicationDecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.approvals.request_override(
            actor, application_id, data.reason, data.version
        )
    )


@post(
    "/onboarding/applications/{application_id:str}/override/confirm",
    operation_id="confirm_approval_override",
    summary="Approve what another administrator asked for",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def confirm_approval_override(
    application_id: FromPath[str],
    data: JSONBody[OverrideConfirmationIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.approvals.confirm_override(actor, application_id, data.version)
    )


@post(
    "/onboarding/applications/{application_id:str}/override/withdraw",
    operation_id="withdraw_approval_override",
    summary="Take back, or turn down, an approval without all that is needed",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=REFUSED,
)
async def withdraw_approval_override(
    application_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedApplicationOut:
    return ReviewedApplicationOut.of_reviewed(
        await marketplace.onboarding.approvals.withdraw_override(actor, application_id)
    )


ROUTES = (
    list_applications,
    get_application,
    check_applicants_vin,
    get_next_application,
    begin_application_review,
    ask_applicant,
    approve_application,
    reject_application,
    request_approval_override,
    confirm_approval_override,
    withdraw_approval_override,
)
