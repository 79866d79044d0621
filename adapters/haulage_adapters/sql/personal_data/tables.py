"""Every table of the schema: whose rows it has, or why nobody's. A test holds it against the schema."""

from collections.abc import Callable
from typing import TypeAlias

import attrs
from sqlalchemy import ColumnElement, Table, or_, select

from haulage.ledger import driver_account
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables import (
    accounts,
    audit_entries,
    auth_flows,
    authority_rows,
    behaviour_contests,
    behaviour_days,
    behaviour_events,
    behaviour_points,
    behaviour_streams,
    calls,
    communication_preferences,
    delivery_actions,
    delivery_logs,
    delivery_mileage,
    delivery_pins,
    delivery_reports,
    disputes,
    driver_accounts,
    driver_last_positions,
    driver_position_history,
    drivers,
    email_attachments,
    email_requests,
    emails,
    factor_challenges,
    factors,
    former_contacts,
    idempotency_keys,
    identities,
    inbound_sms,
    job_offers,
    job_workers,
    jobs,
    known_networks,
    ledger_checkpoints,
    ledger_daily_totals,
    ledger_entries,
    ledger_tail,
    ledger_transactions,
    messages,
    offers,
    one_time_codes,
    operation_state,
    order_events,
    order_numbers,
    order_text_rewrites,
    order_texts,
    orders,
    outbound_sms,
    passkey_challenges,
    passkeys,
    payment_differences,
    payment_splits,
    payments,
    proof_photos,
    proofs,
    provider_entries,
    provider_events,
    quotes,
    rate_limits,
    receipt_days,
    receipts,
    reconciliation_runs,
    recovery_codes,
    refresh_tokens,
    refunds,
    returned_shares,
    server_keys,
    sessions,
    social_flows,
    tax_rows,
    tracking_links,
    transfer_reversals,
    users,
)

About: TypeAlias = Callable[[Person], ColumnElement[bool]]


@attrs.frozen
class Section:
    """Rows about a person under a name; *withheld* columns are secrets or say something of others."""

    name: str
    table: Table
    about: About
    withheld: frozenset[str] = frozenset()


OTHERS_IN_AN_ORDER = frozenset(
    {
        "customer_id",
        "quote_id",
        "contact_name",
        "contact_phone",
        "items_description",
        "cancellation_reason",
        "cancelled_by",
        *(f"{end}_{part}" for end in ("pickup", "dropoff") for part in ("lat", "lng", "address")),
    }
)
"""What a driver's copy of an order leaves out: it is the customer's."""


OTHERS_IN_A_PROOF = frozenset({"content", "photo_id", "seal", "signature"})
"""What a driver's copy of a proof leaves out: who signed for what is the customer's."""


SHARES_OF_OTHERS = frozenset({"driver_id", "driver_transfer_id", "failure_reason"})
"""What a customer's copy of a split leaves out: it is the driver's."""


def _own_sessions(person: Person) -> ColumnElement[bool]:
    own = select(sessions.c.id).where(sessions.c.account_id == person.account_id)
    return refresh_tokens.c.session_id.in_(own)


def _own_challenges(person: Person) -> ColumnElement[bool]:
    own = select(factors.c.id).where(factors.c.account_id == person.account_id)
    return factor_challenges.c.factor_id.in_(own)


def _own_offers(person: Person) -> ColumnElement[bool]:
    """Those made to the customer, without the drivers' own entries."""
    return offers.c.quote_id.in_(select(quotes.c.id).where(quotes.c.customer_id == person.user_id))


def _own_job_offers(person: Person) -> ColumnElement[bool]:
    """Those made to the driver; calls to everyone are nobody's."""
    return job_offers.c.driver_id == person.drives_as


def _attached(person: Person) -> ColumnElement[bool]:
    return email_attachments.c.email_id.in_(select(emails.c.id).where(emails.c.to.in_(person.addresses)))


def _own_events(person: Person) -> ColumnElement[bool]:
    own = select(orders.c.id).where(
        or_(orders.c.customer_id == person.user_id, orders.c.driver_id == person.drives_as)
    )
    return order_events.c.order_id.in_(own)


def _of_own_orders(table: Table) -> About:
    """Rows of the customer's orders."""

    def own(person: Person) -> ColumnElement[bool]:
        return table.c.order_id.in_(select(orders.c.id).where(orders.c.customer_id == person.user_id))

    return own


def _own_splits(person: Person) -> ColumnElement[bool]:
    return _of_own_orders(payment_splits)(person)


def _own_reversals(person: Person) -> ColumnElement[bool]:
    own = select(payment_splits.c.id).where(payment_splits.c.driver_id == person.drives_as)
    return transfer_reversals.c.split_id.in_(own)


def _own_returned(person: Person) -> ColumnElement[bool]:
    own = select(payment_splits.c.id).where(payment_splits.c.driver_id == person.drives_as)
    return returned_shares.c.split_id.in_(own)


