"""Where the marketplace is kept: stores by capability, joined in one unit of work.

Every change goes through :meth:`Storage.write`, which commits when the work returns and undoes
everything when it raises. The work may be run again after a serialization failure, so it must have
no effect outside the unit.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from haulage.ports.runtime.topics import Topic
from haulage.ports.storage.accounts import AccountStore
from haulage.ports.storage.addresses import AddressStore
from haulage.ports.storage.advertising import AdvertisingStore
from haulage.ports.storage.audit import AuditStore
from haulage.ports.storage.authority import AuthorityStore, CredentialStore
from haulage.ports.storage.behaviour import BehaviourStore
from haulage.ports.storage.claims import ClaimStore
from haulage.ports.storage.deliveries import DeliveryStore
from haulage.ports.storage.dispatch import JobOfferStore
from haulage.ports.storage.driver_documents import DocumentUploadStore, DriverDocumentStore
from haulage.ports.storage.driver_taxes import DriverTaxStore
from haulage.ports.storage.drivers import DriverStore
from haulage.ports.storage.email import EmailStore
from haulage.ports.storage.favorites import FavoriteStore
from haulage.ports.storage.idempotency import IdempotencyStore
from haulage.ports.storage.item_photos import ItemPhotoStore
from haulage.ports.storage.jobs import JobStore
from haulage.ports.storage.ledger import LedgerStore
from haulage.ports.storage.messaging import CallStore, MessageStore, PreferenceStore
from haulage.ports.storage.onboarding import ApplicationStore
from haulage.ports.storage.operation import OperationStore
from haulage.ports.storage.orders import OrderStore
from haulage.ports.storage.overview import OverviewStore
from haulage.ports.storage.payments import (
    ConnectedAccountStore,
    DisputeStore,
    PaymentStore,
    RefundStore,
    ReversalStore,
    SplitStore,
)
from haulage.ports.storage.payouts import PayoutMethodStore, PayoutSettingsStore, PayoutStore
from haulage.ports.storage.people import PeopleStore
from haulage.ports.storage.personal_data import PersonalDataStore
from haulage.ports.storage.positions import PositionStore
from haulage.ports.storage.proofs import ProofStore
from haulage.ports.storage.provider_events import ProviderEventStore
from haulage.ports.storage.quotes import QuoteStore
from haulage.ports.storage.receipts import ReceiptStore
from haulage.ports.storage.reconciliation import ReconciliationStore
from haulage.ports.storage.remittances import RemittanceStore
from haulage.ports.storage.retention import RetentionStore
from haulage.ports.storage.sales_tax import SalesTaxStore
from haulage.ports.storage.saved_cards import SavedCardStore
from haulage.ports.storage.screening import ScreeningStore
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
from haulage.ports.storage.taxpayers import TaxpayerStore
from haulage.ports.storage.tracking_links import TrackingLinkStore
from haulage.ports.storage.training import TrainingStore

T = TypeVar("T")


class UnitOfWork(Protocol):
    """The stores, all inside one transaction."""

    quotes: QuoteStore
    orders: OrderStore
    item_photos: ItemPhotoStore
    payments: PaymentStore
    saved_cards: SavedCardStore
    receipts: ReceiptStore
    drivers: DriverStore
    driver_documents: DriverDocumentStore
    document_uploads: DocumentUploadStore
    favorites: FavoriteStore
    tracking_links: TrackingLinkStore
    claims: ClaimStore
    positions: PositionStore
    deliveries: DeliveryStore
    job_offers: JobOfferStore
    proofs: ProofStore
    messages: MessageStore
    calls: CallStore
    preferences: PreferenceStore
    idempotency: IdempotencyStore
    advertising: AdvertisingStore
    retention: RetentionStore
    accounts: AccountStore
    people: PeopleStore
    applications: ApplicationStore
    screenings: ScreeningStore
    training: TrainingStore
    overview: OverviewStore
    addresses: AddressStore
    emails: EmailStore
    sms: SmsStore
    codes: CodeStore
    factors: FactorStore
    flows: FlowStore
    identities: IdentityStore
    passkeys: PasskeyStore
    social_flows: SocialFlowStore
    email_requests: EmailRequestStore
    limits: LimitStore
    jobs: JobStore
    operation: OperationStore
    provider_events: ProviderEventStore
    audit: AuditStore
    behaviour: BehaviourStore
    ledger: LedgerStore
    splits: SplitStore
    reversals: ReversalStore
    connected_accounts: ConnectedAccountStore
    payout_methods: PayoutMethodStore
    payout_settings: PayoutSettingsStore
    payouts: PayoutStore
    refunds: RefundStore
    reconciliation: ReconciliationStore
    disputes: DisputeStore
    taxes: SalesTaxStore
    driver_taxes: DriverTaxStore
    taxpayers: TaxpayerStore
    remittances: RemittanceStore
    authority: AuthorityStore
    credentials: CredentialStore
    sealed: SealedStore
    personal_data: PersonalDataStore

    def notify(self, *topics: Topic) -> None:
        """Have these topics published, each once, when the transaction has been committed."""
        ...


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
