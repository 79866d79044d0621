"""Retention rules of customers and their orders."""

from datetime import timedelta

from haulage.accounts.factors import CHALLENGE_LIFETIME
from haulage.accounts.flows import FLOW_LIFETIME
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME
from haulage.accounts.one_time import CODE_LIFETIME
from haulage.accounts.passkeys import PASSKEY_CHALLENGE_LIFETIME
from haulage.ports.storage.retention import Expiring
from haulage.use_cases.accounts.auth_rate_limits import NETWORK_KNOWN_FOR
from haulage.use_cases.proofs.delete_proofs import (
    PHOTOS_RETENTION,
    PROOFS_RETENTION,
    forget_proofs,
    forget_unused_photos,
)
from haulage.use_cases.retention.lines import (
    DAY,
    DISPUTES,
    SAFETY,
    YEAR,
    deleted,
    expired,
    with_account,
)
from haulage.use_cases.retention.rule import Removal

PEOPLE = (
    with_account(
        "accounts",
        (
            "accounts",
            "users",
            "former_contacts",
            "identities",
            "factors",
            "recovery_codes",
            "passkeys",
            "communication_preferences",
        ),
        "Your account: name, e-mail address and telephone number, now and before, ways to sign in, wishes "
        "about messages",
        "You could not sign in or be reached without them.",
    ),
    deleted(
        "unconfirmed_accounts",
        ("accounts", "users", "drivers"),
        30 * DAY,
        "after the last request for a link",
        expired(Expiring.UNCONFIRMED_ACCOUNTS),
        "Whoever gave the address may not be its owner.",
        "Sign-ups whose e-mail address was never confirmed",
    ),
    deleted(
        "sessions",
        ("sessions", "refresh_tokens"),
        90 * DAY,
        "after they were last used",
        lambda unit, before, limit: unit.accounts.purge_sessions(before, limit),
        f"{SAFETY} A session that was ended is remembered too, so that its tokens stay useless.",
        "Sign-ins on your devices",
    ),
    deleted(
        "known_networks",
        "known_networks",
        NETWORK_KNOWN_FOR,
        "after each was last seen",
        None,
        f"{SAFETY} Only scrambled addresses are stored.",
        "From which networks you signed in",
        by="DeleteSpentSecrets, every half minute",
    ),
    deleted(
        "one_time_codes",
        ("one_time_codes", "auth_flows", "email_requests"),
        CODE_LIFETIME + FLOW_LIFETIME,
        "at most",
        None,
        "They are of no use afterwards.",
        "Codes and links that were mailed to you, and sign-ins that were begun",
        by="DeleteSpentSecrets, every half minute; wishes for mail as soon as they are answered",
    ),
    deleted(
        "challenges",
        ("factor_challenges", "passkey_challenges", "social_flows"),
        max(CHALLENGE_LIFETIME, PASSKEY_CHALLENGE_LIFETIME, SOCIAL_FLOW_LIFETIME),
        "at most",
        None,
        "They are of no use afterwards.",
        by="DeleteSpentSecrets, every half minute",
    ),
    deleted(
        "rate_limits",
        "rate_limits",
        timedelta(hours=24),
        "at most",
        None,
        "Abuse is slowed down by them; only scrambled keys are stored.",
        "Counts of attempts, by network address",
        by="DeleteSpentSecrets, as soon as a limit is whole again",
    ),
)

ORDERS = (
    deleted(
        "unbooked_quotes",
        ("quotes", "offers"),
        7 * DAY,
        "after they end",
        expired(Expiring.UNBOOKED_QUOTES),
        "A price is good for 15 minutes; a week is for questions about it.",
        "Quotes that were not booked",
    ),
    deleted(
        "declined_offers",
        "offers",
        90 * DAY,
        "after the quote ends",
        expired(Expiring.DECLINED_OFFERS),
        "For questions about how the drivers were chosen.",
        "Drivers who were offered for an order and not taken",
    ),
    with_account(
        "orders",
        ("orders", "order_texts", "order_text_rewrites", "quotes", "delivery_reports", "messages", "calls"),
        "Your orders: addresses, whom to meet, what was carried; who wrote or called when, and reports that "
        "something did not arrive. Afterwards amounts, times and the part of town stay",
        "You see them in your list, and questions about them come late.",
    ),
    deleted(
        "order_events",
        "order_events",
        YEAR,
        "after each",
        expired(Expiring.ORDER_EVENTS),
        DISPUTES,
        "The steps of an order that has ended",
    ),
    deleted(
        "job_offers",
        "job_offers",
        YEAR,
        "after the answer",
        expired(Expiring.JOB_OFFERS),
        "For questions about who was asked to drive.",
        "Which drivers were asked to take an order, and what they answered",
    ),
    deleted(
        "delivery_logs",
        "delivery_logs",
        YEAR,
        "after the last entry",
        expired(Expiring.DELIVERY_LOGS),
        DISPUTES,
        "Breaks and arrivals of a delivery",
    ),
    deleted(
        "delivery_actions",
        "delivery_actions",
        YEAR,
        "after they came in",
        expired(Expiring.DELIVERY_ACTIONS),
        DISPUTES,
        "What a driver's device did without a connection",
    ),
    deleted(
        "tracking_links",
        "tracking_links",
        30 * DAY,
        "after they end",
        expired(Expiring.TRACKING_LINKS),
        "An old link still says that it has ended.",
        "Links by which an order was shared",
    ),
    deleted(
        "proofs",
        ("proofs", "proof_photos", "/files/proofs/*"),
        PROOFS_RETENTION,
        "after the delivery",
        forget_proofs,
        f"{DISPUTES} A seal without content stays, so that the chain of all proofs can be examined.",
        "Proofs of delivery: recipient, signature, photo and place",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "unused_photos",
        ("proof_photos", "/files/proofs/*"),
        PHOTOS_RETENTION,
        "after they were taken",
        forget_unused_photos,
        "A day longer than a device may still send the proof that a photo was taken for.",
        "Photos that no proof was made with",
    ),
    deleted(
        "delivery_pins",
        "delivery_pins",
        YEAR,
        "after they were asked for",
        expired(Expiring.DELIVERY_PINS),
        DISPUTES,
        "That a delivery needed a PIN",
    ),
    deleted(
        "conversations",
        "messages",
        YEAR,
        "after each",
        lambda unit, before, limit: unit.messages.forget_texts(before, limit),
        DISPUTES,
        "The text of messages",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "call_details",
        "calls",
        YEAR,
        "after each",
        lambda unit, before, limit: unit.calls.forget_details(before, limit),
        DISPUTES,
        "Numbers and notes of calls",
        removal=Removal.EMPTIED,
    ),
    deleted(
        "outbound_sms",
        "outbound_sms",
        YEAR,
        "after each",
        expired(Expiring.OUTBOUND_SMS),
        DISPUTES,
        "Whether a text message reached you",
    ),
)
