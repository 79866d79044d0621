"""The administration's lists as rows of a spreadsheet."""

from enum import StrEnum

from haulage.audit import AuditEntry
from haulage.ports.storage.claims import ListedClaim
from haulage.ports.storage.people import ListedPerson
from haulage.use_cases.orders.admin_orders import AdminOrder
from haulage_adapters.wire.table_export import CsvTable, dollars_of, time_of


class AuditColumn(StrEnum):
    """What can be exported of an entry of the audit trail."""

    NUMBER = "number"
    AT = "at"
    ACTOR = "actor"
    ROLE = "role"
    ACTION = "action"
    KIND = "kind"
    OBJECT = "object"
    FACTS = "facts"
    HASH = "hash"


AUDIT_TABLE: CsvTable[AuditColumn, AuditEntry] = CsvTable(
    {
        AuditColumn.NUMBER: lambda it: it.number,
        AuditColumn.AT: lambda it: time_of(it.at),
        AuditColumn.ACTOR: lambda it: it.actor_id,
        AuditColumn.ROLE: lambda it: it.actor_role,
        AuditColumn.ACTION: lambda it: it.action,
        AuditColumn.KIND: lambda it: it.object_kind,
        AuditColumn.OBJECT: lambda it: it.object_id,
        AuditColumn.FACTS: lambda it: " ".join(f"{name}={fact}" for name, fact in sorted(it.facts.items())),
        AuditColumn.HASH: lambda it: it.hash,
    }
)


class PersonColumn(StrEnum):
    """What can be exported of a person."""

    ID = "id"
    NAME = "name"
    EMAIL = "email"
    PHONE = "phone"
    ROLE = "role"
    CREATED = "created"
    LAST_ACTIVE = "last_active"
    SUSPENDED = "suspended"
    DRIVER = "driver"
    APPROVED = "approved"
    ORDERS = "orders"
    JOBS = "jobs"


PEOPLE_TABLE: CsvTable[PersonColumn, ListedPerson] = CsvTable(
    {
        PersonColumn.ID: lambda it: it.id,
        PersonColumn.NAME: lambda it: it.name,
        PersonColumn.EMAIL: lambda it: it.email,
        PersonColumn.PHONE: lambda it: it.phone,
        PersonColumn.ROLE: lambda it: it.user_type,
        PersonColumn.CREATED: lambda it: time_of(it.created_at),
        PersonColumn.LAST_ACTIVE: lambda it: time_of(it.last_active_at),
        PersonColumn.SUSPENDED: lambda it: time_of(it.suspended_at),
        PersonColumn.DRIVER: lambda it: it.driver_id,
        PersonColumn.APPROVED: lambda it: time_of(it.approved_at),
        PersonColumn.ORDERS: lambda it: it.orders,
        PersonColumn.JOBS: lambda it: it.jobs,
    }
)


class OrderColumn(StrEnum):
    """What can be exported of an order."""

    NUMBER = "number"
    ID = "id"
    BOOKED = "booked"
    STATUS = "status"
    PAYMENT = "payment"
    SERVICE = "service"
    URGENCY = "urgency"
    ITEMS = "items"
    CUSTOMER = "customer"
    EMAIL = "email"
    DRIVER = "driver"
    PICKUP = "pickup"
    DROPOFF = "dropoff"
    SCHEDULED = "scheduled"
    COMPLETED = "completed"
    PRICE = "price"
    MILES = "miles"
    ESTIMATED_MINUTES = "estimated_minutes"
    ACTUAL_MINUTES = "actual_minutes"
    RATING = "rating"
    FEEDBACK = "feedback"


ORDER_TABLE: CsvTable[OrderColumn, AdminOrder] = CsvTable(
    {
        OrderColumn.NUMBER: lambda it: it.order.number,
        OrderColumn.ID: lambda it: it.order.id,
        OrderColumn.BOOKED: lambda it: time_of(it.order.created_at),
        OrderColumn.STATUS: lambda it: it.order.status,
        OrderColumn.PAYMENT: lambda it: it.order.payment_status,
        OrderColumn.SERVICE: lambda it: it.order.service_type,
        OrderColumn.URGENCY: lambda it: it.order.urgency,
        OrderColumn.ITEMS: lambda it: it.order.items_description,
        OrderColumn.CUSTOMER: lambda it: it.customer.name if it.customer else None,
        OrderColumn.EMAIL: lambda it: it.customer.email if it.customer else None,
        OrderColumn.DRIVER: lambda it: it.driver.name if it.driver else None,
        OrderColumn.PICKUP: lambda it: it.order.pickup.address,
        OrderColumn.DROPOFF: lambda it: it.order.dropoff.address,
        OrderColumn.SCHEDULED: lambda it: time_of(it.order.scheduled_time),
        OrderColumn.COMPLETED: lambda it: time_of(it.order.completed_at),
        OrderColumn.PRICE: lambda it: dollars_of(it.order.price_cents),
        OrderColumn.MILES: lambda it: f"{it.order.distance_miles:.1f}",
        OrderColumn.ESTIMATED_MINUTES: lambda it: it.order.estimated_minutes,
        OrderColumn.ACTUAL_MINUTES: lambda it: it.order.actual_minutes,
        OrderColumn.RATING: lambda it: it.order.rating.stars if it.order.rating else None,
        OrderColumn.FEEDBACK: lambda it: it.order.rating.feedback if it.order.rating else None,
    }
)


class ClaimColumn(StrEnum):
    """What can be exported of a reported problem; of what people wrote only the item."""

    ID = "id"
    ORDER = "order"
    KIND = "kind"
    ITEM = "item"
    STATE = "state"
    REPORTED = "reported"
    DUE = "due"
    CLOSED = "closed"
    REQUESTED = "requested"
    REFUNDED = "refunded"
    CUSTOMER = "customer"
    DRIVER = "driver"


CLAIM_TABLE: CsvTable[ClaimColumn, ListedClaim] = CsvTable(
    {
        ClaimColumn.ID: lambda it: it.claim.id,
        ClaimColumn.ORDER: lambda it: it.order_number,
        ClaimColumn.KIND: lambda it: it.claim.kind,
        ClaimColumn.ITEM: lambda it: it.claim.item,
        ClaimColumn.STATE: lambda it: it.claim.state,
        ClaimColumn.REPORTED: lambda it: time_of(it.claim.created_at),
        ClaimColumn.DUE: lambda it: time_of(it.claim.decided_by_date),
        ClaimColumn.CLOSED: lambda it: time_of(it.claim.closed_at),
        ClaimColumn.REQUESTED: lambda it: dollars_of(it.claim.requested_cents),
        ClaimColumn.REFUNDED: lambda it: dollars_of(it.claim.refunded_cents),
        ClaimColumn.CUSTOMER: lambda it: it.claim.customer_id,
        ClaimColumn.DRIVER: lambda it: it.driver_name,
    }
)
