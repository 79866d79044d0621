"""Where the marketplace is kept: stores by capability, joined in one unit of work.

Every change goes through :meth:`Storage.write`, which commits when the work returns and undoes
everything when it raises. The work may be run again after a serialization failure, so it must have
no effect outside the unit.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

import attrs

from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.geo import Point
from haulage.kernel.money import Cents
from haulage.kernel.services import ServiceType
from haulage.matching.offer import Offer
from haulage.orders import Order, OrderEvent, OrderStatus
from haulage.payments import Payment
from haulage.ports.account_storage import AccountStore
from haulage.ports.audit_storage import AuditStore
from haulage.ports.behaviour_storage import BehaviourStore
from haulage.ports.delivery_storage import DeliveryStore
from haulage.ports.jobs import JobStore
from haulage.ports.ledger_storage import LedgerStore
from haulage.ports.link_storage import TrackingLinkStore
from haulage.ports.mail_storage import MailStore
from haulage.ports.message_storage import CallStore, MessageStore, PreferenceStore
from haulage.ports.money_storage import (
    DisputeStore,
    DriverAccountStore,
    RefundStore,
    ReversalStore,
    SplitStore,
)
from haulage.ports.offer_storage import JobOfferStore
from haulage.ports.paging import MAX_PAGE as MAX_PAGE  # noqa: PLC0414 - also known from here
from haulage.ports.paging import Page as Page  # noqa: PLC0414 - also known from here
from haulage.ports.paging import PageRequest as PageRequest  # noqa: PLC0414 - also known from here
from haulage.ports.personal_data import PersonalDataStore
from haulage.ports.position_storage import PositionStore
from haulage.ports.proof_storage import ProofStore
from haulage.ports.provider_events import ProviderEventStore
from haulage.ports.receipt_storage import ReceiptStore
from haulage.ports.report_storage import ReportStore
from haulage.ports.sign_in_storage import (
    CodeStore,
    FactorStore,
    FlowStore,
    IdentityStore,
    LimitStore,
    MailWishStore,
    PasskeyStore,
    SocialFlowStore,
)
from haulage.ports.sms import SmsStore
from haulage.ports.tax_storage import TaxStore
from haulage.pricing.quote import Quote

T = TypeVar("T")


@attrs.frozen
class OrderFilter:
    """Which orders to list (ORD-07); what is None does not narrow.

    ``available`` keeps only paid, pending orders without a driver, oldest first; every other list is
    newest first. ``open_to`` leaves out of these what is offered to another driver than this one just now.
    ``text`` is an order's number or id, or part of a name, an address or what is carried, in any case; the
    customer's and the driver's names and mail addresses count, so that it is for administrators alone.
    """

    customer_id: str | None = None
    driver_id: str | None = None
    status: OrderStatus | None = None
    service_type: ServiceType | None = None
    created_from: datetime | None = None
    created_until: datetime | None = None
    available: bool = False
    open_to: str | None = None
    text: str | None = None


@attrs.frozen
class DriverRecord:
    """How many orders a driver has completed, how many of them were rated, and all their stars."""

    completed: int
    ratings: int
    stars: int


class QuoteStore(Protocol):
    async def add(self, quote: Quote) -> None: ...

    async def get(self, quote_id: str) -> Quote | None: ...

    async def replace_offers(self, quote_id: str, offers: Sequence[Offer]) -> None:
        """Forget the offers of an earlier search and keep these."""
        ...

    async def offers(self, quote_id: str) -> Sequence[Offer]:
        """Best first."""
        ...

    async def offer(self, quote_id: str, driver_id: str) -> Offer | None: ...


@attrs.frozen
class SeenOrder:
    """An order with the newest number in its log, 0 for none, and where its driver was last."""

    order: Order
    last_sequence: int
    position: DriverPosition | None


class OrderStore(Protocol):
    async def next_number(self) -> int:
        """A public number that no other order has, from ``FIRST_ORDER_NUMBER`` upward."""
        ...

    async def add(self, order: Order) -> None: ...

    async def get(self, order_id: str) -> Order | None: ...

    async def by_ids(self, order_ids: Sequence[str]) -> dict[str, Order]: ...

    async def get_by_number(self, number: int) -> Order | None: ...

    async def of_quote(self, quote_id: str) -> Order | None:
        """The one order that a quote was booked as; the store keeps it to one."""
        ...

    async def save(self, before: Order, after: Order) -> Order:
        """Replace *before* by *after* only if nobody else changed it, and count the version up.

        Raises ``Conflict`` when status or version in the store are not those of *before*.
        """
        ...

    async def list(self, wanted: OrderFilter, page: PageRequest) -> Page[Order]: ...

    async def count_by_status(self, wanted: OrderFilter) -> dict[OrderStatus, int]: ...

    async def holding_now(self, driver_id: str) -> Order | None:
        """The order that keeps a driver busy now: in progress, or assigned and for now (OP-95)."""
        ...

    async def worked_by(self, driver_id: str) -> Sequence[Order]:
        """The orders that are assigned to a driver or in progress."""
        ...

    async def engaged_drivers(
        self, start: datetime, end: datetime, *, apart_from: str | None = None
    ) -> frozenset[str]:
        """Drivers with an order whose pickup-to-completion window overlaps [start, end) (OP-95).

        *apart_from* is an order that does not count, because it is about to be moved.
        """
        ...

    async def record_of(self, driver_id: str) -> DriverRecord:
        """The driver's completed orders, and what customers gave for them (OP-27)."""
        ...

    async def abandoned(self, created_before: datetime, limit: int) -> Sequence[Order]:
        """Pending unpaid orders from before this instant, oldest first (OP-24)."""
        ...

    async def append_event(self, event: OrderEvent) -> None:
        """Add to the order's log; ``Conflict`` when the sequence number is taken."""
        ...

    async def next_sequence(self, order_id: str) -> int: ...

    async def seen(self, order_ids: Sequence[str]) -> dict[str, SeenOrder]:
        """Orders as those who watch them see them; ids that no order has are left out."""
        ...

    async def events_after(self, order_id: str, sequence: int, limit: int) -> Sequence[OrderEvent]:
        """The log behind *sequence*, oldest first."""
        ...


