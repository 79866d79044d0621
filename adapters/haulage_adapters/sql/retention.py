"""Deleting what was kept long enough, the oldest first, each kind by an index of its own."""

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, Table, and_, delete, exists, not_, or_, select, tuple_, update

from haulage.jobs import JobState
from haulage.kernel.actor import UserType
from haulage.onboarding import ApplicationStatus
from haulage.orders import OrderStatus
from haulage.ports.storage.retention import Expiring, RetentionStore
from haulage.webhooks.event import EventState
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    BOOKED_WITH_ALL_OFFERS,
    NOT_BOOKED,
    SENDING_JOB,
    SENDING_JOB_ID,
    UNCONFIRMED,
    WITH_BODY,
    accounts,
    audit_questions,
    communication_preferences,
    delivery_actions,
    delivery_logs,
    delivery_pins,
    driver_applications,
    drivers,
    email_attachments,
    emails,
    erasure_traces,
    idempotency_keys,
    job_offers,
    jobs,
    metadata,
    order_events,
    orders,
    outbound_sms,
    payouts,
    provider_events,
    quote_offers,
    quotes,
    screening_cases,
    tax_filings,
    tracking_links,
    users,
    w9_forms,
)

WHAT = "expired record"
UNDER_WAY = (OrderStatus.PENDING, OrderStatus.ASSIGNED, OrderStatus.IN_PROGRESS)

Condition = Callable[[datetime], ColumnElement[bool]]


def _of_ended_orders(table: Table, at: str) -> Condition:
    ended = exists().where(orders.c.id == table.c.order_id, orders.c.status.not_in(UNDER_WAY))
    return lambda before: and_(table.c[at] < before, ended)


def _w9_expired(before: datetime) -> ColumnElement[bool]:
    """Every form that payouts since then may be reported by stays, and each that something was filed by,
    for as long as that is."""
    newer = w9_forms.alias("newer")
    replaced = (
        exists()
        .where(newer.c.driver_id == w9_forms.c.driver_id, newer.c.certified_at < before)
        .where(newer.c.certified_at > w9_forms.c.certified_at)
    )
    paid = exists().where(payouts.c.driver_id == w9_forms.c.driver_id, payouts.c.created_at >= before)
    filed = exists().where(tax_filings.c.w9_id == w9_forms.c.id)
    return and_(w9_forms.c.certified_at < before, or_(replaced, not_(paid)), not_(filed))


PLAIN: Mapping[Expiring, tuple[Table, str, Condition]] = {
    Expiring.ORDER_EVENTS: (order_events, "at", _of_ended_orders(order_events, "at")),
    Expiring.JOB_OFFERS: (
        job_offers,
        "answered_at",
        lambda before: job_offers.c.answered_at < before,
    ),
    Expiring.DELIVERY_LOGS: (delivery_logs, "updated_at", _of_ended_orders(delivery_logs, "updated_at")),
    Expiring.DELIVERY_ACTIONS: (
        delivery_actions,
        "received_at",
        _of_ended_orders(delivery_actions, "received_at"),
    ),
    Expiring.DELIVERY_PINS: (delivery_pins, "created_at", _of_ended_orders(delivery_pins, "created_at")),
    Expiring.TRACKING_LINKS: (
        tracking_links,
        "expires_at",
        lambda before: tracking_links.c.expires_at < before,
    ),
    Expiring.DEAD_JOBS: (
        jobs,
        "finished_at",
        lambda before: and_(jobs.c.state == JobState.DEAD, jobs.c.finished_at < before),
    ),
    Expiring.WAITING_PROVIDER_EVENTS: (
        provider_events,
        "received_at",
        lambda before: and_(
            provider_events.c.state == EventState.WAITING, provider_events.c.received_at < before
        ),
    ),
    Expiring.ERASURE_TRACES: (
        erasure_traces,
        "created_at",
        lambda before: erasure_traces.c.created_at < before,
    ),
    Expiring.AUDIT_QUESTIONS: (audit_questions, "at", lambda before: audit_questions.c.at < before),
    Expiring.OUTBOUND_SMS: (
        outbound_sms,
        "created_at",
        lambda before: outbound_sms.c.created_at < before,
    ),
    Expiring.W9_FORMS: (w9_forms, "certified_at", _w9_expired),
    Expiring.APPLICATION_DRAFTS: (
        driver_applications,
        "updated_at",
        lambda before: and_(
            driver_applications.c.status == ApplicationStatus.DRAFT, driver_applications.c.updated_at < before
        ),
    ),
    Expiring.REJECTED_APPLICATIONS: (
        driver_applications,
        "updated_at",
        lambda before: and_(
            driver_applications.c.status == ApplicationStatus.REJECTED,
            driver_applications.c.updated_at < before,
        ),
    ),
    Expiring.SCREENING_CASES: (
        screening_cases,
        "updated_at",
        lambda before: screening_cases.c.updated_at < before,
    ),
}
"""What is deleted row by row: the table, the column whose index finds the oldest, and what has expired."""


