"""How work that nobody waits for writes down that it failed."""

import logging

from haulage.kernel.errors import HaulageError
from haulage.kernel.operator_words import operator_words


def log_fault(log: logging.Logger, what: str, fault: BaseException) -> None:
    """A refusal is a warning that says in a line what is wrong; anything else is an error with its trace."""
    if isinstance(fault, HaulageError):
        log.warning("%s: %s", what, operator_words(fault))
    else:
        log.error("%s: %s", what, fault, exc_info=fault)
