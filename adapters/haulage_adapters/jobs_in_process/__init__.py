"""Jobs done one after the other by this process."""

from haulage_adapters.jobs_in_process.worker import InProcessJobs

__all__ = ["InProcessJobs"]
