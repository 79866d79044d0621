"""Deleting what was kept long enough."""

from datetime import datetime
from enum import StrEnum
from typing import Protocol


class Expiring(StrEnum):
    """Kinds of record whose deletion needs no rule beyond their age."""

    UNBOOKED_QUOTES = "unbooked_quotes"
    """With their offers, by when they could last be booked."""
    DECLINED_OFFERS = "declined_offers"
    """The offers of a booked quote that the customer did not take, by when it could last be booked."""
    ORDER_EVENTS = "order_events"
    """Of orders that have ended, by when each happened."""
    JOB_OFFERS = "job_offers"
    """By when they were answered."""
    DELIVERY_LOGS = "delivery_logs"
    """Of orders that have ended, by their last change."""
    DELIVERY_ACTIONS = "delivery_actions"
    """Of orders that have ended, by when they came in."""
    DELIVERY_PINS = "delivery_pins"
    """Of orders that have ended, by when they were asked for."""
    TRACKING_LINKS = "tracking_links"
    """By when they end."""
    DEAD_JOBS = "dead_jobs"
    """By when they were given up."""
    WAITING_PROVIDER_EVENTS = "waiting_provider_events"
    """Events that never found their payment, by when they came."""
    EMAILS = "emails"
    """That were sent or given up, by when they were written."""
    RESPONSE_BODIES = "response_bodies"
    """What people were answered under an idempotency key, by when; the key stays."""
    OUTBOUND_SMS = "outbound_sms"
    """By when the text was asked for."""
    AUDIT_QUESTIONS = "audit_questions"
    """By when they were asked."""
    ERASURE_TRACES = "erasure_traces"
    """By when the erasure began."""
    APPLICATION_DRAFTS = "application_drafts"
    """By when they were last changed."""
    REJECTED_APPLICATIONS = "rejected_applications"
    """By when they were rejected."""
    SCREENING_CASES = "screening_cases"
    """By their last change."""
    W9_FORMS = "w9_forms"
    """That a newer one has replaced, or whose driver was paid nothing since, by when they were signed."""
    UNCONFIRMED_ACCOUNTS = "unconfirmed_accounts"
    """With their users and driver profiles: nobody has proved their address or signed in. By when they
    were last changed, such as by signing up again."""


class RetentionStore(Protocol):
    """Part of the unit of work."""

    async def delete(self, what: Expiring, before: datetime, limit: int) -> int:
        """Delete the oldest from before then; how many. Fewer than *limit* means that no more are left."""
        ...
