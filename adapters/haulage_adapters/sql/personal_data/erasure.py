"""What becomes of a person's rows. The books stay: amounts, times and ids.

So does what was said between two people. A conversation belongs to both: the other party may have to show
what they were told or what they answered when something about the order is disputed (GDPR article 17(3)(e)),
and one of them must not be able to destroy it by leaving. The person's name, numbers and addresses are taken
out of it (:mod:`redacting`), and its texts go after a year, with those of everybody.
What the server itself wrote to the person is nobody else's, and goes at once; so do their numbers and what
they noted about calls.
"""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Executable,
    Numeric,
    Select,
    Table,
    Update,
    cast,
    delete,
    func,
    or_,
    select,
    update,
)

from haulage.accounts.metadata import Metadata
from haulage.claims import ClaimParty
from haulage.kernel.actor import UserType
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.vehicles import UNKNOWN_MODEL
from haulage.messaging.message import SYSTEM_ID
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.personal_data.tables import SECTIONS
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.tables import (
    SENDING_JOB_ID,
    accounts,
    calls,
    claim_statements,
    claims,
    drivers,
    emails,
    idempotency_keys,
    job_offers,
    jobs,
    messages,
    orders,
    outbound_sms,
    payments,
    payout_methods,
    quote_offers,
    quotes,
    receipts,
    refunds,
    tax_documents,
    tax_expenses,
    tax_mileage_entries,
    users,
)

ERASED = "Erased"
"""Stands where a name, an address or a description was."""

NOTHING: Metadata = {}
RETAINED_DECIMALS = 2
"""Decimals of a degree: about a kilometre, enough for a tax area and for statistics."""

_PLACES = {table: place for place, table in enumerate(metadata.sorted_tables)}
REMOVED = sorted(
    (section for section in SECTIONS if section.removed),
    key=lambda section: _PLACES[section.table],
    reverse=True,
)
"""Rows that refer to others come before these."""


def placeholder(person: Person) -> str:
    """An address that no mail can reach (RFC 2606) and nobody else has."""
    return f"{person.user_id}@erased.invalid".lower()


def removals(person: Person) -> list[Executable]:
    """Rows that nothing in the books needs. Refresh tokens and challenges go with what they belong to."""
    unbooked = select(quotes.c.id).where(
        quotes.c.customer_id == person.user_id,
        quotes.c.id.not_in(select(orders.c.quote_id).where(orders.c.customer_id == person.user_id)),
    )
    return [
        delete(jobs).where(jobs.c.id.in_(select(SENDING_JOB_ID).where(emails.c.to.in_(person.addresses)))),
        delete(outbound_sms).where(
            outbound_sms.c.message_id.in_(
                select(messages.c.id).where(messages.c.recipient_id == person.user_id)
            )
        ),
        *(delete(section.table).where(section.about(person)) for section in REMOVED),
        delete(quote_offers).where(quote_offers.c.quote_id.in_(unbooked)),
        delete(quotes).where(quotes.c.id.in_(unbooked)),
    ]


def _subjects(person: Person) -> list[Select[tuple[str]]]:
    """The ids of all that stored answers to other people may tell about the person."""
    common = or_(orders.c.customer_id == person.user_id, orders.c.driver_id == person.drives_as)
    return [
        select(orders.c.id).where(common),
        select(payments.c.id).where(payments.c.customer_id == person.user_id),
        select(receipts.c.id).where(receipts.c.customer_id == person.user_id),
        select(claims.c.id).where(
            or_(
                claims.c.customer_id == person.user_id,
                claims.c.driver_id == person.drives_as,
            )
        ),
    ]


