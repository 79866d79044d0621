"""How often a process looks after the jobs."""

import attrs


@attrs.frozen
class Rhythm:
    """All figures are ours."""

    at_once: int = 8
    """Attempts under way at a time in one process."""
    poll_seconds: float = 0.5
    """How often DBOS asks its queue for work."""
    look_seconds: float = 2.0
    """Between two beats, and two looks at what others left."""
    dead_after_seconds: float = 10.0
    """A process whose beats stand still for so long is dead, and its attempts are made by others."""
    overdue_seconds: float = 3.0
    """A job that is late by so much may not have been handed over."""
    tidy_seconds: float = 600.0
    """Between two times of forgetting what DBOS has finished."""
    keep_seconds: float = 3600.0
    """How long that is kept: the job's own row tells the rest."""
    farewell_seconds: float = 1.0
    """What attempts under way are given to finish when the process ends; others repeat the rest."""
    end_seconds: float = 1.5
    """What DBOS is given to end."""
    after_fault_seconds: float = 5.0
    """When the database does not answer."""


STANDARD_RHYTHM = Rhythm()

DEATHS = 10
"""Ours: how many processes may die over one attempt before the job is left to an operator."""
