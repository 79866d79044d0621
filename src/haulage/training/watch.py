"""The time that somebody spends in a module, by the server's clock: one running watch a person.

A page that is open sends a heartbeat every few seconds. Each counts the time since the one before it and at
most the interval, so that neither a page that was closed nor heartbeats in a row add up to more than went by.
"""

from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import RuleBroken

HEARTBEAT_INTERVAL = timedelta(seconds=10)
"""Ours: as often a page says that it is still there."""


class WatchedElsewhere(RuleBroken):
    """Another window or device has taken over since."""

    code = "watched_elsewhere"
    message = "This training goes on in another window. Continue here to take over."


@attrs.frozen
class Watch:
    """What a person is watching just now; of two windows the one that began last has it."""

    user_id: str
    watch_id: str
    module_id: str
    beat_at: datetime


def beat(watch: Watch | None, watch_id: str, module_id: str, now: datetime) -> tuple[Watch, timedelta]:
    """The watch after a heartbeat, and the time that it counts. Raises ``WatchedElsewhere``."""
    if watch is None or (watch.watch_id, watch.module_id) != (watch_id, module_id):
        raise WatchedElsewhere
    credit = min(max(now - watch.beat_at, timedelta()), HEARTBEAT_INTERVAL)
    return attrs.evolve(watch, beat_at=max(now, watch.beat_at)), credit