class SqlRetentionStore(RetentionStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def delete(self, what: Expiring, before: datetime, limit: int) -> int:
        match what:
            case Expiring.UNBOOKED_QUOTES:
                return await self._unbooked_quotes(before, limit)
            case Expiring.DECLINED_OFFERS:
                return await self._declined_offers(before, limit)
            case Expiring.EMAILS:
                return await self._mails(before, limit)
            case Expiring.RESPONSE_BODIES:
                return await self._response_bodies(before, limit)
            case Expiring.UNCONFIRMED_ACCOUNTS:
                return await self._unconfirmed_accounts(before, limit)
            case _:
                return await self._plain(*PLAIN[what], before, limit)

    async def _plain(self, table: Table, at: str, expired: Condition, before: datetime, limit: int) -> int:
        key = list(table.primary_key)
        oldest = select(*key).where(expired(before)).order_by(table.c[at]).limit(limit)
        return await self._session.changed(delete(table).where(tuple_(*key).in_(oldest)), what=WHAT)

    async def _unbooked_quotes(self, before: datetime, limit: int) -> int:
        """Locked first, because an order may refer to a quote whatever its age."""
        oldest = (
            select(quotes.c.id)
            .where(NOT_BOOKED, quotes.c.expires_at < before)
            .order_by(quotes.c.expires_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        ids = [row["id"] for row in await self._session.rows(oldest)]
        await self._session.run(delete(quote_offers).where(quote_offers.c.quote_id.in_(ids)), what=WHAT)
        return await self._session.changed(delete(quotes).where(quotes.c.id.in_(ids)), what=WHAT)

    async def _declined_offers(self, before: datetime, limit: int) -> int:
        """Quotes are counted, not offers."""
        oldest = (
            select(quotes.c.id)
            .where(BOOKED_WITH_ALL_OFFERS, quotes.c.expires_at < before)
            .order_by(quotes.c.expires_at)
            .limit(limit)
        )
        ids = [row["id"] for row in await self._session.rows(oldest)]
        taken = exists().where(
            orders.c.quote_id == quote_offers.c.quote_id,
            or_(
                orders.c.chosen_driver_id == quote_offers.c.driver_id,
                orders.c.driver_id == quote_offers.c.driver_id,
            ),
        )
        gone = delete(quote_offers).where(quote_offers.c.quote_id.in_(ids), not_(taken))
        await self._session.run(gone, what=WHAT)
        trimmed = update(quotes).where(quotes.c.id.in_(ids)).values(offers_trimmed=True)
        return await self._session.changed(trimmed, what=WHAT)

    async def _mails(self, before: datetime, limit: int) -> int:
        """Those that were sent or given up, with their jobs."""
        oldest = (
            select(emails.c.id, SENDING_JOB_ID.label("job_id"))
            .outerjoin_from(emails, jobs, SENDING_JOB)
            .where(emails.c.created_at < before)
            .where(or_(emails.c.sent_at.is_not(None), jobs.c.state == JobState.DEAD))
            .order_by(emails.c.created_at)
            .limit(limit)
        )
        rows = await self._session.rows(oldest)
        ids = [row["id"] for row in rows]
        await self._session.run(delete(jobs).where(jobs.c.id.in_([row["job_id"] for row in rows])), what=WHAT)
        attached = delete(email_attachments).where(email_attachments.c.email_id.in_(ids))
        await self._session.run(attached, what=WHAT)
        return await self._session.changed(delete(emails).where(emails.c.id.in_(ids)), what=WHAT)

    async def _response_bodies(self, before: datetime, limit: int) -> int:
        """The server's own steps, such as those of the demonstration, answer nobody and tell of nobody."""
        key = (idempotency_keys.c.caller, idempotency_keys.c.route, idempotency_keys.c.key)
        oldest = (
            select(*key)
            .where(
                WITH_BODY,
                idempotency_keys.c.created_at < before,
                idempotency_keys.c.caller.in_(select(users.c.id)),
            )
            .order_by(idempotency_keys.c.created_at)
            .limit(limit)
        )
        emptied = update(idempotency_keys).where(tuple_(*key).in_(oldest)).values(response=b"")
        return await self._session.changed(emptied, what=WHAT)

    async def _unconfirmed_accounts(self, before: datetime, limit: int) -> int:
        """Whatever refers to one keeps it, as does what an operator decided: then it was used after all."""
        oldest = (
            select(accounts.c.id, users.c.id.label("user_id"), drivers.c.id.label("driver_id"))
            .select_from(accounts)
            .outerjoin(users, users.c.auth_id == accounts.c.id)
            .outerjoin(drivers, drivers.c.user_id == users.c.id)
            .where(
                UNCONFIRMED,
                accounts.c.updated_at < before,
                or_(users.c.id.is_(None), users.c.user_type != UserType.ADMIN),
                drivers.c.approved_at.is_(None),
                *(_unused(each, but=(users,), cascading=True) for each in (accounts,)),
                _unused(users, but=(drivers, communication_preferences)),
                _unused(drivers),
            )
            .order_by(accounts.c.updated_at)
            .limit(limit)
            .with_for_update(skip_locked=True, of=accounts)
        )
        rows = await self._session.rows(oldest)
        theirs = [row["user_id"] for row in rows if row["user_id"] is not None]
        deletion = delete(communication_preferences).where(communication_preferences.c.user_id.in_(theirs))
        await self._session.run(deletion, what=WHAT)
        for table, column in ((drivers, "driver_id"), (users, "user_id"), (accounts, "id")):
            ids = [row[column] for row in rows if row[column] is not None]
            await self._session.run(delete(table).where(table.c.id.in_(ids)), what=WHAT)
        return len(rows)


ENDS_WITH_THE_ACCOUNT = frozenset({"one_time_codes", "auth_flows", "social_flows", "passkey_challenges"})
"""What asking for a mail leaves behind; everything else at an account shows that somebody uses it."""


def _unused(table: Table, *, but: tuple[Table, ...] = (), cascading: bool = False) -> ColumnElement[bool]:
    """No row of another table refers to this one."""
    referring = [
        column
        for other in metadata.tables.values()
        for column in other.columns
        for key in column.foreign_keys
        if key.column.table is table
        and other not in but
        and not (cascading and other.name in ENDS_WITH_THE_ACCOUNT)
    ]
    return and_(*(not_(exists().where(column == table.c.id)) for column in referring))
