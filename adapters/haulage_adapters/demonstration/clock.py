"""The clock of the story, and the use cases living by it."""

from datetime import datetime
from typing import Any

import attrs

from haulage.ports.runtime.clock import Clock


@attrs.define
class StoryClock(Clock):
    """Shows the instant that is being told."""

    at: datetime

    def now(self) -> datetime:
        return self.at


def at_clock(value: Any, clock: Clock) -> Any:
    """The same use cases, living at another time."""
    if not (attrs.has(type(value)) and type(value).__module__.startswith("haulage.use_cases.")):
        return value
    changes: dict[str, Any] = {}
    for field in attrs.fields(type(value)):
        before = getattr(value, field.name)
        after = clock if field.name == "clock" else at_clock(before, clock)
        if after is not before:
            changes[field.name] = after
    return attrs.evolve(value, **changes) if changes else value
