"""Store a request for an account e-mail together with the job that answers it."""

from haulage.accounts.email_request import EmailRequest
from haulage.jobs import Job, JobKind
from haulage.ports.storage.unit_of_work import UnitOfWork


async def request_email(unit: UnitOfWork, request: EmailRequest) -> None:
    """What becomes of it is decided afterwards, so that no answer's time says who has an account."""
    await unit.email_requests.add(request)
    await unit.jobs.enqueue(Job(JobKind.SEND_ACCOUNT_EMAIL, request.id), request.created_at)
