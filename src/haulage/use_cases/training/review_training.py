"""An applicant's training as administrators see it, and new attempts."""

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.audit.audit_event import Fact
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import Application
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.training import module_of, reset
from haulage.use_cases.training.standing import (
    TrainingStanding,
    TrainingVideos,
    begun,
    training_standing,
)

MAX_REASON_LENGTH = 500


@attrs.frozen
class ReviewTraining:
    """For administrators and operators; of a draft they learn nothing but its training."""

    storage: Storage
    clock: Clock
    videos: TrainingVideos

    async def show(self, actor: Actor, application_id: str) -> TrainingStanding:
        """Raises ``NotFound``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        return await self.storage.read(lambda unit: self._standing(unit, application_id))

    async def reset(self, actor: Actor, application_id: str, module_id: str, reason: str) -> TrainingStanding:
        """Give the applicant new attempts in a module (OP-81). Raises ``NotFound``, ``OwnCase``,
        ``InvalidInput`` and ``ModuleCompleted``."""
        authorize(actor, Action.RESET_TRAINING)
        module, now = module_of(module_id), self.clock.now()
        if not 1 <= len(reason.strip()) <= MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"must be 1 to {MAX_REASON_LENGTH} characters")

        async def work(unit: UnitOfWork) -> TrainingStanding:
            application = await _application(unit, application_id)
            require_another(actor, application.user_id)
            progress = await begun(unit, application.user_id, module.id)
            await unit.training.save(progress, reset(progress, reason))
            facts: dict[str, Fact] = {"module": module.id, "attempts": progress.attempts}
            await unit.audit.append(
                AuditEvent(AuditAction.TRAINING_RESET, actor, now, "application", application.id, facts)
            )
            return await self._standing(unit, application_id)

        return await self.storage.write(work)

    async def _standing(self, unit: UnitOfWork, application_id: str) -> TrainingStanding:
        application = await _application(unit, application_id)
        known = await unit.training.progress_of(application.user_id)
        return training_standing(application, known, self.videos)


async def _application(unit: UnitOfWork, application_id: str) -> Application:
    found = await unit.applications.get(application_id)
    if found is None:
        raise NotFound("Application")
    return found
