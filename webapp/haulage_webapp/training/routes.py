"""Take the training: modules, watch time, and the questions with their answers."""

from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.training import (
    TrainingAnswerIn,
    TrainingAttemptOut,
    TrainingHeartbeatIn,
    TrainingModuleOut,
    TrainingOut,
    TrainingWatchOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does

PATH = "/onboarding/training"
MODULE = PATH + "/{module_id:str}"
MISSING = refusals(401, 403, 404)
REFUSED = refusals(401, 403, 404, 409)


@get(
    PATH,
    operation_id="get_own_training",
    summary="The training modules with one's own progress",
    tags=["training"],
    opt=does(Action.TAKE_TRAINING),
    responses=MISSING,
)
async def get_own_training(marketplace: InjectedMarketplace, actor: InjectedActor) -> TrainingOut:
    return TrainingOut.of(await marketplace.training.take.show(actor))


@post(
    MODULE + "/watch",
    operation_id="watch_training",
    summary="Begin to spend time in a module; another window of yours stops counting",
    tags=["training"],
    status_code=200,
    opt=does(Action.TAKE_TRAINING),
    responses=MISSING,
)
async def watch_training(
    module_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrainingWatchOut:
    return TrainingWatchOut.of(await marketplace.training.take.watch(actor, module_id))


@post(
    MODULE + "/heartbeat",
    operation_id="send_training_heartbeat",
    summary="Say that the page is still open; counts the time since the heartbeat before",
    description="By the server's clock, and at most the interval of heartbeats. 409 `watched_elsewhere` once "
    "another window has taken over.",
    tags=["training"],
    status_code=200,
    opt=does(Action.TAKE_TRAINING),
    responses=REFUSED,
)
async def send_training_heartbeat(
    module_id: FromPath[str],
    data: JSONBody[TrainingHeartbeatIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> TrainingModuleOut:
    beat = marketplace.training.take.beat
    return TrainingModuleOut.of(await beat(actor, module_id, data.watch_id))


@post(
    MODULE + "/complete",
    operation_id="complete_training",
    summary="Complete a video that was watched, or a document; again changes nothing",
    tags=["training"],
    status_code=200,
    opt=does(Action.TAKE_TRAINING),
    responses=REFUSED,
)
async def complete_training(
    module_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrainingModuleOut:
    return TrainingModuleOut.of(await marketplace.training.take.complete(actor, module_id))


@post(
    MODULE + "/attempt",
    operation_id="begin_training_attempt",
    summary="Begin an attempt at a module's questions, or go on with the open one",
    tags=["training"],
    status_code=200,
    opt=does(Action.TAKE_TRAINING),
    responses=REFUSED,
)
async def begin_training_attempt(
    module_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrainingAttemptOut:
    return TrainingAttemptOut.of(await marketplace.training.quiz.begin(actor, module_id))


@put(
    MODULE + "/attempt/answer",
    operation_id="answer_training_question",
    summary="Choose an option; in an interactive module the first choice counts and is graded at once",
    tags=["training"],
    opt=does(Action.TAKE_TRAINING),
    responses=REFUSED,
)
async def answer_training_question(
    module_id: FromPath[str],
    data: JSONBody[TrainingAnswerIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> TrainingAttemptOut:
    answer = marketplace.training.quiz.answer
    return TrainingAttemptOut.of(await answer(actor, module_id, data.question_id, data.option))


@post(
    MODULE + "/attempt/grade",
    operation_id="grade_training_attempt",
    summary="Have the attempt graded, with what was right and why; again answers the same",
    tags=["training"],
    status_code=200,
    opt=does(Action.TAKE_TRAINING),
    responses=REFUSED,
)
async def grade_training_attempt(
    module_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrainingAttemptOut:
    return TrainingAttemptOut.of(await marketplace.training.quiz.grade(actor, module_id))


ROUTES = (
    get_own_training,
    watch_training,
    send_training_heartbeat,
    complete_training,
    begin_training_attempt,
    answer_training_question,
    grade_training_attempt,
)
