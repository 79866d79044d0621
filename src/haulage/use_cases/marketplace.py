"""Everything that the marketplace can do, in one value for the shells to call."""

import attrs

from haulage.ports.clock import Clock
from haulage.ports.jobs import JobRunner
from haulage.ports.limits import RateLimits
from haulage.ports.mail import Mailbox, MailTemplates
from haulage.ports.social_sign_in import SimulatedProviderPage
from haulage.ports.storage import Storage
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.auditing import AuditDesk
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.deliveries import DeliveryDesk, FailDelivery, ReplayActions
from haulage.use_cases.dispatching import FindCandidates, OfferDesk, ReassignOrder
from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driving import DriverDesk, Driving
from haulage.use_cases.drivers.finding_drivers import FindDrivers
from haulage.use_cases.drivers.updating import UpdateProfile
from haulage.use_cases.jobs import JobDesk, RunJob
from haulage.use_cases.keeping_house import KeepHouse
from haulage.use_cases.mailing import DeliverMail, MailDesk
from haulage.use_cases.map_desk import MapDesk
from haulage.use_cases.messaging import MessageDesk
from haulage.use_cases.messaging.hearing_texts import HearTexts
from haulage.use_cases.messaging.texting import SendSms
from haulage.use_cases.money.hearing import HearProvider
from haulage.use_cases.money.ledger_desk import LedgerDesk
from haulage.use_cases.money.paying import ConfirmPayment, OpenPayment
from haulage.use_cases.money.refunding import PaymentDesk
from haulage.use_cases.money.refunds import SendRefunds
from haulage.use_cases.money.settling import SettlePayment
from haulage.use_cases.money.shares import SendShares
from haulage.use_cases.money.splits import SplitDesk
from haulage.use_cases.money.tax_desk import TaxDesk
from haulage.use_cases.money.tipping import OpenTip
from haulage.use_cases.orders.booked import BookedOrders
from haulage.use_cases.orders.booking import BookOrder, CancelOrder, PricePolicy
from haulage.use_cases.orders.following import ListOrders, SeeOrder
from haulage.use_cases.orders.overseeing import OverseeOrders
from haulage.use_cases.orders.quoting import CalculateFare, RequestQuote, SeeQuote
from haulage.use_cases.orders.rating import RateOrder
from haulage.use_cases.orders.reports import ReportDesk
from haulage.use_cases.orders.rescheduling import RescheduleOrder
from haulage.use_cases.orders.sharing import ShareTracking, TrackByLink
from haulage.use_cases.orders.tracking import TrackOrder
from haulage.use_cases.orders.watching import FollowOrder
from haulage.use_cases.personal_data import PersonalData
from haulage.use_cases.positions import (
    FindNearbyDrivers,
    FollowDriver,
    ReportPositions,
    SeeDriverPositions,
)
from haulage.use_cases.proofs import ProofDesk
from haulage.use_cases.receipts import ReceiptDesk


@attrs.frozen
class Marketplace:
    """The use cases by name. Only the assembly makes one."""

    clock: Clock
    storage: Storage
    limits: RateLimits
    accounts: AccountUseCases
    mail_templates: MailTemplates
    deliver_mail: DeliverMail
    mail_desk: MailDesk
    mailbox: Mailbox | None
    """Where mails can be read that went nowhere else; None when a mail server has them."""
    provider_page: SimulatedProviderPage | None
    """The page of the simulated Google and Facebook; None where there is none."""
    map_desk: MapDesk
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
    hear_provider: HearProvider
    hear_texts: HearTexts
    send_sms: SendSms
    send_refunds: SendRefunds
    send_shares: SendShares
    split_desk: SplitDesk
    payment_desk: PaymentDesk
    open_tip: OpenTip
    receipts: ReceiptDesk
    run_job: RunJob
    job_runner: JobRunner
    """Whoever has jobs done in this process, once it is asked to."""
    job_desk: JobDesk
    see_order: SeeOrder
    list_orders: ListOrders
    oversee_orders: OverseeOrders
    booked_orders: BookedOrders
    follow_order: FollowOrder
    track_order: TrackOrder
    report_desk: ReportDesk
    share_tracking: ShareTracking
    track_by_link: TrackByLink
    driving: Driving
    offer_desk: OfferDesk
    reassign_order: ReassignOrder
    find_candidates: FindCandidates
    proofs: ProofDesk
    messages: MessageDesk
    delivery_desk: DeliveryDesk
    fail_delivery: FailDelivery
    replay_actions: ReplayActions
    driver_desk: DriverDesk
    update_profile: UpdateProfile
    driver_jobs: DriverJobs
    report_positions: ReportPositions
    driver_positions: SeeDriverPositions
    follow_driver: FollowDriver
    find_nearby_drivers: FindNearbyDrivers
    audit_desk: AuditDesk
    ledger_desk: LedgerDesk
    tax_desk: TaxDesk
    behaviour: BehaviourUseCases
    personal_data: PersonalData
    keep_house: KeepHouse
