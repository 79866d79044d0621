"""Everything that the marketplace can do, in one value for the shells to call."""

import attrs

from haulage.ports.identity.social_sign_in import SimulatedProviderPage
from haulage.ports.messaging.email import EmailTemplates, Mailbox
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import JobRunner
from haulage.ports.runtime.limits import RateLimits
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.orders.order_views import SeeViews
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.accounts.reseal_secrets import ResealSecrets
from haulage.use_cases.advertised_figures import SeeAdvertisedFigures
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.authority.authority_table import AuthorityUseCases
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.deliveries import DeliveryUseCases, FailDelivery, RecordMileage, SyncOfflineActions
from haulage.use_cases.dispatch import FindCandidates, OfferUseCases, ReassignOrder
from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driver_work import DriverUseCases, Driving
from haulage.use_cases.drivers.find_drivers import FindDrivers
from haulage.use_cases.drivers.update_profile import UpdateProfile
from haulage.use_cases.email.deliver_email import DeliverEmail, EmailUseCases
from haulage.use_cases.jobs import EnqueueRecurringJobs, JobUseCases, RunJob
from haulage.use_cases.ledger import LedgerUseCases
from haulage.use_cases.maps import MapUseCases
from haulage.use_cases.messaging import MessagingUseCases
from haulage.use_cases.messaging.receive_sms import ReceiveSms
from haulage.use_cases.messaging.send_sms import SendSms
from haulage.use_cases.orders.admin_orders import AdminOrders
from haulage.use_cases.orders.book_order import BookOrder, PricePolicy
from haulage.use_cases.orders.booking_summary import BookedOrders
from haulage.use_cases.orders.cancel_order import CancelOrder
from haulage.use_cases.orders.delivery_reports import ReportUseCases
from haulage.use_cases.orders.list_orders import ListOrders, SeeOrder
from haulage.use_cases.orders.order_streaming import FollowOrder
from haulage.use_cases.orders.rate_order import RateOrder
from haulage.use_cases.orders.reschedule_order import RescheduleOrder
from haulage.use_cases.orders.share_tracking import ShareTracking, TrackByLink
from haulage.use_cases.orders.tracking import TrackOrder
from haulage.use_cases.payments.checkout import ConfirmPayment, OpenPayment
from haulage.use_cases.payments.issue_refund import PaymentUseCases
from haulage.use_cases.payments.provider_events import ProviderEventUseCases
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage.use_cases.payments.reconciliation_runs import ReconciliationRuns
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_driver import SettleDriver
from haulage.use_cases.payments.settle_payment import SettlePayment
from haulage.use_cases.payments.splits import SplitUseCases
from haulage.use_cases.payments.tips import OpenTip
from haulage.use_cases.payments.transfers import SendTransfers
from haulage.use_cases.payments.unsent_refunds import UnsentRefunds
from haulage.use_cases.payments.webhooks import ReceiveWebhook
from haulage.use_cases.personal_data.erase_person import PersonalData
from haulage.use_cases.personal_data.export_data import ExportData
from haulage.use_cases.positions import (
    FindNearbyDrivers,
    FollowDriver,
    ReportPositions,
    SeeDriverPositions,
)
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.quotes.request_quote import CalculateFare, RequestQuote, SeeQuote
from haulage.use_cases.readiness import CheckReady, SeeReadiness
from haulage.use_cases.receipts import ReceiptUseCases
from haulage.use_cases.retention import DeleteExpiredData
from haulage.use_cases.tax import TaxUseCases


@attrs.frozen
class Marketplace:
    """The use cases by name. Only the assembly makes one."""

    clock: Clock
    storage: Storage
    limits: RateLimits
    accounts: AccountUseCases
    mail_templates: EmailTemplates
    deliver_mail: DeliverEmail
    mail_desk: EmailUseCases
    mailbox: Mailbox | None
    """Where mails can be read that went nowhere else; None when a mail server has them."""
    provider_page: SimulatedProviderPage | None
    """The page of the simulated Google and Facebook; None where there is none."""
    map_desk: MapUseCases
    price_policy: PricePolicy
    calculate_fare: CalculateFare
    request_quote: RequestQuote
    see_quote: SeeQuote
    find_drivers: FindDrivers
    book_order: BookOrder
    cancel_order: CancelOrder
    reschedule_order: RescheduleOrder
    rate_order: RateOrder
    open_payment: OpenPayment
    confirm_payment: ConfirmPayment
    settle_payment: SettlePayment
    hear_provider: ReceiveWebhook
    provider_event_desk: ProviderEventUseCases
    hear_texts: ReceiveSms
    send_sms: SendSms
    send_refunds: SendRefunds
    send_shares: SendTransfers
    split_desk: SplitUseCases
    payment_desk: PaymentUseCases
    unsent_refunds: UnsentRefunds
    reconcile_payments: ReconcilePayments
    reconciliation_runs: ReconciliationRuns
    open_tip: OpenTip
    receipts: ReceiptUseCases
    run_job: RunJob
    job_runner: JobRunner
    """Whoever has jobs done in this process, once it is asked to."""
    job_desk: JobUseCases
    enqueue_recurring_jobs: EnqueueRecurringJobs
    """To be called every few seconds."""
    see_order: SeeOrder
    see_views: SeeViews
    list_orders: ListOrders
    oversee_orders: AdminOrders
    booked_orders: BookedOrders
    follow_order: FollowOrder
    track_order: TrackOrder
    report_desk: ReportUseCases
    share_tracking: ShareTracking
    track_by_link: TrackByLink
    driving: Driving
    offer_desk: OfferUseCases
    reassign_order: ReassignOrder
    find_candidates: FindCandidates
    proofs: ProofUseCases
    messages: MessagingUseCases
    delivery_desk: DeliveryUseCases
    fail_delivery: FailDelivery
    replay_actions: SyncOfflineActions
    driver_desk: DriverUseCases
    update_profile: UpdateProfile
    driver_jobs: DriverJobs
    report_positions: ReportPositions
    driver_positions: SeeDriverPositions
    follow_driver: FollowDriver
    find_nearby_drivers: FindNearbyDrivers
    audit_desk: AuditUseCases
    ledger_desk: LedgerUseCases
    tax_desk: TaxUseCases
    authority: AuthorityUseCases
    behaviour: BehaviourUseCases
    personal_data: PersonalData
    export_data: ExportData
    settle_driver: SettleDriver
    delete_expired_data: DeleteExpiredData
    record_mileage: RecordMileage
    see_readiness: SeeReadiness
    see_own_figures: SeeAdvertisedFigures
    check_ready: CheckReady
    seal_again: ResealSecrets
