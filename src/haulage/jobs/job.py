"""What is to be done later, and to what."""

import re
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput

MAX_ID_LENGTH = 64
MAX_SUBJECT_LENGTH = 48

_ID = re.compile(r"[A-Za-z0-9_-]{1,48}\Z")
_OCCASION = re.compile(r"[A-Za-z0-9_-]{0,24}\Z")


class JobQueue(StrEnum):
    """Jobs of one queue never wait for those of another, however many these are."""

    URGENT = "urgent"
    """Promised within seconds: a driver's turn, a message, the watch over a journey."""
    MONEY = "money"
    EMAIL = "email"
    BATCH = "batch"
    """What nobody waits for."""


class JobKind(StrEnum):
    """Everything that is ever done later, and its queue. Each kind has one handler, which the assembly
    names."""

    queue: JobQueue

    def __new__(cls, value: str, queue: JobQueue) -> "JobKind":
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.queue = queue
        return kind

    CANCEL_UNPAID_ORDER = "cancel_unpaid_order", JobQueue.MONEY
    CLOSE_UNPAID_TIP = "close_unpaid_tip", JobQueue.MONEY
    MOVE_OFFER_ON = "move_offer_on", JobQueue.URGENT
    SEND_REFUND = "send_refund", JobQueue.MONEY
    SEND_SHARE = "send_share", JobQueue.MONEY
    RETURN_SHARE = "return_share", JobQueue.MONEY
    TAKE_BACK_SHARE = "take_back_share", JobQueue.MONEY
    SEND_PAYOUT = "send_payout", JobQueue.MONEY
    FINISH_PAYOUT = "finish_payout", JobQueue.MONEY
    RUN_WEEKLY_PAYOUTS = "run_weekly_payouts", JobQueue.MONEY
    COMPARE_PAYOUTS = "compare_payouts", JobQueue.MONEY
    PAY_WEEKLY = "pay_weekly", JobQueue.MONEY
    PAY_AFTER_SHARE = "pay_after_share", JobQueue.MONEY
    PAY_AFTER_RELEASE = "pay_after_release", JobQueue.MONEY
    SETTLE_PAYMENT = "settle_payment", JobQueue.MONEY
    EMAIL_RECEIPT = "email_receipt", JobQueue.EMAIL
    SEND_ACCOUNT_EMAIL = "send_account_email", JobQueue.EMAIL
    SEND_EMAIL = "send_email", JobQueue.EMAIL
    APPLY_PROVIDER_EVENT = "apply_provider_event", JobQueue.MONEY
    REMOVE_PHOTO = "remove_photo", JobQueue.BATCH
    FINISH_ERASURE = "finish_erasure", JobQueue.BATCH
    FORGET_CARD = "forget_card", JobQueue.BATCH
    FORGET_CARD_CUSTOMER = "forget_card_customer", JobQueue.BATCH
    REMOVE_ITEM_PHOTO = "remove_item_photo", JobQueue.BATCH
    REMOVE_CLAIM_PHOTO = "remove_claim_photo", JobQueue.BATCH
    REMOVE_DRIVER_PHOTO = "remove_driver_photo", JobQueue.BATCH
    REMOVE_EXPENSE_RECEIPT = "remove_expense_receipt", JobQueue.BATCH
    REMOVE_DRIVER_DOCUMENT = "remove_driver_document", JobQueue.BATCH
    REMOVE_DOCUMENT_UPLOAD = "remove_document_upload", JobQueue.BATCH
    REVIEW_DOCUMENT = "review_document", JobQueue.URGENT
    WATCH_DOCUMENTS = "watch_documents", JobQueue.BATCH
    SEND_SMS = "send_sms", JobQueue.URGENT
    ANNOUNCE_ORDER = "announce_order", JobQueue.URGENT
    WATCH_START = "watch_start", JobQueue.URGENT
    WATCH_ARRIVAL = "watch_arrival", JobQueue.URGENT
    SEND_AUDIT_HEAD = "send_audit_head", JobQueue.BATCH
    ORDER_SCREENING = "order_screening", JobQueue.EMAIL
    CHECK_SCREENING = "check_screening", JobQueue.EMAIL
    DELIVER_SCREENING_LETTERS = "deliver_screening_letters", JobQueue.EMAIL
    SWEEP_SCREENINGS = "sweep_screenings", JobQueue.BATCH
    REPORT_DEAD_JOBS = "report_dead_jobs", JobQueue.BATCH
    RECONCILE_PAYMENTS = "reconcile_payments", JobQueue.MONEY
    FIND_TAX_DUE = "find_tax_due", JobQueue.BATCH
    REMIND_OF_TAX = "remind_of_tax", JobQueue.BATCH
    ROLL_UP_LEDGER = "roll_up_ledger", JobQueue.BATCH
    WATCH_CREDENTIALS = "watch_credentials", JobQueue.BATCH

    @classmethod
    def named(cls, word: str) -> "JobKind | None":
        """The kind of this name; none that only a newer release knows."""
        return next((kind for kind in cls if kind.value == word), None)


@attrs.frozen
class Job:
    """*kind* is done to the thing with the id *subject*, once for each *occasion*, not before *due_at*.

    It holds ids and nothing else: who does it reads the present facts, and decides anew whether there is
    still something to do. An occasion tells two jobs about one subject apart, such as two refunds of one
    payment by the totals owed. Without *due_at* it is due at once.
    """

    kind: JobKind
    subject: str
    occasion: str = ""
    due_at: datetime | None = None

    def __attrs_post_init__(self) -> None:
        if not _ID.match(self.subject):
            raise InvalidInput("subject", "must be an id")
        if not _OCCASION.match(self.occasion):
            raise InvalidInput("occasion", "must be a short word")
        if len(self.id) > MAX_ID_LENGTH:
            raise InvalidInput("occasion", "is too long for this subject")

    @property
    def id(self) -> str:
        """Equal jobs have one id, so that asking for the same thing twice is asking once."""
        parts = (self.kind.value, self.subject, self.occasion)
        return ":".join(part for part in parts if part)
