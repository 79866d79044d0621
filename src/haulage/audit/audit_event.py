"""An event of the audit trail, kept for ever and without personal data.

The trail cannot be changed, so nothing may stand in it that somebody could ask to have erased: people
are named by their random ids, and facts are ids, words, counts and cents. What a reader asked for, such as
the name that they searched, is stored beside the trail, and goes in time.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput

Fact: TypeAlias = str | int | bool | None

MAX_FACTS = 12
MAX_QUESTION_LENGTH = 4_000
"""Ours: the ids of a page of a hundred people fit."""
MOST = 2**53 - 1
"""The largest whole number that every reader of JSON reads exactly."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")
_WORD = re.compile(r"[A-Za-z0-9_.:-]{0,64}\Z")
"""Ids and vocabulary; neither an address nor a person's name fits in."""


class AuditAction(StrEnum):
    """Sign-ins, accounts, roles, money and approvals."""

    ADMIN_READ = "admin_read"
    SIGNED_UP = "signed_up"
    SIGNED_IN = "signed_in"
    SIGN_IN_REFUSED = "sign_in_refused"
    SIGNED_OUT = "signed_out"
    SESSION_REVOKED = "session_revoked"
    REAUTHENTICATED = "reauthenticated"
    REAUTHENTICATION_REFUSED = "reauthentication_refused"
    SESSIONS_ENDED = "sessions_ended"
    ACCOUNT_SEEN = "account_seen"
    ACCOUNT_SUSPENDED = "account_suspended"
    ACCOUNT_REINSTATED = "account_reinstated"
    SECOND_FACTOR_GIVEN = "second_factor_given"
    SECOND_FACTOR_REFUSED = "second_factor_refused"
    RECOVERY_CODES_MADE = "recovery_codes_made"
    RECOVERY_CODE_GIVEN = "recovery_code_given"
    FACTORS_RESET = "factors_reset"
    FACTOR_ENROLLED = "factor_enrolled"
    FACTOR_REMOVED = "factor_removed"
    IDENTITY_LINKED = "identity_linked"
    IDENTITY_UNLINKED = "identity_unlinked"
    ACCOUNT_RECLAIMED = "account_reclaimed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105  (the name of an action)
    EMAIL_CONFIRMED = "email_confirmed"
    EMAIL_CHANGED = "email_changed"
    SMS_CONSENT_GIVEN = "sms_consent_given"
    SMS_CONSENT_ENDED = "sms_consent_ended"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    DATA_EXPORTED = "data_exported"
    ACCOUNT_ERASED = "account_erased"
    DRIVER_SETTLED = "driver_settled"
    DEBT_WRITTEN_OFF = "debt_written_off"
    ROLE_CHANGED = "role_changed"
    DRIVER_APPROVED = "driver_approved"
    APPLICATION_SUBMITTED = "application_submitted"
    APPLICATION_REVIEW_BEGUN = "application_review_begun"
    APPLICATION_APPROVED = "application_approved"
    APPLICATION_RETURNED = "application_returned"
    APPLICATION_REJECTED = "application_rejected"
    SCREENING_CONSENT_GIVEN = "screening_consent_given"
    SCREENING_ORDERED = "screening_ordered"
    SCREENING_REPORT_REQUESTED = "screening_report_requested"
    SCREENING_REPORT_RECEIVED = "screening_report_received"
    SCREENING_DISPUTED = "screening_disputed"
    SCREENING_STEP_TAKEN = "screening_step_taken"
    DOCUMENT_APPROVED = "document_approved"
    DOCUMENT_REJECTED = "document_rejected"
    TRAINING_RESET = "training_reset"
    OVERRIDE_REQUESTED = "override_requested"
    OVERRIDE_WITHDRAWN = "override_withdrawn"
    DRIVER_SUSPENDED = "driver_suspended"
    DRIVER_REACTIVATED = "driver_reactivated"
    DRIVER_REVOKED = "driver_revoked"
    DRIVER_LOOKED_AT = "driver_looked_at"
    DRIVER_UPDATED = "driver_updated"
    DRIVING_CONTEST_UPHELD = "driving_contest_upheld"
    DRIVING_CONTEST_REJECTED = "driving_contest_rejected"
    ORDER_CANCELLED = "order_cancelled"
    ORDER_REASSIGNED = "order_reassigned"
    DELIVERY_PIN_DROPPED = "delivery_pin_dropped"
    PAYMENT_CAPTURED = "payment_captured"
    CARD_SAVED = "card_saved"
    CARD_REMOVED = "card_removed"
    PAYMENTS_EXPORTED = "payments_exported"
    LIST_EXPORTED = "list_exported"
    RECEIPT_EMAILED = "receipt_emailed"
    REFUND_OWED = "refund_owed"
    PAYMENT_REFUNDED = "payment_refunded"
    JOB_RETRIED = "job_retried"
    JOBS_PAUSED = "jobs_paused"
    JOBS_RESUMED = "jobs_resumed"
    REFUND_REFUSED = "refund_refused"
    REFUND_RESENT = "refund_resent"
    REFUND_WITHDRAWN = "refund_withdrawn"
    RECONCILIATION_REQUESTED = "reconciliation_requested"
    LEDGER_SUMS_REBUILT = "ledger_sums_rebuilt"
    DIFFERENCE_ACCEPTED = "difference_accepted"
    PAYMENTS_RECONCILED = "payments_reconciled"
    SHARE_TRANSFERRED = "share_transferred"
    SHARE_REFUSED = "share_refused"
    SHARE_REVERSED = "share_reversed"
    SPLIT_RETRIED = "split_retried"
    PAYOUT_METHOD_ADDED = "payout_method_added"
    PAYOUT_METHOD_CHOSEN = "payout_method_chosen"
    PAYOUT_METHOD_REMOVED = "payout_method_removed"
    PAYOUT_REQUESTED = "payout_requested"
    PAYOUT_CANCELLATION_REQUESTED = "payout_cancellation_requested"
    PAYOUT_PAID = "payout_paid"
    PAYOUT_FAILED = "payout_failed"
    PAYOUT_VOIDED = "payout_voided"
    PAYOUT_SETTINGS_CHANGED = "payout_settings_changed"
    DISPUTE_OPENED = "dispute_opened"
    DISPUTE_CLOSED = "dispute_closed"
    EVENTS_READ_AGAIN = "events_read_again"
    SECRETS_SEALED = "secrets_sealed"
    TAX_CONFIRMED = "tax_confirmed"
    TAX_FORMS_EXPORTED = "tax_forms_exported"
    TAX_WITHDRAWN = "tax_withdrawn"
    WITHHOLDING_REMITTED = "withholding_remitted"
    TAXPAYER_NUMBERS_OPENED = "taxpayer_numbers_opened"
    W9_CERTIFIED = "w9_certified"
    AUTHORITY_CONFIRMED = "authority_confirmed"
    AUTHORITY_WITHDRAWN = "authority_withdrawn"
    CREDENTIAL_RECORDED = "credential_recorded"
    CREDENTIAL_WITHDRAWN = "credential_withdrawn"
    CREDENTIAL_VERIFIED = "credential_verified"
    CREDENTIAL_REJECTED = "credential_rejected"
    DELIVERY_FAILED = "delivery_failed"
    ITEMS_RETURNED = "items_returned"
    CLAIM_OPENED = "claim_opened"
    CLAIM_INFORMATION_REQUESTED = "claim_information_requested"
    CLAIM_ANSWERED = "claim_answered"
    CLAIM_SIDE_GIVEN = "claim_side_given"
    CLAIM_WITHDRAWN = "claim_withdrawn"
    CLAIM_DECIDED = "claim_decided"


