"""Has due jobs done, in any number of processes over one storage.

The job's row is all there is: a process takes due jobs by writing its own id into them, makes the attempts,
and writes down what came of each. Nobody polls: whoever commits a job wakes the workers, and a worker that
has nothing to do sleeps until the next job is due.

Ours, because the queues of others need PostgreSQL or keep rows of their own, and a job has to be a row of
the change that calls for it, on SQLite too.
"""

from haulage_adapters.job_worker.timing import STANDARD_TIMING, WorkerTiming
from haulage_adapters.job_worker.worker import JobWorker

__all__ = ["STANDARD_TIMING", "JobWorker", "WorkerTiming"]
