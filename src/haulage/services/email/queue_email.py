"""Store an e-mail together with the job that sends it."""

from haulage.email import QueuedEmail
from haulage.jobs import Job, JobKind
from haulage.ports.storage.unit_of_work import UnitOfWork


def send_email_job(email_id: str) -> Job:
    """The job that sends this email."""
    return Job(JobKind.SEND_EMAIL, email_id)


async def queue_email(unit: UnitOfWork, queued: QueuedEmail) -> None:
    """The mail is sent once the transaction is committed. ``Conflict`` when its id is taken."""
    await unit.emails.add(queued)
    await unit.jobs.enqueue(send_email_job(queued.id), queued.created_at)
