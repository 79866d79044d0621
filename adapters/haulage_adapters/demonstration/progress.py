"""How far the filling of a marketplace has come, told to whoever waits for it."""

from collections.abc import Callable

Report = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is in all."""


def quiet(what: str, done: int, total: int) -> None:
    """Nobody wants to know."""
