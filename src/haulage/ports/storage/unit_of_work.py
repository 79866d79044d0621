"""Where the marketplace is kept: stores by capability, joined in one unit of work.

Every change goes through :meth:`Storage.write`, which commits when the work returns and undoes
everything when it raises. The work may be run again after a serialization failure, so it must have
no effect outside the unit.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from haulage.ports.runtime.topics import Topic
from haulage.ports.storage.accounts import AccountStore
from haulage.ports.storage.advertising import AdvertisingStore
from haulage.ports.storage.audit import AuditStore
from haulage.ports.storage.authority import AuthorityStore
from haulage.ports.storage.behaviour import BehaviourStore
from haulage.ports.storage.deliveries import DeliveryStore
from haulage.ports.storage.delivery_reports import ReportStore
from haulage.ports.storage.dispatch import JobOfferStore
from haulage.ports.storage.drivers import DriverStore
from haulage.ports.storage.email import EmailStore
from haulage.ports.storage.idempotency import IdempotencyStore
from haulage.ports.storage.jobs import JobStore
from haulage.ports.storage.ledger import LedgerStore
from haulage.ports.storage.messaging import CallStore, MessageStore, PreferenceStore
from haulage.ports.storage.operation import OperationStore
from haulage.ports.storage.orders import OrderStore
from haulage.ports.storage.payments import (
    DisputeStore,
    DriverAccountStore,
    PaymentStore,
    RefundStore,
    ReversalStore,
    SplitStore,
)
from haulage.ports.storage.personal_data import PersonalDataStore
from haulage.ports.storage.positions import PositionStore
from haulage.ports.storage.proofs import ProofStore
from haulage.ports.storage.provider_events import ProviderEventStore
from haulage.ports.storage.quotes import QuoteStore
from haulage.ports.storage.receipts import ReceiptStore
from haulage.ports.storage.reconciliation import ReconciliationStore
from haulage.ports.storage.retention import RetentionStore
from haulage.ports.storage.sealed import SealedStore
from haulage.ports.storage.sign_in import (
    CodeStore,
    EmailRequestStore,
    FactorStore,
    FlowStore,
    IdentityStore,
    LimitStore,
    PasskeyStore,
    SocialFlowStore,
)
from haulage.ports.storage.sms import SmsStore
from haulage.ports.storage.tax import TaxStore
from haulage.ports.storage.tracking_links import TrackingLinkStore

T = TypeVar("T")


class UnitOfWork(Protocol):
    """The stores, all inside one transaction."""

    def notify(self, *topics: Topic) -> None:
        """Have these topics published, each once, when the transaction has been committed."""
        ...

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
    def idempotency(self) -> IdempotencyStore: ...
    @property
    def advertising(self) -> AdvertisingStore: ...

    @property
    def retention(self) -> RetentionStore: ...
    @property
    def accounts(self) -> AccountStore: ...
    @property
    def emails(self) -> EmailStore: ...
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
    def email_requests(self) -> EmailRequestStore: ...
    @property
    def limits(self) -> LimitStore: ...
    @property
    def jobs(self) -> JobStore: ...
    @property
    def operation(self) -> OperationStore: ...
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
    def reconciliation(self) -> ReconciliationStore: ...
    @property
    def disputes(self) -> DisputeStore: ...
    @property
    def taxes(self) -> TaxStore: ...

    @property
    def authority(self) -> AuthorityStore: ...
    @property
    def sealed(self) -> SealedStore: ...
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

    async def scrub(self, *, rewrite: bool = False) -> None:
        """Leave no copy of deleted rows in the files that the database works with, as far as it can be told
        to. Readers may keep it from all of it; the next call does the rest.

        With *rewrite* the file itself is written anew where it is small enough for writers to wait: only that
        removes what earlier releases deleted, and what was copied when rows moved. Where a writer keeps it
        from that, the next call does it, with *rewrite* or without.
        """
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` when the store does not answer."""
        ...

    async def check_writes(self) -> None:
        """Write something that means nothing. Raise ``Unavailable`` when that fails, or takes longer than the
        second or two that a probe waits."""
        ...
