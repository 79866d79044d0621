"""An applicant's training for administrators."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.training import TrainingOut, TrainingResetIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does

PATH = "/onboarding/applications/{application_id:str}/training"


@get(
    PATH,
    operation_id="get_application_training",
    summary="How far an applicant is with the training",
    tags=["training"],
    opt=does(Action.REVIEW_APPLICATION),
    responses=refusals(401, 403, 404),
)
async def get_application_training(
    application_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrainingOut:
    return TrainingOut.of(await marketplace.training.review.show(actor, application_id))


@post(
    PATH + "/{module_id:str}/reset",
    operation_id="reset_training",
    summary="Give an applicant new attempts in a module",
    tags=["training"],
    status_code=200,
    opt=does(Action.RESET_TRAINING),
    responses=refusals(401, 403, 404, 409),
)
async def reset_training(
    application_id: FromPath[str],
    module_id: FromPath[str],
    data: JSONBody[TrainingResetIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> TrainingOut:
    reset = marketplace.training.review.reset
    return TrainingOut.of(await reset(actor, application_id, module_id, data.reason))


ROUTES = (get_application_training, reset_training)
