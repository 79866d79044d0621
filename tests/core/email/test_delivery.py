"""What is kept of a mail."""

from contextlib import nullcontext

import attrs
import pytest

from emails import NOW, a_mail, a_queued_mail, stored_email
from haulage.email import Email, EmailState
from haulage.email.delivery import EmailEmptied
from haulage.email.email_message import (
    MAX_ATTACHMENT_BYTES,
    MAX_ATTACHMENTS,
    MAX_PART_LENGTH,
    MAX_SUBJECT_LENGTH,
    Attachment,
)
from haulage.kernel.errors import InvalidInput


def test_a_new_mail_is_due_at_once() -> None:
    stored = stored_email(a_queued_mail())
    assert (stored.due_at, stored.state, stored.attempts, stored.mail) == (
        NOW,
        EmailState.WAITING,
        0,
        a_mail(),
    )


def test_a_sent_mail_cannot_be_sent_again() -> None:
    stored = attrs.evolve(stored_email(a_queued_mail()), state=EmailState.SENT, sent_at=NOW)
    with pytest.raises(EmailEmptied):
        _ = stored.mail


@pytest.mark.parametrize("field", ["to", "subject"])
@pytest.mark.parametrize("text", ["a\r\nBcc: b@example.com", "a\nb", "a\x00b", "a\u2028b", " ", "a" * 400])
def test_a_header_is_one_short_line(field: str, text: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        a_mail(**{field: text})
    assert refusal.value.field == field


@pytest.mark.parametrize("field", ["text", "html"])
@pytest.mark.parametrize("value", ["a\0b", "a" * (MAX_PART_LENGTH + 1)])
def test_a_part_without_an_end_or_with_a_null_is_refused(field: str, value: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        a_mail(**{field: value})
    assert refusal.value.field == field


def test_a_part_may_have_its_whole_length() -> None:
    assert len(a_mail(text="a" * MAX_PART_LENGTH).text) == MAX_PART_LENGTH


def test_what_a_mail_says_is_not_in_its_written_form() -> None:
    stored = stored_email(a_queued_mail())
    assert "token=1" not in repr(stored) + repr(a_queued_mail())
    assert isinstance(attrs.evolve(stored).mail, Email)


@pytest.mark.parametrize(
    ("size", "is_taken"),
    [(0, False), (1, True), (MAX_ATTACHMENT_BYTES, True), (MAX_ATTACHMENT_BYTES + 1, False)],
)
def test_an_attachment_has_bytes_and_not_too_many(size: int, is_taken: bool) -> None:
    with nullcontext() if is_taken else pytest.raises(InvalidInput):
        Attachment("report.pdf", "application/pdf", bytes(size))


def test_a_mail_takes_so_many_attachments_and_no_more() -> None:
    each = Attachment("report.pdf", "application/pdf", b"x")
    assert len(a_mail(attachments=(each,) * MAX_ATTACHMENTS).attachments) == MAX_ATTACHMENTS
    with pytest.raises(InvalidInput) as refusal:
        a_mail(attachments=(each,) * (MAX_ATTACHMENTS + 1))
    assert refusal.value.field == "attachments"


def test_a_subject_may_have_its_whole_length() -> None:
    assert a_mail(subject="a" * MAX_SUBJECT_LENGTH).subject == "a" * MAX_SUBJECT_LENGTH
    with pytest.raises(InvalidInput):
        a_mail(subject="a" * (MAX_SUBJECT_LENGTH + 1))
