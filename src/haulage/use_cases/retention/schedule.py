"""The retention schedule: one line for everything that is stored (OP-97).

The hourly deletion works by it, the privacy page is made of it, and a test holds it against every table and
every file. Periods that a documented decision gives name it; all others are ours.
"""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType

from haulage.use_cases.retention.drivers_and_site import DRIVERS, MAIL_FILE, MESSAGES, MONEY, OPERATION
from haulage.use_cases.retention.people_and_orders import ORDERS, PEOPLE
from haulage.use_cases.retention.rule import RetentionRule

__all__ = ["MAIL_FILE", "SCHEDULE", "duration_of", "rule"]

SCHEDULE: tuple[RetentionRule, ...] = (*PEOPLE, *ORDERS, *DRIVERS, *MESSAGES, *MONEY, *OPERATION)
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
