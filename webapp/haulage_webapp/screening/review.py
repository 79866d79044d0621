"""The reviewers' background checks: the queue, a case, and its lawful steps."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.screening import CaseStatus
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.screening import ListedScreeningOut, ReviewedScreeningOut, ScreeningStepIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.screening.letters import PDF, as_attachment
from haulage_webapp.security import does

MOST_DAYS = 3_650

CASE = "/onboarding/applications/{application_id:str}/screening"


@get(
    "/onboarding/screenings",
    operation_id="list_screenings",
    summary="Background checks that wait for a reviewer, or those of a status; oldest first",
    tags=["screening"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403),
)
async def list_screenings(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    with_status: Annotated[CaseStatus | None, QueryParameter(name="status")] = None,
    opened_days: Annotated[int | None, QueryParameter(ge=1, le=MOST_DAYS)] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedScreeningOut]:
    review = marketplace.screening.review
    page = await review.list(actor, PageRequest(limit, cursor), with_status, opened_days)
    return PageOut.of(page, ListedScreeningOut.of)


@get(
    CASE,
    operation_id="get_screening",
    summary="The background check of an application, and what may be done next",
    tags=["screening"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403),
)
async def get_screening(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReviewedScreeningOut:
    return ReviewedScreeningOut.of(await marketplace.screening.review.show(actor, application_id))


@post(
    f"{CASE}/refresh",
    operation_id="refresh_screening",
    summary="Ask the provider how a background check stands",
    tags=["screening"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403, 404, 503),
)
async def refresh_screening(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReviewedScreeningOut:
    return ReviewedScreeningOut.of(await marketplace.screening.review.refresh(actor, application_id))


@post(
    f"{CASE}/steps",
    operation_id="take_screening_step",
    summary="Take a lawful step with a background check",
    tags=["screening"],
    status_code=200,
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403, 404, 409, 503),
)
async def take_screening_step(
    application_id: FromPath[str],
    data: JSONBody[ScreeningStepIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ReviewedScreeningOut:
    take = marketplace.screening.take_step
    return ReviewedScreeningOut.of(await take(actor, application_id, data.to_core()))


@get(
    f"{CASE}/letters/{{letter_id:str}}",
    operation_id="open_screening_letter",
    summary="A letter of a background check as a PDF, or its certificate",
    tags=["screening"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403, 404, 503),
    media_type=PDF,
)
async def open_screening_letter(
    application_id: FromPath[str],
    letter_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> Response[bytes]:
    letters = marketplace.screening.letters
    return as_attachment(await letters.of_application(actor, application_id, letter_id))


ROUTES = (list_screenings, get_screening, refresh_screening, take_screening_step, open_screening_letter)
