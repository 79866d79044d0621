"""An applicant's attempts at the questions of a module: begun, answered and graded on the server."""

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.training import (
    Attempt,
    TrainingModule,
    answer,
    grade,
    module_of,
    new_attempt,
    require_open,
    score,
)
from haulage.use_cases.training.completion_email import CompletionEmail
from haulage.use_cases.training.standing import ModuleStanding, begun, own_application
from haulage.use_cases.training.take_training import CERTIFICATE


@attrs.frozen
class ShownAttempt:
    """An attempt with the module as it stands after it."""

    attempt: Attempt
    standing: ModuleStanding


@attrs.frozen
class TakeQuiz:
    """For quizzes and interactive modules."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    email: CompletionEmail

    async def begin(self, actor: Actor, module_id: str) -> ShownAttempt:
        """The open attempt, which goes on on any device, or a new one. Raises ``NotFound``,
        ``ModuleCompleted`` and ``AttemptsUsedUp``."""
        authorize(actor, Action.TAKE_TRAINING)
        module, user_id, now = _with_questions(module_id), actor.user_id or "", self.clock.now()
        id = self.identifiers.new("att")

        async def work(unit: UnitOfWork) -> ShownAttempt:
            await own_application(unit, user_id)
            progress = await unit.training.begin(user_id, module.id, now)
            require_open(module, progress)
            present = await unit.training.open_attempt(user_id, module.id)
            if present is None:
                seen = await unit.training.seen_questions(user_id, module.id)
                present = new_attempt(id, user_id, module, seen, now)
                await unit.training.add_attempt(present)
            return ShownAttempt(present, ModuleStanding(module, progress))

        return await self.storage.write(work)

    async def answer(self, actor: Actor, module_id: str, question_id: str, option: int) -> ShownAttempt:
        """Choose an option. Raises ``NotFound``, ``InvalidInput`` and ``AnsweredAlready``."""
        authorize(actor, Action.TAKE_TRAINING)
        module, user_id = _with_questions(module_id), actor.user_id or ""

        async def work(unit: UnitOfWork) -> ShownAttempt:
            progress = await begun(unit, user_id, module.id)
            present = await unit.training.open_attempt(user_id, module.id)
            if present is None:
                raise NotFound("Attempt")
            answered = answer(module, present, question_id, option)
            if answered != present:
                answered = await unit.training.save_attempt(present, answered)
            return ShownAttempt(answered, ModuleStanding(module, progress))

        return await self.storage.write(work)

    async def grade(self, actor: Actor, module_id: str) -> ShownAttempt:
        """Grade the open attempt; where none is open the latest again, so that asking twice counts once.
        Raises ``NotFound`` and ``Unanswered``."""
        authorize(actor, Action.TAKE_TRAINING)
        module, user_id, now = _with_questions(module_id), actor.user_id or "", self.clock.now()
        code = self.identifiers.new(CERTIFICATE)

        async def work(unit: UnitOfWork) -> ShownAttempt:
            progress = await begun(unit, user_id, module.id)
            latest = await unit.training.latest_attempt(user_id, module.id)
            if latest is None:
                raise NotFound("Attempt")
            if not latest.is_open:
                return ShownAttempt(latest, ModuleStanding(module, progress))
            graded = await unit.training.save_attempt(latest, grade(module, latest, now))
            counted = score(module, progress, graded.score or 0, code, now)
            saved = await unit.training.save(progress, counted)
            application = await unit.applications.newest_of(user_id)
            if application is not None:
                await self.email.after(unit, application, progress, saved, now)
            return ShownAttempt(graded, ModuleStanding(module, saved))

        return await self.storage.write(work)


def _with_questions(module_id: str) -> TrainingModule:
    """Raises ``NotFound``, and ``InvalidInput`` for a module that asks nothing."""
    module = module_of(module_id)
    if not module.questions:
        raise InvalidInput("module_id", "asks no questions")
    return module
