"""Apply to drive: one's own application."""

from litestar import get, post, put
from litestar.params import JSONBody

from haulage.kernel.policy import Action
from haulage.ports.runtime.limits import Limited
from haulage_adapters.wire.applications import (
    ApplicationDraftIn,
    ApplicationOut,
    OnboardingProgressOut,
    OwnApplicationOut,
    VinCheckOut,
    VinIn,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.limits import limited
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)


@get(
    "/onboarding/application",
    operation_id="get_own_application",
    summary="One's own application to drive, and what it still needs",
    tags=["onboarding"],
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403),
)
async def get_own_application(marketplace: InjectedMarketplace, actor: InjectedActor) -> OwnApplicationOut:
    return OwnApplicationOut.of(await marketplace.onboarding.apply.show(actor))


@post(
    "/onboarding/application",
    operation_id="begin_application",
    summary="Begin to apply to drive; again answers the application that there is",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403, 409),
)
async def begin_application(marketplace: InjectedMarketplace, actor: InjectedActor) -> ApplicationOut:
    return ApplicationOut.of(await marketplace.onboarding.apply.begin(actor))


@put(
    "/onboarding/application",
    operation_id="save_application",
    summary="Save what was typed so far",
    tags=["onboarding"],
    opt=does(Action.APPLY_TO_DRIVE),
    responses=REFUSED,
)
async def save_application(
    data: JSONBody[ApplicationDraftIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ApplicationOut:
    saved = await marketplace.onboarding.apply.fill_in(actor, data.form.to_core(), data.version)
    return ApplicationOut.of(saved)


@post(
    "/onboarding/vin",
    operation_id="check_vin",
    summary="What a VIN says of its vehicle, and what was typed otherwise; stores nothing",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE) | limited(Limited.PLACES),
    responses=refusals(401, 403, 429, 503),
)
async def check_vin(
    data: JSONBody[VinIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> VinCheckOut:
    return VinCheckOut.of(
        await marketplace.onboarding.check_vin(
            actor, data.vin, make=data.make, model=data.model, year=data.year
        )
    )


@post(
    "/onboarding/application/restart",
    operation_id="restart_application",
    summary="Begin a draft anew",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE),
    responses=REFUSED,
)
async def restart_application(marketplace: InjectedMarketplace, actor: InjectedActor) -> ApplicationOut:
    return ApplicationOut.of(await marketplace.onboarding.apply.restart(actor))


@post(
    "/onboarding/application/submit",
    operation_id="submit_application",
    summary="Submit the application for review; again changes nothing",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE),
    responses=REFUSED,
)
async def submit_application(marketplace: InjectedMarketplace, actor: InjectedActor) -> ApplicationOut:
    return ApplicationOut.of(await marketplace.onboarding.apply.submit(actor))


@get(
    "/onboarding/progress",
    operation_id="get_own_onboarding_progress",
    summary="How far one's own application is, what stands in its way and what comes next",
    tags=["onboarding"],
    opt=does(Action.APPLY_TO_DRIVE),
    responses=refusals(401, 403, 404),
)
async def get_own_onboarding_progress(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> OnboardingProgressOut:
    return OnboardingProgressOut.of(await marketplace.onboarding.apply.progress(actor))


@post(
    "/onboarding/application/instant-approval",
    operation_id="approve_own_application_at_once",
    summary="Be approved without any check: in test mode alone",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPLY_TO_DRIVE),
    responses=REFUSED,
)
async def approve_own_application_at_once(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> ApplicationOut:
    return ApplicationOut.of(await marketplace.onboarding.instant_approval(actor))


ROUTES = (
    get_own_application,
    begin_application,
    save_application,
    check_vin,
    restart_application,
    submit_application,
    get_own_onboarding_progress,
    approve_own_application_at_once,
)
