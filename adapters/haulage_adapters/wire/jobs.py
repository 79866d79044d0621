"""Jobs as administrators see them."""

from haulage.jobs import JobsPause, JobState, StoredJob
from haulage.use_cases.jobs.manage_jobs import MOST_COUNTED
from haulage_adapters.wire.common import Instant, Out


class JobOut(Out):
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
    def of(cls, job: StoredJob) -> "JobOut":
        return cls.from_attributes(job)


class JobCounts(Out):
    """How many jobs wait, are done and were given up; ``dead_money`` of those given up move money.

    Each is counted up to ``counted_up_to``: where it is that number, there may be more.

    While jobs are paused, no mail is sent and no money moves either; ``paused_since`` is null while they are
    not.
    """

    waiting: int
    done: int
    dead: int
    dead_money: int
    counted_up_to: int
    paused_since: Instant | None

    @classmethod
    def of(cls, counts: dict[JobState, int], dead_money: int, pause: JobsPause | None) -> "JobCounts":
        return cls(
            **{state.value: count for state, count in counts.items()},
            dead_money=dead_money,
            counted_up_to=MOST_COUNTED,
            paused_since=None if pause is None else pause.since,
        )
