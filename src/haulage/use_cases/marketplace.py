"""Everything that the marketplace can do, by capability, in one value for the shells to call."""

import attrs

from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.addresses.facade import AddressUseCases
from haulage.use_cases.advertising import AdvertisingUseCases
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.authority.facade import AuthorityUseCases
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.claims import ClaimUseCases
from haulage.use_cases.deliveries.facade import DeliveryUseCases
from haulage.use_cases.dispatch.facade import DispatchUseCases
from haulage.use_cases.driver_documents.facade import DriverDocumentUseCases
from haulage.use_cases.driver_photos.photos import DriverPhotos
from haulage.use_cases.drivers.facade import DriverUseCases
from haulage.use_cases.email.facade import EmailUseCases
from haulage.use_cases.export_lists import ExportLists
from haulage.use_cases.jobs.facade import JobUseCases
from haulage.use_cases.ledger import LedgerUseCases, RebuildLedgerSums
from haulage.use_cases.maps import MapUseCases
from haulage.use_cases.messaging.facade import MessagingUseCases
from haulage.use_cases.onboarding.facade import OnboardingUseCases
from haulage.use_cases.orders.facade import OrderUseCases
from haulage.use_cases.overview import OverviewUseCases
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage.use_cases.payouts.facade import PayoutUseCases
from haulage.use_cases.personal_data.facade import PersonalDataUseCases
from haulage.use_cases.positions.facade import PositionUseCases
from haulage.use_cases.proofs.facade import ProofUseCases
from haulage.use_cases.quotes.facade import QuoteUseCases
from haulage.use_cases.readiness import ReadinessUseCases
from haulage.use_cases.receipts import ReceiptUseCases
from haulage.use_cases.request_limits import LimitRequests
from haulage.use_cases.retention.facade import RetentionUseCases
from haulage.use_cases.sales_tax import SalesTaxUseCases
from haulage.use_cases.screening import ScreeningUseCases
from haulage.use_cases.tax.facade import TaxUseCases
from haulage.use_cases.training.facade import TrainingUseCases
from haulage.use_cases.webhooks.facade import WebhookUseCases


@attrs.frozen
class Marketplace:
    """The use cases of each capability by its name. Only the assembly makes one."""

    limit_requests: LimitRequests
    accounts: AccountUseCases
    addresses: AddressUseCases
    advertising: AdvertisingUseCases
    audit: AuditUseCases
    authority: AuthorityUseCases
    behaviour: BehaviourUseCases
    claims: ClaimUseCases
    deliveries: DeliveryUseCases
    dispatch: DispatchUseCases
    drivers: DriverUseCases
    driver_documents: DriverDocumentUseCases
    driver_photos: DriverPhotos
    email: EmailUseCases
    export_lists: ExportLists
    jobs: JobUseCases
    ledger: LedgerUseCases
    rebuild_ledger_sums: RebuildLedgerSums
    maps: MapUseCases
    messaging: MessagingUseCases
    onboarding: OnboardingUseCases
    orders: OrderUseCases
    overview: OverviewUseCases
    payments: PaymentUseCases
    payouts: PayoutUseCases
    personal_data: PersonalDataUseCases
    positions: PositionUseCases
    proofs: ProofUseCases
    quotes: QuoteUseCases
    readiness: ReadinessUseCases
    receipts: ReceiptUseCases
    retention: RetentionUseCases
    sales_tax: SalesTaxUseCases
    screening: ScreeningUseCases
    tax: TaxUseCases
    training: TrainingUseCases
    webhooks: WebhookUseCases
    clock: Clock
    """With the storage, for the sample marketplace and tests; shells use neither."""
    storage: Storage
