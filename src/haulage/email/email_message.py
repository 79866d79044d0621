"""What a mail is, before anybody knows how it travels."""

import re
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any

import attrs

from haulage.kernel.errors import InvalidInput

MAX_ADDRESS_LENGTH = 320  # RFC 3696, erratum 1690, before RFC 5321 made it 254
MAX_SUBJECT_LENGTH = 200
MAX_PART_LENGTH = 100_000
MAX_ATTACHMENTS = 5
MAX_ATTACHMENT_BYTES = 2_000_000
"""Ours: far above any document that we make, and what every mail server takes."""


class EmailKind(StrEnum):
    """The occasions for which there is a mail."""

    CONFIRM_SIGNUP = "confirm_signup"
    RECOVERY = "recovery"
    MAGIC_LINK = "magic_link"
    EMAIL_CHANGE = "email_change"
    EMAIL_CHANGE_CURRENT = "email_change_current"
    REAUTHENTICATION = "reauthentication"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - the occasion, not a password
    EMAIL_CHANGED = "email_changed"
    RECEIPT = "receipt"
    IDENTITY_LINKED = "identity_linked"
    IDENTITY_UNLINKED = "identity_unlinked"
    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    FACTOR_GUESSED = "factor_guessed"
    FACTORS_RESET = "factors_reset"
    RECOVERY_CODES_MADE = "recovery_codes_made"
    RECOVERY_CODE_USED = "recovery_code_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    SESSIONS_ENDED = "sessions_ended"
    ACCOUNT_SUSPENDED = "account_suspended"
    ACCOUNT_REINSTATED = "account_reinstated"
    ON_THE_WAY = "on_the_way"
    DELIVERED = "delivered"
    ORDER_CANCELED = "order_canceled"
    JOB_CANCELED = "job_canceled"
    DELIVERY_FAILED = "delivery_failed"
    ITEMS_RETURNED = "items_returned"
    CLAIM_OPENED = "claim_opened"
    CLAIM_SIDE_REQUESTED = "claim_side_requested"
    CLAIM_INFORMATION_REQUESTED = "claim_information_requested"
    CLAIM_WITHDRAWN = "claim_withdrawn"
    CLAIM_DECIDED = "claim_decided"
    DRIVER_CHANGED = "driver_changed"
    DRIVER_LOST = "driver_lost"
    ORDER_GIVEN = "order_given"
    ORDER_TAKEN_AWAY = "order_taken_away"
    PICKUP_MOVED = "pickup_moved"
    JOB_MOVED = "job_moved"
    APPLICATION_SUBMITTED = "application_submitted"
    APPLICATION_RETURNED = "application_returned"
    APPLICATION_REJECTED = "application_rejected"
    SCREENING_OFFER = "screening_offer"
    SCREENING_NOTICE = "screening_notice"
    SCREENING_DISPUTE_ANSWERED = "screening_dispute_answered"
    SCREENING_DECISION = "screening_decision"
    TRAINING_COMPLETED = "training_completed"
    DRIVER_APPROVED = "driver_approved"
    DRIVER_SUSPENDED = "driver_suspended"
    DRIVER_REACTIVATED = "driver_reactivated"
    DRIVER_REVOKED = "driver_revoked"
    DOCUMENT_REJECTED = "document_rejected"
    DOCUMENTS_APPROVED = "documents_approved"
    DOCUMENT_EXPIRING = "document_expiring"
    DOCUMENT_EXPIRED = "document_expired"
    CREDENTIAL_VERIFIED = "credential_verified"
    CREDENTIAL_REJECTED = "credential_rejected"
    CREDENTIAL_ENDING = "credential_ending"
    PAYOUT_METHOD_ADDED = "payout_method_added"
    PAYOUT_PAID = "payout_paid"
    PAYOUT_FAILED = "payout_failed"
    PAYOUTS_HELD = "payouts_held"
    TAX_PAYMENT_DUE = "tax_payment_due"
    PAYMENT_DIFFERENCES = "payment_differences"
    SCREENINGS_TO_DECIDE = "screenings_to_decide"
    ORDERS_AT_RISK = "orders_at_risk"


FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

Check = Callable[[object, "attrs.Attribute[str]", str], None]


def _one_line(longest: int) -> Check:
    """Refuses what could begin a header of its own."""

    def check(_mail: object, attribute: "attrs.Attribute[str]", value: str) -> None:
        if not value.strip() or not value.isprintable():
            raise InvalidInput(attribute.name, "must be one line of text")
        if len(value) > longest:
            raise InvalidInput(attribute.name, f"must be at most {longest} characters")

    return check


def _part(_mail: object, attribute: "attrs.Attribute[str]", value: str) -> None:
    if "\0" in value or len(value) > MAX_PART_LENGTH:
        raise InvalidInput(attribute.name, f"must be text of at most {MAX_PART_LENGTH} characters")


def _few(_mail: object, attribute: "attrs.Attribute[Any]", value: "tuple[Attachment, ...]") -> None:
    if len(value) > MAX_ATTACHMENTS:
        raise InvalidInput(attribute.name, f"must be at most {MAX_ATTACHMENTS}")


def _bounded(_attachment: object, attribute: "attrs.Attribute[bytes]", value: bytes) -> None:
    if not 0 < len(value) <= MAX_ATTACHMENT_BYTES:
        raise InvalidInput(attribute.name, f"must be between 1 and {MAX_ATTACHMENT_BYTES} bytes")


def _file_name(_attachment: object, attribute: "attrs.Attribute[str]", value: str) -> None:
    if not FILE_NAME.fullmatch(value):
        raise InvalidInput(attribute.name, "must be a plain file name")


@attrs.frozen
class Attachment:
    """A file of ours that goes with a mail. ``media_type`` is like ``application/pdf``."""

    name: str = attrs.field(validator=_file_name)
    media_type: str
    content: bytes = attrs.field(repr=False, validator=_bounded)


@attrs.frozen
class Email:
    """One message to one address, as plain text and as HTML that say the same.

    The parts may carry links and codes that let their bearer in, so they are not in the value's
    written form. Raises ``InvalidInput`` for an address or a subject of more than one line.
    """

    to: str = attrs.field(validator=_one_line(MAX_ADDRESS_LENGTH))
    subject: str = attrs.field(validator=_one_line(MAX_SUBJECT_LENGTH))
    text: str = attrs.field(repr=False, validator=_part)
    html: str = attrs.field(repr=False, validator=_part)
    attachments: tuple[Attachment, ...] = attrs.field(default=(), validator=_few)


@attrs.frozen
class QueuedEmail:
    """A mail for the outbox. Its id is the reference under which it is sent, however often."""

    id: str
    kind: EmailKind
    mail: Email
    created_at: datetime
