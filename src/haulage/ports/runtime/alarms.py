"""Calling an operator: something is wrong that no attempt of ours will mend."""

from typing import Protocol


class Alarm(Protocol):
    """Raises an alarm where operators watch, such as the error log."""

    def __call__(self, event: str, **facts: str | int) -> None:
        """*event* is a stable dotted name that rules of a log watcher may rely on, such as
        ``jobs.money_dead``; *facts* hold ids and counts, and nothing personal."""
        ...