def _own_messages(person: Person) -> ColumnElement[bool]:
    """By somebody and to them: each party has a copy of what was said between both."""
    return or_(messages.c.sender_id == person.user_id, messages.c.recipient_id == person.user_id)


def _own_texts(person: Person) -> ColumnElement[bool]:
    """What became of the texts for those messages; the number that they went to is the profile's."""
    own = select(messages.c.id).where(_own_messages(person))
    return outbound_sms.c.message_id.in_(own)


def _own_transactions(person: Person) -> ColumnElement[bool]:
    """Those of the customer's orders; what a driver earned is in the entries of their account."""
    own = select(orders.c.id).where(orders.c.customer_id == person.user_id)
    return ledger_transactions.c.order_id.in_(own)


def _own_entries(person: Person) -> ColumnElement[bool]:
    return ledger_entries.c.account == driver_account(person.drives_as).code


def requested_by(person: Person) -> ColumnElement[bool]:
    """Requests are short-lived JSON; both databases can look inside."""
    request = email_requests.c.request
    return or_(
        request["email"].as_string().in_(person.addresses),
        request["account_id"].as_string() == person.account_id,
    )


def _audited(person: Person) -> ColumnElement[bool]:
    ids = [known for known in (person.user_id, person.account_id, person.driver_id) if known]
    return or_(audit_entries.c.actor_id.in_(ids), audit_entries.c.object_id.in_(ids))


