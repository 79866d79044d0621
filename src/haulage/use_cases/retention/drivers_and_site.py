"""Retention rules of drivers, messages, money and what the site needs to run."""

from datetime import timedelta

from haulage.email.delivery import EMAIL_RETENTION
from haulage.ports.storage.retention import Expiring
from haulage.use_cases.behaviour.delete_streams import forget_points, forget_streams, forget_traces
from haulage.use_cases.positions.delete_positions import forget_last_positions
from haulage.use_cases.positions.report_positions import POSITIONS_RETENTION
from haulage.use_cases.retention.lines import (
    BOOKKEEPING,
    BOOKS,
    DAY,
    NOBODYS,
    SAFETY,
    YEAR,
    deleted,
    expired,
    retained,
    with_account,
)
from haulage.use_cases.retention.rule import Removal

MAIL_FILE = "mail_file"

DRIVERS = (
    with_account(
        "drivers",
        ("drivers", "driver_accounts", "behaviour_days", "behaviour_events", "behaviour_contests"),
        "If you drive: vehicle, working hours, rates, scores and driving events without their routes",
        "Matching and pay depend on them.",
    ),
    retained(
        "mileage",
        ("delivery_mileage",),
        "Drivers need it for their taxes; it is written down before the positions go.",
        "How far a driver drove with each order",
        BOOKS,
        "after the delivery",
    ),
    deleted(
        "positions",
        "driver_position_history",
        POSITIONS_RETENTION,
        "after each",
        lambda unit, before, limit: unit.positions.forget_before(before, limit),
        "Long enough for a dispute about a delivery, and no longer.",
        "Positions of drivers",
        source="OP-97",
    ),
    deleted(
        "last_positions",
        "driver_last_positions",
        POSITIONS_RETENTION,
        "after it",
        forget_last_positions,
        "As for all positions.",
        "Where a driver was last seen",
        source="OP-97",
    ),
    deleted(
        "driving_streams",
        "behaviour_streams",
        POSITIONS_RETENTION,
        "after each",
        forget_streams,
        "As for all positions.",
        removal=Removal.EMPTIED,
        source="OP-97",
    ),
    deleted(
        "driving_points",
        "behaviour_points",
        POSITIONS_RETENTION,
        "after each",
        forget_points,
        "As for all positions.",
        "The latest points of a drive",
        source="OP-97",
    ),
    deleted(
        "driving_traces",
        "behaviour_events",
        POSITIONS_RETENTION,
        "after each",
        forget_traces,
        "As for all positions; the event keeps its place to about a kilometer.",
        "The routes around driving events",
        removal=Removal.EMPTIED,
        source="OP-97",
    ),
)

MESSAGES = (
    deleted(
        "emails",
        ("emails", "email_attachments"),
        EMAIL_RETENTION,
        "after they were written",
        expired(Expiring.EMAILS),
        "Whoever asks where a mail went is answered; the text goes as soon as it is sent.",
        "E-mails to you: address and subject",
    ),
    deleted(
        MAIL_FILE,
        ("/mail.jsonl", "/mail.jsonl.lock"),
        EMAIL_RETENTION,
        "after each",
        None,
        "Where there is no mail server, mails end up in this file.",
        by="DeleteExpiredData, line by line",
    ),
    deleted(
        "response_bodies",
        "idempotency_keys",
        timedelta(hours=24),
        "after each",
        expired(Expiring.RESPONSE_BODIES),
        "A request that is sent again gets the same answer for a day.",
        "Answers to requests that could be sent twice",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "idempotency_keys",
        "idempotency_keys",
        30 * DAY,
        "after each",
        lambda unit, before, limit: unit.idempotency.purge(before, limit),
        "For so long nothing is done twice that is sent again.",
    ),
    retained(
        "inbound_sms",
        ("inbound_sms",),
        "Ids without number or text: an overheard message must have no effect after years either.",
    ),
)

MONEY = (
    retained(
        "payments",
        (
            "payments",
            "payment_splits",
            "refunds",
            "disputes",
            "receipts",
            "transfer_reversals",
            "returned_shares",
        ),
        BOOKKEEPING,
        "Payments, refunds, receipts and drivers' shares; after you delete your account without your name, "
        "addresses and card",
        BOOKS,
    ),
    retained("ledger", ("ledger_transactions", "ledger_entries"), BOOKKEEPING, "Entries of the books", BOOKS),
    retained(
        "ledger_sums",
        ("ledger_tail", "ledger_checkpoints", "ledger_daily_totals"),
        BOOKKEEPING,
        duration=BOOKS,
    ),
    retained(
        "reconciliation",
        ("provider_entries", "payment_differences", "reconciliation_runs"),
        BOOKKEEPING,
        duration=BOOKS,
    ),
    retained("receipt_days", ("receipt_days", "order_numbers"), NOBODYS),
    retained("taxes", ("tax_rows", "authority_rows"), BOOKKEEPING),
    deleted(
        "provider_events",
        "provider_events",
        90 * DAY,
        "after their effect",
        lambda unit, before, limit: unit.provider_events.forget_before(before, limit),
        "The card provider repeats an event for days, and one with an old signature is refused anyway.",
    ),
    deleted(
        "waiting_provider_events",
        "provider_events",
        YEAR,
        "after they came",
        expired(Expiring.WAITING_PROVIDER_EVENTS),
        "The account at the card provider may serve other systems too, whose events find no payment here.",
    ),
)

OPERATION = (
    retained(
        "audit",
        ("audit_entries",),
        f"{SAFETY} The trail is a chain from which nothing can be taken; it holds ids, words and amounts.",
        "The audit trail: who did what when, by ids without names",
    ),
    deleted(
        "jobs",
        "jobs",
        30 * DAY,
        "after they were done",
        lambda unit, before, limit: unit.jobs.forget_before(before, limit),
        "After this nobody needs to see that a job was done.",
    ),
    deleted(
        "dead_jobs",
        "jobs",
        90 * DAY,
        "after they were given up",
        expired(Expiring.DEAD_JOBS),
        "An operator has had three months to have them tried again.",
    ),
    retained("job_workers", ("job_workers", "operation_state"), NOBODYS),
    retained("server_keys", ("server_keys",), NOBODYS),
)