@attrs.frozen
class AuditEvent:
    """*by* did *action* to the object with this kind and id. Amounts among the facts are cents. *question*
    is what was asked for, in words that may be personal: it is no part of the chain."""

    action: AuditAction
    by: Actor
    at: datetime
    object_kind: str
    object_id: str
    facts: Mapping[str, Fact] = attrs.field(factory=dict)
    question: str = attrs.field(default="", repr=False)

    @property
    def recorded_facts(self) -> Mapping[str, Fact]:
        """The facts as they are kept, with the operator where one acted for the person."""
        by = self.by.operated_by
        return dict(self.facts) if by is None else {**self.facts, "operator": by}

    def __attrs_post_init__(self) -> None:
        for text in (self.by.name, self.object_kind, self.object_id):
            _require_word("object", text)
        if self.by.operated_by is not None:
            _require_word("operator", self.by.operated_by)
        if len(self.facts) > MAX_FACTS:
            raise InvalidInput("facts", f"must be at most {MAX_FACTS}")
        if len(self.question) > MAX_QUESTION_LENGTH:
            raise InvalidInput("question", f"must be at most {MAX_QUESTION_LENGTH} characters")
        for name, fact in self.facts.items():
            if not _NAME.match(name):
                raise InvalidInput("facts", "must have lower-case names")
            _require_fact(name, fact)


def _require_fact(name: str, fact: Fact) -> None:
    match fact:
        case None | bool():
            return
        case int() if abs(fact) <= MOST:
            return
        case str():
            _require_word(name, fact)
        case _:
            raise InvalidInput(name, "must be a word, a whole number, true, false or nothing")


def _require_word(field: str, text: str) -> None:
    if not _WORD.match(text):
        raise InvalidInput(field, "must be an id or a word: the audit trail holds nothing personal")
