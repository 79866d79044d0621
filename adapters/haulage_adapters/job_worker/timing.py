"""How a worker paces itself."""

import attrs


@attrs.frozen
class WorkerTiming:
    """All figures are ours, in seconds."""

    look_again: float = 5.0
    """The longest sleep: a wake-up may be lost, and on SQLite another process sends none."""
    gather: float = 0.02
    """After an attempt has ended, for more to end, so that the next jobs are taken in one transaction."""
    beat: float = 2.0
    """Between two signs of life, and two looks for processes that have died."""
    dead_after: float = 10.0
    """A process whose beats stand still for so long is dead, and its jobs are done by others."""
    farewell: float = 1.0
    """What attempts under way are given to finish when the process ends; others repeat the rest."""
    after_fault: float = 5.0
    """When the database does not answer."""


STANDARD_TIMING = WorkerTiming()
