"""The queue of DBOS, as seen by transactions that put a job into it."""

from datetime import timedelta
from typing import TYPE_CHECKING

from haulage.jobs import KeptJob
from haulage.ports.clock import Clock
from haulage_adapters.sql.session import Session

if TYPE_CHECKING:
    from dbos import DBOSClient, EnqueueOptions

QUEUE = "jobs"
WORKFLOW = "job"
RELEASE = "1"
"""The release of the workflow, not of the program: any process may go on with any other's job."""


def workflow_id(kept: KeptJob) -> str:
    """One workflow for each attempt; its id is what makes handing over twice handing over once."""
    return f"{kept.id}#{kept.version}"


class DbosLine:
    """Takes jobs in while DBOS is running in this process, and leaves them where they are otherwise."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._client: DBOSClient | None = None

    @property
    def is_open(self) -> bool:
        return self._client is not None

    def open(self, client: "DBOSClient") -> None:
        """From now on jobs are handed over with the change that calls for them."""
        self._client = client

    def close(self) -> None:
        """From now on they wait to be found."""
        self._client = None

    async def dispatch(self, session: Session, kept: KeptJob) -> None:
        """Put the job's next attempt into the queue, in the caller's transaction."""
        client = self._client
        if client is None:
            return
        options = self._options(kept)
        await session.call(
            lambda connection: client.enqueue_in_transaction(connection, options, kept.id, kept.version),
            what="job",
        )

    def _options(self, kept: KeptJob) -> "EnqueueOptions":
        options: EnqueueOptions = {
            "workflow_name": WORKFLOW,
            "queue_name": QUEUE,
            "workflow_id": workflow_id(kept),
            "app_version": RELEASE,
        }
        early = kept.due_at - self._clock.now()
        if early > timedelta():
            options["delay_seconds"] = early.total_seconds()
        return options
