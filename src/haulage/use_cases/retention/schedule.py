"""The retention schedule: one line for everything that is stored (OP-97).

The hourly deletion works by it, the privacy page is made of it, and a test holds it against every table and
every file. Periods that a documented decision gives name it; all others are ours.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from haulage import use_cases
from haulage.services.retention.rule import RetentionRule
from haulage.use_cases.retention import requests

FIRST = (
    "accounts",
    "quotes",
    "orders",
    "dispatch",
    "deliveries",
    "proofs",
    "messaging",
    "drivers",
    "positions",
    "behaviour",
    "email",
    "payments",
)
"""The privacy page begins with what concerns most people; the other capabilities follow by name."""


def _rules() -> Iterator[RetentionRule]:
    """``RETENTION`` of the module ``retention`` of each capability that has one."""
    found = [package.name for package in iter_modules(use_cases.__path__) if package.ispkg]
    for capability in (*FIRST, *(name for name in found if name not in FIRST)):
        folder = import_module(f"{use_cases.__name__}.{capability}")
        if any(module.name == "retention" for module in iter_modules(folder.__path__)):
            yield from import_module(f"{folder.__name__}.retention").RETENTION


SCHEDULE: tuple[RetentionRule, ...] = (*_rules(), *requests.RETENTION)
_BY_KEY: Mapping[str, RetentionRule] = MappingProxyType({each.key: each for each in SCHEDULE})

if len(_BY_KEY) != len(SCHEDULE):
    raise ValueError("two lines of the retention schedule have one key")


def rule(key: str) -> RetentionRule:
    """The line with this key."""
    return _BY_KEY[key]


def duration_of(key: str) -> timedelta:
    """How long a line's rows are stored; for lines with such a period."""
    period = rule(key).duration
    if period is None:
        raise ValueError(f"{key} has no period")
    return period