def changes(person: Person) -> list[Executable]:
    """Rows that stay, without the person. What was said of an order stays, and says nothing."""
    return [
        _identity(accounts, accounts.c.id == person.account_id, person).values(
            password_hash=None,
            user_metadata=NOTHING,
            email_confirmed_at=None,
            last_sign_in_at=None,
            new_email=None,
            new_email_answered=None,
            suspension_reason=None,
        ),
        # The key stays remembered, so that nothing is done twice; the answer told another person.
        *(
            update(idempotency_keys).where(idempotency_keys.c.subject_id.in_(ids)).values(response=b"")
            for ids in _subjects(person)
        ),
        update(job_offers)
        .where(job_offers.c.order_id.in_(select(orders.c.id).where(orders.c.customer_id == person.user_id)))
        .values(reason=func.substr(job_offers.c.reason, 1, 0)),
        _identity(users, users.c.id == person.user_id, person).values(
            name=ERASED, phone="", user_type=_plain_type(person), timezone=PLATFORM_ZONE.key
        ),
        update(orders)
        .where(orders.c.customer_id == person.user_id)
        .values(
            contact_name=ERASED,
            contact_phone="",
            pickup_access=None,
            dropoff_access=None,
            items_description=ERASED,
            items=[],
            item_notes="",
            cancellation_reason=func.substr(orders.c.cancellation_reason, 1, 0),
            customer_feedback=func.substr(orders.c.customer_feedback, 1, 0),
            failure_note=func.substr(orders.c.failure_note, 1, 0),
            version=orders.c.version + 1,
            **_blurred(orders),
        ),
        update(quotes)
        .where(quotes.c.customer_id == person.user_id)
        .values(special_requirements=[], **_blurred(quotes)),
        update(payments)
        .where(payments.c.customer_id == person.user_id)
        .values(card_last4=None, decline_reason=None, version=payments.c.version + 1),
        update(receipts)
        .where(receipts.c.customer_id == person.user_id)
        .values(
            customer_name=ERASED,
            customer_email=placeholder(person),
            description=ERASED,
            pickup_address=ERASED,
            delivery_address=ERASED,
            card_last4=None,
        ),
        update(refunds)
        .where(refunds.c.order_id.in_(select(orders.c.id).where(orders.c.customer_id == person.user_id)))
        .values(reason="", version=refunds.c.version + 1),
        update(claims)
        .where(claims.c.customer_id == person.user_id)
        .values(account=ERASED, item="", version=claims.c.version + 1),
        update(claim_statements)
        .where(
            claim_statements.c.claim_id.in_(
                select(claims.c.id).where(claims.c.customer_id == person.user_id)
            ),
            claim_statements.c.party != ClaimParty.DRIVER,
        )
        .values(text=ERASED),
        update(claim_statements)
        .where(
            claim_statements.c.claim_id.in_(
                select(claims.c.id).where(claims.c.driver_id == person.drives_as)
            ),
            # A question to them may repeat what either side wrote, and goes with both.
            claim_statements.c.party.in_([ClaimParty.DRIVER, ClaimParty.ADMIN_TO_DRIVER]),
        )
        .values(text=ERASED),
        update(messages)
        .where(messages.c.recipient_id == person.user_id, messages.c.sender_id == SYSTEM_ID)
        .values(text="", version=messages.c.version + 1),
        # By the provider's name of a text its books still say to whom it went.
        update(messages)
        .where(messages.c.recipient_id == person.user_id)
        .values(sms_reference=None, version=messages.c.version + 1),
        update(calls)
        .where(calls.c.recipient_id == person.user_id)
        .values(phone_number=None, version=calls.c.version + 1),
        update(calls)
        .where(calls.c.caller_id == person.user_id)
        .values(
            notes="",
            device_type=None,
            call_quality=None,
            connection_type=None,
            version=calls.c.version + 1,
        ),
        update(payout_methods)
        .where(payout_methods.c.driver_id == person.drives_as)
        .values(last4="", bank_name="", paypal_email="", account_type=None, token=payout_methods.c.id),
        update(quote_offers).where(quote_offers.c.driver_id == person.drives_as).values(driver_name=ERASED),
        update(orders)
        .where(orders.c.driver_id == person.drives_as)
        .values(driven_with=None, version=orders.c.version + 1),
        update(tax_documents)
        .where(tax_documents.c.driver_id == person.drives_as)
        .values(recipient=ERASED, recipient_address=""),
        update(tax_expenses)
        .where(tax_expenses.c.driver_id == person.drives_as)
        .values(description=ERASED, receipt_id=None, version=tax_expenses.c.version + 1),
        update(tax_mileage_entries)
        .where(tax_mileage_entries.c.driver_id == person.drives_as)
        .values(
            from_place="",
            to_place="",
            note=ERASED,
            vehicle="",
            version=tax_mileage_entries.c.version + 1,
        ),
    ]


def driver_change(person: Person, vehicle: dict[str, Any]) -> Executable:
    """The profile without the person, off line and no longer approved; what they earned with it stays."""
    return _identity(drivers, drivers.c.user_id == person.user_id, person).values(
        name=ERASED,
        phone="",
        vehicle=vehicle | {"make": UNKNOWN_MODEL, "model": UNKNOWN_MODEL, "color": None},
        plate=None,
        photo_id=None,
        credentials=[],
        is_online=False,
        is_available=False,
        approved_at=None,
        approved_by=None,
        approval_reason=None,
        suspended_at=None,
        suspended_by=None,
        suspension_reason=None,
        changed_since=None,
    )


def without_descriptions(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a quote carried, by weight and measure only."""
    return [item | {"description": ERASED} for item in items]


def _identity(table: Table, rows: ColumnElement[bool], person: Person) -> Update:
    return update(table).where(rows).values(email=placeholder(person), version=table.c.version + 1)


def _plain_type(person: Person) -> UserType:
    """An erased administrator is none."""
    return UserType.CUSTOMER if person.driver_id is None else UserType.DRIVER


def _blurred(table: Table) -> dict[str, Any]:
    blurred: dict[str, Any] = {}
    for end in ("pickup", "dropoff"):
        blurred[f"{end}_address"] = ERASED
        for part in ("lat", "lng"):
            column = table.c[f"{end}_{part}"]
            blurred[column.name] = func.round(cast(column, Numeric(9, 6)), RETAINED_DECIMALS)
    return blurred
