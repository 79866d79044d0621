"""Doing jobs, and what an operator sees of them."""

from haulage.use_cases.jobs.desk import JobDesk
from haulage.use_cases.jobs.running import RunJob

__all__ = ["JobDesk", "RunJob"]