class PaymentStore(Protocol):
    async def add(self, payment: Payment) -> None: ...

    async def get(self, payment_id: str) -> Payment | None: ...

    async def of_order(self, order_id: str) -> Payment | None:
        """The order's one payment that is not canceled."""
        ...

    async def count_of_order(self, order_id: str) -> int:
        """How many payments the order ever had, canceled ones included."""
        ...

    async def of_reference(self, provider_reference: str) -> Payment | None:
        """The payment of a provider's intent."""
        ...

    async def tip_of_order(self, order_id: str) -> Payment | None:
        """The order's one tip that is not canceled."""
        ...

    async def list(self, page: PageRequest) -> Page[Payment]:
        """Everybody's, newest first."""
        ...

    async def save(self, before: Payment, after: Payment) -> Payment:
        """Like ``OrderStore.save``."""
        ...

    async def spent_by(self, customer_id: str) -> Cents:
        """What the customer's succeeded payments come to, less what goes back (OP-36)."""
        ...


class DriverStore(Protocol):
    async def add(self, driver: DriverProfile) -> None: ...

    async def get(self, driver_id: str) -> DriverProfile | None: ...

    async def get_by_user(self, user_id: str) -> DriverProfile | None: ...

    async def timezone(self, driver_id: str) -> str | None:
        """The name of the zone that the driver wishes to live by, else that of their account (OP-92)."""
        ...

    async def save(self, before: DriverProfile, after: DriverProfile) -> DriverProfile:
        """Like ``OrderStore.save``."""
        ...

    async def list(
        self, page: PageRequest, *, online: bool | None = None, approved: bool | None = None
    ) -> Page[DriverProfile]:
        """Newest first."""
        ...

    async def set_position(self, position: DriverPosition, now: datetime | None = None) -> None:
        """Keep the position unless a newer one is known; *now* is when it was heard, if later than it."""
        ...

    async def position(self, driver_id: str) -> DriverPosition | None: ...

    async def positions(self, driver_ids: Sequence[str]) -> dict[str, DriverPosition]: ...

    async def seen_before(self, at: datetime, limit: int) -> Sequence[str]:
        """Drivers who were last seen before this instant."""
        ...

    async def forget_position(self, driver_id: str, before: datetime) -> bool:
        """Delete the last position if it is from before this instant; whether it was."""
        ...

    async def available_near(self, point: Point, max_miles: float, limit: int) -> Sequence["NearbyDriver"]:
        """Approved, online, available drivers without a job in hand, within so many miles as the crow flies.

        The nearest first. Answered by the index on grid cells (MAT-16).
        """
        ...

    async def approved_near(self, point: Point, max_miles: float, limit: int) -> Sequence["NearbyDriver"]:
        """Approved drivers last seen within so many miles, whatever they are doing, the nearest first."""
        ...

    async def around(
        self, point: Point, max_miles: float, limit: int, *, free: bool = False
    ) -> Sequence["FleetEntry"]:
        """Drivers last seen within so many miles, the nearest first, whatever they are doing; with *free*
        only those of ``available_near``."""
        ...

    async def named(self, search: str, limit: int) -> Sequence["FleetEntry"]:
        """Drivers whose name or address holds the text, in any case, or whose id it is; by name."""
        ...

    async def mark_changed(self, driver_id: str, now: datetime) -> None:
        """Let ``changed_since`` show the driver again, because a job was taken or ended."""
        ...

    async def changed_since(
        self, since: datetime | None, after: str | None, limit: int
    ) -> Sequence["FleetEntry"]:
        """Drivers whose profile, position or work changed at or after *since*, by id, ids above *after*."""
        ...


