"""How long a mail is tried, and what is kept of it."""

from datetime import timedelta

import attrs
import pytest

from emails import NOW, a_mail, a_queued_mail
from haulage.email import Email, EmailState, StoredEmail
from haulage.email.delivery import (
    STANDARD_PATIENCE,
    EmailEmptied,
    failed,
    given_up,
    keep,
    revived,
    sent,
    take,
)
from haulage.kernel.errors import IllegalMove, InvalidInput

SECOND = timedelta(seconds=1)


def taken(times: int = 1) -> StoredEmail:
    kept = keep(a_queued_mail())
    for _ in range(times):
        kept = take(kept, NOW, STANDARD_PATIENCE)
    return kept


def test_a_new_mail_is_due_at_once() -> None:
    kept = keep(a_queued_mail())
    assert (kept.due_at, kept.state, kept.attempts, kept.mail) == (NOW, EmailState.WAITING, 0, a_mail())


def test_a_mail_under_way_is_due_again_when_its_lease_is_over() -> None:
    assert taken().due_at == NOW + STANDARD_PATIENCE.lease


def test_nothing_of_a_sent_mail_can_be_read_or_sent_again() -> None:
    kept = sent(taken(), NOW)
    assert (kept.text, kept.html, kept.sent_at) == ("", "", NOW)
    with pytest.raises(EmailEmptied):
        _ = kept.mail
    with pytest.raises(IllegalMove):
        take(kept, NOW, STANDARD_PATIENCE)


@pytest.mark.parametrize(("attempts", "seconds"), [(1, 5), (2, 10), (3, 20), (8, 640), (9, 900)])
def test_the_pause_doubles_up_to_a_quarter_of_an_hour(attempts: int, seconds: int) -> None:
    waits = [failed(taken(attempts), "x", NOW, luck, STANDARD_PATIENCE).due_at - NOW for luck in (0.0, 1.0)]
    assert waits == [seconds / 2 * SECOND, seconds * SECOND]


def test_all_attempts_lie_within_the_hour_in_which_links_work() -> None:
    pauses = [STANDARD_PATIENCE.pause(attempt, 1.0) for attempt in range(1, STANDARD_PATIENCE.attempts)]
    assert sum(pauses, timedelta()) < timedelta(minutes=45)


def test_after_the_last_attempt_a_mail_is_kept_for_the_operator() -> None:
    kept = failed(taken(STANDARD_PATIENCE.attempts), "no answer", NOW, 0.5, STANDARD_PATIENCE)
    assert (kept.state, kept.last_error, kept.mail) == (EmailState.DEAD, "no answer", a_mail())


def test_a_revived_mail_has_all_its_attempts_again() -> None:
    kept = revived(given_up(taken(3), "refused"), NOW + SECOND)
    assert (kept.state, kept.attempts, kept.due_at) == (EmailState.WAITING, 0, NOW + SECOND)


def test_a_mail_that_is_waiting_needs_no_reviving() -> None:
    with pytest.raises(IllegalMove):
        revived(taken(), NOW)


@pytest.mark.parametrize("field", ["to", "subject"])
@pytest.mark.parametrize("text", ["a\r\nBcc: b@example.com", "a\nb", "a\x00b", "a\u2028b", " ", "a" * 400])
def test_a_header_is_one_short_line(field: str, text: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        a_mail(**{field: text})
    assert refusal.value.field == field


def test_what_a_mail_says_is_not_in_its_written_form() -> None:
    kept = keep(a_queued_mail())
    assert "token=1" not in repr(kept) + repr(a_queued_mail())
    assert isinstance(attrs.evolve(kept).mail, Email)
