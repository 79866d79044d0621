"""What operators decide about the marketplace as a whole; one record for all processes."""

from typing import Protocol

from haulage.jobs.pause import JobsPause


class OperationStore(Protocol):
    async def jobs_pause(self) -> JobsPause | None:
        """The pause that jobs are in; None where they go on."""
        ...

    async def pause_jobs(self, pause: JobsPause) -> bool:
        """Pause them; whether they went on until now. An earlier pause stays as it is."""
        ...

    async def resume_jobs(self) -> bool:
        """Let them go on; whether they were paused."""
        ...

    async def probe(self) -> None:
        """Write something that nobody reads: raises what the storage raises when it cannot be written."""
        ...
