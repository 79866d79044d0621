"""One's own background check: the disclosure, consent, results, letters and disputes."""

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.screening import ConsentIn, OwnScreeningOut, ScreeningDisputeIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.screening.letters import PDF, as_attachment
from haulage_webapp.security import does

PATH = "/onboarding/screening"


@get(
    PATH,
    operation_id="get_own_screening",
    summary="One's own background check, and the disclosure that one agrees to",
    tags=["screening"],
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403),
)
async def get_own_screening(marketplace: InjectedMarketplace, actor: InjectedActor) -> OwnScreeningOut:
    return OwnScreeningOut.of(await marketplace.screening.own.show(actor))


@post(
    f"{PATH}/consent",
    operation_id="agree_to_screening",
    summary="Agree to a background check; it is ordered once the application is submitted too",
    tags=["screening"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403, 404, 409),
)
async def agree_to_screening(
    data: JSONBody[ConsentIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> OwnScreeningOut:
    agree = marketplace.screening.own.agree
    return OwnScreeningOut.of(await agree(actor, data.version, data.signature))


@post(
    f"{PATH}/dispute",
    operation_id="dispute_screening",
    summary="Dispute the report: nothing is decided until it was answered",
    tags=["screening"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403, 404, 409),
)
async def dispute_screening(
    data: JSONBody[ScreeningDisputeIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> OwnScreeningOut:
    return OwnScreeningOut.of(await marketplace.screening.own.dispute(actor, data.reason))


@get(
    f"{PATH}/letters/{{letter_id:str}}",
    operation_id="open_own_screening_letter",
    summary="A letter about one's own background check as a PDF; opening a notice counts as its delivery",
    tags=["screening"],
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403, 404, 503),
    media_type=PDF,
)
async def open_own_screening_letter(
    letter_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Response[bytes]:
    return as_attachment(await marketplace.screening.letters.own(actor, letter_id))


ROUTES = (get_own_screening, agree_to_screening, dispute_screening, open_own_screening_letter)