@attrs.frozen
class FleetEntry:
    """A driver as the fleet index needs them. ``busy`` is having a job in hand now (OP-95)."""

    driver: DriverProfile
    position: DriverPosition | None
    busy: bool
    changed_at: datetime


@attrs.frozen
class NearbyDriver:
    """A driver who could come, and how far away they were last seen."""

    driver: DriverProfile
    position: DriverPosition
    miles: float


@attrs.frozen
class ReplyKey:
    """One caller's idempotency key on one route (SAFETY: every POST that creates or moves money)."""

    caller: str
    route: str
    key: str


@attrs.frozen
class StoredReply:
    """What was answered, and the hash of what had been asked."""

    body_hash: str
    reply: bytes


class ReplyStore(Protocol):
    async def get(self, key: ReplyKey) -> StoredReply | None: ...

    async def add(self, key: ReplyKey, reply: StoredReply, now: datetime) -> None:
        """``Conflict`` when the key is taken; the work's other effects are undone with it."""
        ...

    async def purge(self, before: datetime, limit: int) -> int:
        """Forget the oldest replies that were given earlier; how many there were."""
        ...


class UnitOfWork(Protocol):
    """The stores, all inside one transaction."""

    @property
    def quotes(self) -> QuoteStore: ...
    @property
    def orders(self) -> OrderStore: ...
    @property
    def payments(self) -> PaymentStore: ...
    @property
    def receipts(self) -> ReceiptStore: ...
    @property
    def drivers(self) -> DriverStore: ...
    @property
    def tracking_links(self) -> TrackingLinkStore: ...

    @property
    def reports(self) -> ReportStore: ...
    @property
    def positions(self) -> PositionStore: ...
    @property
    def deliveries(self) -> DeliveryStore: ...
    @property
    def job_offers(self) -> JobOfferStore: ...
    @property
    def proofs(self) -> ProofStore: ...
    @property
    def messages(self) -> MessageStore: ...
    @property
    def calls(self) -> CallStore: ...
    @property
    def preferences(self) -> PreferenceStore: ...
    @property
    def replies(self) -> ReplyStore: ...
    @property
    def accounts(self) -> AccountStore: ...
    @property
    def mails(self) -> MailStore: ...
    @property
    def sms(self) -> SmsStore: ...
    @property
    def codes(self) -> CodeStore: ...
    @property
    def factors(self) -> FactorStore: ...
    @property
    def flows(self) -> FlowStore: ...
    @property
    def identities(self) -> IdentityStore: ...
    @property
    def passkeys(self) -> PasskeyStore: ...
    @property
    def social_flows(self) -> SocialFlowStore: ...
    @property
    def mail_wishes(self) -> MailWishStore: ...
    @property
    def limits(self) -> LimitStore: ...
    @property
    def jobs(self) -> JobStore: ...
    @property
    def provider_events(self) -> ProviderEventStore: ...
    @property
    def audit(self) -> AuditStore: ...
    @property
    def behaviour(self) -> BehaviourStore: ...
    @property
    def ledger(self) -> LedgerStore: ...
    @property
    def splits(self) -> SplitStore: ...
    @property
    def reversals(self) -> ReversalStore: ...
    @property
    def driver_accounts(self) -> DriverAccountStore: ...
    @property
    def refunds(self) -> RefundStore: ...
    @property
    def disputes(self) -> DisputeStore: ...
    @property
    def taxes(self) -> TaxStore: ...
    @property
    def personal_data(self) -> PersonalDataStore: ...


class Storage(Protocol):
    """Work on a unit awaits its stores and nothing else, neither another unit nor anybody outside: a
    transaction holds its locks until it ends, and it may have a thread to itself."""

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run *work* in one transaction and commit; anything it raises undoes it all."""
        ...

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run *work* on one consistent view that changes nothing."""
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` when the store does not answer."""
        ...