SECTIONS = (
    Section("account", accounts, lambda who: accounts.c.id == who.account_id, frozenset({"password_hash"})),
    Section("profile", users, lambda who: users.c.id == who.user_id),
    Section("former_contacts", former_contacts, lambda who: former_contacts.c.user_id == who.user_id),
    Section("sessions", sessions, lambda who: sessions.c.account_id == who.account_id),
    Section(
        "known_networks",
        known_networks,
        lambda who: known_networks.c.account_id == who.account_id,
        frozenset({"network_hash"}),
    ),
    Section("refresh_tokens", refresh_tokens, _own_sessions, frozenset({"hash"})),
    Section(
        "second_factors",
        factors,
        lambda who: factors.c.account_id == who.account_id,
        frozenset({"secret", "last_step"}),
    ),
    Section(
        "recovery_codes",
        recovery_codes,
        lambda who: recovery_codes.c.account_id == who.account_id,
        frozenset({"hash"}),
    ),
    Section("second_factor_questions", factor_challenges, _own_challenges),
    Section(
        "codes",
        one_time_codes,
        lambda who: one_time_codes.c.account_id == who.account_id,
        frozenset({"code_hash", "link_hash"}),
    ),
    Section(
        "sign_ins_begun",
        auth_flows,
        lambda who: auth_flows.c.account_id == who.account_id,
        frozenset({"challenge", "code_hash"}),
    ),
    Section(
        "passkeys",
        passkeys,
        lambda who: passkeys.c.account_id == who.account_id,
        frozenset({"credential_id", "public_key"}),
    ),
    Section(
        "passkey_questions",
        passkey_challenges,
        lambda who: passkey_challenges.c.account_id == who.account_id,
        frozenset({"hash"}),
    ),
    Section("identities", identities, lambda who: identities.c.account_id == who.account_id),
    Section(
        "links_begun",
        social_flows,
        lambda who: social_flows.c.account_id == who.account_id,
        frozenset({"state_hash", "browser_hash", "challenge"}),
    ),
    Section("email_requests", email_requests, requested_by),
    Section("emails", emails, lambda who: emails.c.to.in_(who.addresses), frozenset({"text", "html"})),
    Section("email_attachments", email_attachments, _attached, frozenset({"content"})),
    Section("driver_profile", drivers, lambda who: drivers.c.user_id == who.user_id),
    Section(
        "last_position", driver_last_positions, lambda who: driver_last_positions.c.driver_id == who.drives_as
    ),
    Section(
        "driving_stream",
        behaviour_streams,
        lambda who: behaviour_streams.c.driver_id == who.drives_as,
    ),
    Section("driving_points", behaviour_points, lambda who: behaviour_points.c.driver_id == who.drives_as),
    Section("driving_days", behaviour_days, lambda who: behaviour_days.c.driver_id == who.drives_as),
    Section("driving_events", behaviour_events, lambda who: behaviour_events.c.driver_id == who.drives_as),
    Section(
        "driving_contests",
        behaviour_contests,
        lambda who: behaviour_contests.c.driver_id == who.drives_as,
        frozenset({"decided_by"}),
    ),
    Section(
        "positions", driver_position_history, lambda who: driver_position_history.c.driver_id == who.drives_as
    ),
    Section("quotes", quotes, lambda who: quotes.c.customer_id == who.user_id),
    Section("offers", offers, _own_offers),
    Section(
        "offers_as_driver",
        offers,
        lambda who: offers.c.driver_id == who.drives_as,
        frozenset({"score", "factors", "confidence", "rank"}),
    ),
    Section("orders", orders, lambda who: orders.c.customer_id == who.user_id),
    Section("orders_driven", orders, lambda who: orders.c.driver_id == who.drives_as, OTHERS_IN_AN_ORDER),
    Section("links_shared", tracking_links, lambda who: tracking_links.c.created_by == who.user_id),
    Section("order_events", order_events, _own_events),
    Section("jobs_offered", job_offers, _own_job_offers, frozenset({"reason"})),
    Section("delivery_actions", delivery_actions, lambda who: delivery_actions.c.driver_id == who.drives_as),
    Section("miles_driven", delivery_mileage, lambda who: delivery_mileage.c.driver_id == who.drives_as),
    Section("deliveries", delivery_logs, lambda who: delivery_logs.c.driver_id == who.drives_as),
    Section(
        "reports",
        delivery_reports,
        lambda who: delivery_reports.c.customer_id == who.user_id,
        frozenset({"decided_by"}),
    ),
    Section(
        "reports_of_deliveries",
        delivery_reports,
        lambda who: delivery_reports.c.driver_id == who.drives_as,
        frozenset({"decided_by", "customer_id", "account"}),
    ),
    Section("proofs", proofs, _of_own_orders(proofs), frozenset({"driver_id", "client_id", "request_hash"})),
    Section("proofs_taken", proofs, lambda who: proofs.c.driver_id == who.drives_as, OTHERS_IN_A_PROOF),
    Section("photos_taken", proof_photos, lambda who: proof_photos.c.driver_id == who.drives_as),
    Section(
        "delivery_pins", delivery_pins, _of_own_orders(delivery_pins), frozenset({"sealed_code", "wrong"})
    ),
    Section("messages", messages, _own_messages, frozenset({"sms_reference"})),
    Section("texts", outbound_sms, _own_texts, frozenset({"reference"})),
    Section("calls", calls, lambda who: calls.c.caller_id == who.user_id, frozenset({"phone_number"})),
    Section(
        "calls_received",
        calls,
        lambda who: calls.c.recipient_id == who.user_id,
        frozenset({"notes", "phone_number"}),
    ),
    Section(
        "communication_preferences",
        communication_preferences,
        lambda who: communication_preferences.c.user_id == who.user_id,
    ),
    Section("payments", payments, lambda who: payments.c.customer_id == who.user_id),
    Section("money_moved", ledger_transactions, _own_transactions),
    Section("driver_account", ledger_entries, _own_entries),
    Section("receipts", receipts, lambda who: receipts.c.customer_id == who.user_id),
    Section("splits", payment_splits, _own_splits, SHARES_OF_OTHERS),
    Section("splits_earned", payment_splits, lambda who: payment_splits.c.driver_id == who.drives_as),
    Section("refunds", refunds, _of_own_orders(refunds), frozenset({"reason", "requested_by"})),
    Section("disputes", disputes, _of_own_orders(disputes)),
    Section(
        "account_at_card_provider",
        driver_accounts,
        lambda who: driver_accounts.c.driver_id == who.drives_as,
    ),
    Section("taken_back", transfer_reversals, _own_reversals),
    Section("sent_again", returned_shares, _own_returned),
    Section(
        "stored_responses",
        idempotency_keys,
        lambda who: idempotency_keys.c.caller == who.user_id,
        frozenset({"response"}),
    ),
    Section("audit", audit_entries, _audited),
)
"""The text of mails holds codes and links; the bytes of answers repeat what other sections say."""

NOBODYS = {
    job_workers.name: "processes that do jobs",
    provider_entries.name: "ids and amounts of the card provider's; payments say whose they are",
    ledger_tail.name: "ids of transactions, for an hour",
    ledger_checkpoints.name: "sums of the entries, which say whose they are",
    ledger_daily_totals.name: "sums of the entries, which say whose they are",
    reconciliation_runs.name: "times and numbers of runs, of nobody",
    payment_differences.name: "ids and amounts of payments; those say whose they are",
    provider_events.name: "ids and amounts as the card provider tells them; payments say whose they are. "
    "Of what could not be read, its bytes, for 90 days",
    jobs.name: "ids of things to be done, without anything about them",
    operation_state.name: "whether jobs are paused, for everybody",
    order_numbers.name: "numbers that were drawn",
    order_texts.name: "what orders are searched by: words of orders, users and drivers once more, changed "
    "and erased with them",
    order_text_rewrites.name: "ids of people whose orders' texts are rewritten within minutes",
    receipt_days.name: "how many receipts a day has had",
    server_keys.name: "keys of the server",
    inbound_sms.name: "the SMS provider's ids of texts that had their effect; neither number nor text",
    authority_rows.name: "what trips between states need, and who answers for it at the operator's",
    tax_rows.name: "rates, and who answers for them at the operator's",
    rate_limits.name: "hashes that nobody can read back, forgotten within minutes",
}
