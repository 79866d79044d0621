"""Where a run of the reconciliation is."""

from datetime import UTC, datetime, timedelta

import attrs

from haulage.payments.reconciliation_run import RUN_LIMIT, ReconciliationRun, RunState

NOW = datetime(2027, 3, 1, 15, tzinfo=UTC)
WAITING = ReconciliationRun("rec_1", NOW, repair=True)
STARTED = attrs.evolve(WAITING, started_at=NOW)


def test_a_run_waits_runs_and_is_done_or_has_failed() -> None:
    assert WAITING.state(NOW) is RunState.WAITING
    assert STARTED.state(NOW) is RunState.RUNNING
    assert attrs.evolve(STARTED, finished_at=NOW).state(NOW) is RunState.DONE
    assert attrs.evolve(STARTED, failure="No answer.").state(NOW) is RunState.FAILED


def test_a_run_that_takes_longer_than_it_may_has_failed() -> None:
    assert STARTED.state(NOW + RUN_LIMIT - timedelta(microseconds=1)) is RunState.RUNNING
    assert STARTED.state(NOW + RUN_LIMIT) is RunState.FAILED
