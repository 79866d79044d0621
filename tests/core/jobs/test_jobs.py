"""What a job is, and how long it is tried."""

from datetime import UTC, datetime, timedelta

import attrs
import pytest

from haulage.jobs import STANDARD_PATIENCE, Job, JobKind, JobState, new_stored_job
from haulage.jobs.job import MAX_ID_LENGTH
from haulage.jobs.stored_job import (
    DEATHS,
    LONGEST_WAIT,
    MAX_REASON_LENGTH,
    failed,
    finished,
    given_up,
    orphaned,
    postponed,
    retried,
)
from haulage.kernel.errors import IllegalMove, InvalidInput

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
REFUND = Job(JobKind.SEND_REFUND, "pay_1", "4000")


def test_equal_jobs_have_one_id_and_another_occasion_makes_another_job() -> None:
    assert REFUND.id == Job(JobKind.SEND_REFUND, "pay_1", "4000", due_at=NOON).id == "send_refund:pay_1:4000"
    assert Job(JobKind.SEND_REFUND, "pay_1").id == "send_refund:pay_1"
    assert attrs.evolve(REFUND, occasion="4100").id != REFUND.id


@pytest.mark.parametrize("subject", ["", "pay 1", "pay:1", "pay_1\n", "p" * 49, "naïve"])
def test_a_subject_is_an_id(subject: str) -> None:
    with pytest.raises(InvalidInput, match="subject"):
        Job(JobKind.SEND_REFUND, subject)


@pytest.mark.parametrize("occasion", ["a:b", "o" * 25, "two words"])
def test_an_occasion_is_a_short_word(occasion: str) -> None:
    with pytest.raises(InvalidInput, match="occasion"):
        Job(JobKind.SEND_REFUND, "pay_1", occasion)


def test_an_id_that_no_column_holds_is_refused_before_anything_is_stored() -> None:
    with pytest.raises(InvalidInput, match="too long"):
        Job(JobKind.CANCEL_UNPAID_ORDER, "o" * 40, "o" * 24)


def test_a_new_job_waits_until_it_is_due_and_never_for_the_past() -> None:
    assert new_stored_job(REFUND, NOON).due_at == NOON
    later = attrs.evolve(REFUND, due_at=NOON + SECOND)
    assert new_stored_job(later, NOON).due_at == NOON + SECOND
    assert new_stored_job(later, NOON + 2 * SECOND).due_at == NOON + 2 * SECOND


def test_a_job_that_is_done_stays_done() -> None:
    done = finished(new_stored_job(REFUND, NOON), NOON + SECOND)
    assert (done.state, done.attempts, done.finished_at) == (JobState.DONE, 1, NOON + SECOND)
    for move in (lambda: retried(done, NOON), lambda: given_up(done, "", NOON), lambda: finished(done, NOON)):
        with pytest.raises(IllegalMove):
            move()


def test_waiting_counts_as_no_attempt() -> None:
    waiting = postponed(new_stored_job(REFUND, NOON), NOON + 5 * SECOND, NOON, "Not yet.")
    assert (waiting.state, waiting.attempts, waiting.due_at) == (JobState.WAITING, 0, NOON + 5 * SECOND)


def test_what_has_waited_for_its_longest_time_is_given_up() -> None:
    job, end = new_stored_job(REFUND, NOON), NOON + LONGEST_WAIT
    assert postponed(job, end, end - SECOND, "Not yet.").state is JobState.WAITING
    assert postponed(job, end, end, "Not yet.").state is not JobState.WAITING


@pytest.mark.parametrize("luck", [0.0, 0.5, 1.0])
def test_pauses_double_up_to_an_hour_and_luck_spreads_them_over_their_later_half(luck: float) -> None:
    stored = new_stored_job(REFUND, NOON)
    for attempt in range(1, STANDARD_PATIENCE.attempts):
        stored = failed(stored, "no answer", NOON, luck, STANDARD_PATIENCE)
        whole = min(2 * SECOND * 2 ** (attempt - 1), timedelta(hours=1))
        assert stored.due_at - NOON == whole * (0.5 + luck / 2)
        assert (stored.state, stored.attempts, stored.last_error) == (JobState.WAITING, attempt, "no answer")
    stored = failed(stored, "no answer", NOON, luck, STANDARD_PATIENCE)
    assert (stored.state, stored.attempts, stored.finished_at) == (
        JobState.DEAD,
        STANDARD_PATIENCE.attempts,
        NOON,
    )


def test_all_attempts_lie_within_about_a_day() -> None:
    spent = sum(
        (STANDARD_PATIENCE.pause(attempt, 0.5) for attempt in range(1, STANDARD_PATIENCE.attempts)),
        0 * SECOND,
    )
    assert timedelta(hours=18) < spent < timedelta(hours=30)


def test_a_dead_job_begins_again_with_all_its_attempts() -> None:
    dead = given_up(new_stored_job(REFUND, NOON), "x" * 1000, NOON + SECOND)
    assert len(dead.last_error or "") == MAX_REASON_LENGTH
    again = retried(dead, NOON + 2 * SECOND)
    assert (again.state, again.attempts, again.finished_at) == (JobState.WAITING, 0, None)
    assert again.due_at == NOON + 2 * SECOND
    assert again.last_error == dead.last_error, "until something else is known"


def test_a_job_whose_process_died_is_done_again_at_once_then_later_and_at_last_given_up() -> None:
    job, whole = new_stored_job(REFUND, NOON), 1.0
    died = orphaned(job, NOON, whole, STANDARD_PATIENCE)
    assert (died.state, died.deaths, died.due_at) == (JobState.WAITING, 1, NOON)
    again = orphaned(died, NOON, whole, STANDARD_PATIENCE)
    assert (again.deaths, again.due_at) == (2, NOON + STANDARD_PATIENCE.pause(2, whole))
    for _ in range(2, DEATHS - 1):
        again = orphaned(again, NOON, whole, STANDARD_PATIENCE)
    assert (again.state, again.deaths) == (JobState.WAITING, DEATHS - 1)
    assert orphaned(again, NOON, whole, STANDARD_PATIENCE).state is JobState.DEAD


def test_a_kind_is_found_by_its_name_and_one_of_a_newer_release_is_not() -> None:
    assert all(JobKind.named(kind.value) is kind for kind in JobKind)
    assert JobKind.named("fly_to_the_moon") is None


def test_an_id_may_fill_its_column() -> None:
    assert len(Job(JobKind.SEND_REFUND, "p" * 48, "abc").id) == MAX_ID_LENGTH
    with pytest.raises(InvalidInput, match="too long"):
        Job(JobKind.SEND_REFUND, "p" * 48, "abcd")
