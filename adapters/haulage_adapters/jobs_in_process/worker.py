"""The plainest way to do jobs: look for what is due, and do it."""

import asyncio
import logging

import attrs

from haulage.ports.jobs import JobAttempts, JobRunner

log = logging.getLogger(__name__)


@attrs.frozen
class InProcessJobs(JobRunner):
    """For tests, and for a library's user with one process: nothing needs to be installed, and nothing is
    taken over from anybody. What a process leaves undone it finds again when it starts."""

    look_every_seconds: float = 1.0

    async def run_forever(self, attempts: JobAttempts) -> None:
        while True:
            looking = asyncio.ensure_future(attempts.all_due())
            try:
                await asyncio.shield(looking)
            except asyncio.CancelledError:
                await asyncio.wait(
                    [looking]
                )  # Cancelled in a transaction it would leave a connection behind.
                raise
            except Exception:
                log.exception("jobs could not be looked for")
            await asyncio.sleep(self.look_every_seconds)
