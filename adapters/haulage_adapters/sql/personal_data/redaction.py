"""What others wrote about the orders that they had in common with somebody who is erased."""

from collections.abc import Sequence
from typing import Any

import attrs
from sqlalchemy import (
    Column,
    ColumnElement,
    RowMapping,
    Select,
    Table,
    and_,
    literal,
    or_,
    select,
    true,
    tuple_,
    union,
    update,
)

from haulage.kernel.redaction import Redactor, Traces, traces_of
from haulage.ports.storage.personal_data import Cursor, Person
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    accounts,
    audit_questions,
    behaviour_contests,
    calls,
    claim_statements,
    claims,
    delivery_actions,
    drivers,
    emails,
    former_contacts,
    job_offers,
    messages,
    orders,
    receipts,
    refunds,
    users,
)

WHAT = "personal data"
CUT_AT = (27, 57)
"""Where the templates for messages cut names and addresses, without the dots that they put there."""


@attrs.frozen
class FreeText:
    """Columns in which people write what they like, and the rows that tell of somebody's orders."""

    table: Table
    columns: tuple[str, ...]
    about: ColumnElement[bool]


def common_orders(person: Person) -> ColumnElement[bool]:
    return or_(orders.c.customer_id == person.user_id, orders.c.driver_id == person.drives_as)


def free_texts(person: Person, others: frozenset[str]) -> Sequence[FreeText]:
    """Where the person's name may stand in other people's words."""
    common = select(orders.c.id).where(common_orders(person))
    met = select(orders.c.driver_id).where(orders.c.customer_id == person.user_id)
    return (
        FreeText(
            behaviour_contests,
            ("reason", "decision_reason"),
            behaviour_contests.c.driver_id.in_(met),
        ),
        FreeText(refunds, ("reason", "withdrawal_reason"), refunds.c.order_id.in_(common)),
        FreeText(messages, ("text",), messages.c.order_id.in_(common)),
        FreeText(calls, ("notes",), calls.c.order_id.in_(common)),
        FreeText(delivery_actions, ("note",), delivery_actions.c.order_id.in_(common)),
        FreeText(job_offers, ("reason",), job_offers.c.order_id.in_(common)),
        FreeText(claims, ("account", "item", "decision_reason"), claims.c.order_id.in_(common)),
        FreeText(
            claim_statements,
            ("text",),
            claim_statements.c.claim_id.in_(select(claims.c.id).where(claims.c.order_id.in_(common))),
        ),
        FreeText(orders, ("customer_feedback", "cancellation_reason", "failure_note"), common_orders(person)),
        # Whoever was searched for: nothing else says whose rows these are.
        FreeText(audit_questions, ("text",), true()),
        FreeText(
            emails,
            ("subject", "text", "html"),
            and_(emails.c.to.in_(others), emails.c.sent_at.is_(None)),
        ),
    )


async def traces_about(session: Session, person: Person, addresses: frozenset[str]) -> Traces:
    """By what texts may tell of the person, and whom to meet for them. Read before it is erased."""
    booked = orders.c.customer_id == person.user_id
    found: dict[str, list[str | None]] = {"name": [], "phone": [], "place": []}
    for statement in (
        select(users.c.name, users.c.phone).where(users.c.id == person.user_id),
        select(drivers.c.name, drivers.c.phone).where(drivers.c.id == person.drives_as),
        select(former_contacts.c.name, former_contacts.c.phone).where(
            former_contacts.c.user_id == person.user_id
        ),
        select(orders.c.contact_name.label("name"), orders.c.contact_phone.label("phone")).where(booked),
        *(_contact_at(access).where(booked) for access in (orders.c.pickup_access, orders.c.dropoff_access)),
        select(orders.c.pickup_address.label("place")).where(booked),
        select(orders.c.dropoff_address.label("place")).where(booked),
    ):
        for row in await session.rows(statement):
            for kind, value in row.items():
                found[kind].append(value)
    return traces_of(
        names=found["name"], phones=found["phone"], emails=addresses, places=found["place"], cut_at=CUT_AT
    )


def _contact_at(access: Column[Any]) -> Select[tuple[str, str]]:
    """The contact of one end."""
    return select(
        access["contact_name"].as_string().label("name"), access["contact_phone"].as_string().label("phone")
    )


async def former_addresses(session: Session, person: Person) -> frozenset[str]:
    """Addresses that the person had before or when they paid, unless somebody else has one of them now."""
    theirs = union(
        select(receipts.c.customer_email.label("email")).where(receipts.c.customer_id == person.user_id),
        select(former_contacts.c.email).where(former_contacts.c.user_id == person.user_id),
    ).subquery()
    taken = select(accounts.c.email).where(accounts.c.id != person.account_id)
    rows = await session.rows(select(theirs.c.email).where(theirs.c.email.not_in(taken)))
    return frozenset(row["email"] for row in rows)


async def others_concerned(session: Session, person: Person) -> frozenset[str]:
    """The mail addresses of those with whom the person had orders in common."""
    as_customer = (
        select(drivers.c.email)
        .join(orders, orders.c.driver_id == drivers.c.id)
        .where(orders.c.customer_id == person.user_id)
    )
    as_driver = (
        select(users.c.email)
        .join(orders, orders.c.customer_id == users.c.id)
        .where(orders.c.driver_id == person.drives_as)
    )
    rows = await session.rows(union(as_customer, as_driver))
    return frozenset(row["email"] for row in rows)


def page_behind(
    table: Table, columns: Sequence[str], about: ColumnElement[bool], after: Sequence[Any], limit: int
) -> Select[Any]:
    """The next rows in the order of their keys, behind the key *after*; from the first one without."""
    key = list(table.primary_key)
    page = select(*key, *(table.c[name] for name in columns)).where(about).order_by(*key).limit(limit)
    if not after:
        return page
    behind = (literal(value, column.type) for value, column in zip(after, key, strict=True))
    return page.where(tuple_(*key) > tuple_(*behind))


def key_of(table: Table, row: RowMapping) -> Cursor:
    return tuple(row[column.name] for column in table.primary_key)


async def redact(
    session: Session, texts: FreeText, redacted: Redactor, after: Sequence[Any], limit: int
) -> Cursor | None:
    """Take the traces out of every column that has one of them, in at most *limit* rows. The key of the last
    one; None when that was all."""
    rows = await session.rows(page_behind(texts.table, texts.columns, texts.about, after, limit))
    for row in rows:
        changed: dict[str, Any] = {
            name: text for name in texts.columns if row[name] and (text := redacted(row[name])) != row[name]
        }
        if not changed:
            continue
        if "version" in texts.table.c:
            changed["version"] = texts.table.c.version + 1
        here = and_(*(column == row[column.name] for column in texts.table.primary_key))
        await session.run(update(texts.table).where(here).values(**changed), what=WHAT)
    return key_of(texts.table, rows[-1]) if len(rows) == limit else None
