"""The mail to an applicant who has completed the whole training."""

from datetime import datetime

import attrs

from haulage.email import EmailKind
from haulage.onboarding import Application
from haulage.ports.messaging.email import EmailTemplates, QueuedEmail
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email
from haulage.training import TrainingProgress
from haulage.use_cases.training.standing import TrainingVideos, training_standing

WHOLE = 100


@attrs.frozen
class CompletionEmail:
    """Queued in the transaction that completes the last required module, once for an application."""

    templates: EmailTemplates
    public_url: str

    async def after(
        self,
        unit: UnitOfWork,
        application: Application,
        before: TrainingProgress,
        after: TrainingProgress,
        now: datetime,
    ) -> None:
        """*before* became *after* in this transaction."""
        if before.is_completed or not after.is_completed:
            return
        known = await unit.training.progress_of(application.user_id)
        if training_standing(application, known, TrainingVideos({})).percent < WHOLE:
            return
        user, id = await unit.accounts.user(application.user_id), f"mil_training_{application.id}"
        if user is None or not user.email or await unit.emails.get(id) is not None:
            return
        data = {"name": user.name, "link": f"{self.public_url}/drive-with-us?step=7"}
        mail = self.templates.render(EmailKind.TRAINING_COMPLETED, to=user.email, data=data)
        await queue_email(unit, QueuedEmail(id, EmailKind.TRAINING_COMPLETED, mail, now))
