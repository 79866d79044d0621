"""Jobs as administrators see them."""

import msgspec

from haulage.jobs import JobState, KeptJob
from haulage.ports.paging import Page
from haulage_webapp.bodies import Instant


class JobOut(msgspec.Struct):
    """Something that is done later. ``due_at`` is when it is tried next; ``kind`` may be one that only a
    newer release knows."""

    id: str
    kind: str
    subject: str
    state: JobState
    attempts: int
    created_at: Instant
    due_at: Instant
    finished_at: Instant | None
    last_error: str | None

    @classmethod
    def of(cls, kept: KeptJob) -> "JobOut":
        return cls(**{name: getattr(kept, name) for name in cls.__struct_fields__})


class JobPage(msgspec.Struct):
    """Jobs, and the cursor of the rest; null at the end."""

    items: list[JobOut]
    next: str | None

    @classmethod
    def of(cls, page: Page[KeptJob]) -> "JobPage":
        return cls([JobOut.of(kept) for kept in page.items], page.next)


class JobCounts(msgspec.Struct):
    """How many jobs wait, are done and were given up."""

    waiting: int
    done: int
    dead: int

    @classmethod
    def of(cls, counts: dict[JobState, int]) -> "JobCounts":
        return cls(**{state.value: count for state, count in counts.items()})
