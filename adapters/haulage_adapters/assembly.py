"""The one place that names adapters: settings in, a marketplace of use cases out."""

from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from random import SystemRandom
from typing import Any, TypeAlias

from haulage.jobs import JobKind
from haulage.kernel.errors import InvalidInput
from haulage.matching import GridFleet
from haulage.payments.provider_event import EventKind
from haulage.payments.reconciliation_run import RUN_LIMIT
from haulage.ports.identity.tokens import Tokens
from haulage.ports.maps.roads import SpeedLimits
from haulage.ports.maps.routes import Routes
from haulage.ports.messaging.email import EmailTemplates, Mailer
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.drivers.arrival_estimates import Forecasts
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_views import SeeViews
from haulage.services.payments.sales_taxes import ConfirmedTaxes, DemonstrationTaxes
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.accounts.reseal_secrets import ResealSecrets
from haulage.use_cases.advertised_figures import SeeAdvertisedFigures
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.audit.send_audit_head import SendAuditHead
from haulage.use_cases.authority.authority_table import (
    AuthorityUseCases,
    ConfirmedTripAuthority,
    EverythingOpen,
)
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.deliveries import (
    DeliveryUseCases,
    FailDelivery,
    Failing,
    ReconcileDelivery,
    RecordMileage,
    SyncOfflineActions,
    WatchGeofences,
)
from haulage.use_cases.dispatch import (
    AdvanceOffer,
    DriverEmails,
    FindCandidates,
    NotifyingStorage,
    OfferUseCases,
    ReassignOrder,
)
from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driver_work import DriverUseCases, driving
from haulage.use_cases.drivers.find_drivers import FindDrivers, FleetFeed
from haulage.use_cases.drivers.update_profile import UpdateProfile
from haulage.use_cases.email.deliver_email import DeliverEmail, EmailUseCases
from haulage.use_cases.jobs import EnqueueRecurringJobs, JobUseCases, RecoverJobs, ReportDeadJobs, RunJob
from haulage.use_cases.ledger import LedgerUseCases, RollUpLedger
from haulage.use_cases.maps import MapUseCases
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.messaging import MessagingUseCases
from haulage.use_cases.messaging.automatic_messages import (
    AutomaticMessenger,
    SendAutomaticMessages,
    WatchArrival,
)
from haulage.use_cases.messaging.receive_sms import ReceiveSms
from haulage.use_cases.messaging.send_sms import SendSms
from haulage.use_cases.orders.admin_orders import AdminOrders
from haulage.use_cases.orders.book_order import BookOrder
from haulage.use_cases.orders.booking_summary import BookedOrders
from haulage.use_cases.orders.cancel_order import CancelOrder
from haulage.use_cases.orders.delivery_reports import ReportUseCases
from haulage.use_cases.orders.list_orders import ListOrders, SeeOrder
from haulage.use_cases.orders.order_streaming import FollowOrder
from haulage.use_cases.orders.rate_order import RateOrder
from haulage.use_cases.orders.reschedule_order import RescheduleOrder
from haulage.use_cases.orders.share_tracking import Links, ShareTracking, TrackByLink
from haulage.use_cases.orders.tracking import TrackOrder
from haulage.use_cases.orders.unpaid_orders import CancelUnpaidOrder
from haulage.use_cases.payments.checkout import ConfirmPayment, OpenPayment
from haulage.use_cases.payments.difference_emails import DifferenceEmails
from haulage.use_cases.payments.disputes import ApplyDispute
from haulage.use_cases.payments.issue_refund import PaymentUseCases
from haulage.use_cases.payments.mend_difference import MendDifference
from haulage.use_cases.payments.provider_events import ProviderEventUseCases
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage.use_cases.payments.reconciliation_runs import ReconciliationRuns
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_driver import SettleDriver
from haulage.use_cases.payments.settle_payment import SettlePayment
from haulage.use_cases.payments.splits import SplitUseCases
from haulage.use_cases.payments.stuck_payments import SettleStuckPayment
from haulage.use_cases.payments.tips import OpenTip
from haulage.use_cases.payments.transfers import STOPPED_AT_MOST, SendTransfers
from haulage.use_cases.payments.unpaid_tips import CloseUnpaidTip
from haulage.use_cases.payments.unsent_refunds import UnsentRefunds
from haulage.use_cases.payments.webhooks import ApplyEvent, ReceiveWebhook
from haulage.use_cases.personal_data.erase_person import PersonalData
from haulage.use_cases.personal_data.export_data import ExportData
from haulage.use_cases.positions import (
    FindNearbyDrivers,
    FollowDriver,
    RecordPositions,
    ReportPositions,
    SeeDriverPositions,
)
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.quotes.request_quote import CalculateFare, RequestQuote, SeeQuote
from haulage.use_cases.readiness import CheckReady, SeeReadiness
from haulage.use_cases.receipts import (
    Documents,
    IssueMissingReceipts,
    PaymentHistory,
    ReceiptUseCases,
    SeeConfirmation,
    SeeReceipt,
    SendReceiptEmail,
)
from haulage.use_cases.retention import DeleteExpiredData
from haulage.use_cases.tax import TaxUseCases
from haulage_adapters import card_providers, demonstration, engines, sms_gateways, social_providers
from haulage_adapters.audit_heads import audit_heads
from haulage_adapters.data_folder import close_to_others, make_data_folder
from haulage_adapters.database_marker import mark_made, require_not_lost
from haulage_adapters.documents_typst import TypstPrinter
from haulage_adapters.email_delivery.worker import deliver_forever, log_mail_fault
from haulage_adapters.email_outbox.outbox import FileOutbox
from haulage_adapters.email_templates import MjmlTemplates
from haulage_adapters.embedded.fair_weather import FairWeather
from haulage_adapters.embedded.tax_places import EmbeddedTaxPlaces
from haulage_adapters.embedded.time_zones import EmbeddedTimeZones
from haulage_adapters.file_stores import file_store
from haulage_adapters.images_pillow import PillowPictures
from haulage_adapters.job_worker import JOB_TOPIC, JobWorker
from haulage_adapters.limits.in_process import InProcessLimits
from haulage_adapters.notifier import open_notifier
from haulage_adapters.notifier.in_process import AsyncioSubscription, InProcessNotifier
from haulage_adapters.order_streams import InProcessOrderStreams
from haulage_adapters.order_streams.batched_reader import BatchedReader
from haulage_adapters.passkeys_webauthn import WebAuthnCeremonies
from haulage_adapters.passwords_argon2 import Argon2Passwords
from haulage_adapters.paused_cards import PausedCards
from haulage_adapters.settings import RoutesEngine, Settings
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.stripe_simulator import request_options
from haulage_adapters.system.alarms import log_alarm
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.deadlines import within
from haulage_adapters.system.identifiers import RandomIdentifiers
from haulage_adapters.telephone_dialer import OwnTelephone
from haulage_adapters.tokens_jose import JoseProofSeals, JoseTokens, Seal
from haulage_adapters.totp_pyotp import TotpPasswords

WATCHED_AT_MOST = timedelta(days=400)
"""Ours: an order may be booked a year ahead, and its watch begins with it."""


async def upgrade_database(settings: Settings) -> None:
    """Bring the database to the newest schema, making the data folder first. Raises ``DatabaseLost``."""
    from haulage_adapters.sql import migrations  # server processes never need it, and it takes long to load

    make_data_folder(settings)
    require_not_lost(settings)
    await migrations.upgrade(settings.database_url)
    mark_made(settings)
    close_to_others(settings)


async def database_revisions(settings: Settings) -> tuple[str | None, str | None]:
    """The revision that the database is at, and the one that this release needs."""
    from haulage_adapters.sql import migrations

    require_not_lost(settings)
    return await migrations.current(settings.database_url), migrations.newest()


DemonstrationSignIns: TypeAlias = demonstration.DemonstrationSignIns
"""Who can sign in to the demonstration."""


SimulatedStripe: TypeAlias = request_options.SimulatedStripe
"""How an operator wants the simulated Stripe."""


def simulate_stripe(order: SimulatedStripe) -> None:
    """Speak like Stripe on this machine until SIGTERM or Ctrl-C."""
    request_options.simulate_stripe(order)


async def seed_demonstration(
    marketplace: Marketplace, settings: Settings, report: demonstration.Report = demonstration.quiet
) -> DemonstrationSignIns:
    """Fill the marketplace with invented people and orders; a second time changes nothing."""
    return await demonstration.seed_demonstration(marketplace, settings, report)


def background_work(settings: Settings, marketplace: Marketplace) -> list[Coroutine[Any, Any, None]]:
    """What a server process runs beside its requests, for as long as it lives."""
    work = [
        engines.prepare_places(marketplace.map_desk.places),
        deliver_forever(marketplace.deliver_mail, marketplace.accounts.send_requested_emails),
        marketplace.job_runner.run_forever(marketplace.run_job),
    ]
    if settings.demo:
        work.append(demonstration.run_demonstration(marketplace, settings.drivers_speed))
    return work


def card_provider_name(marketplace: Marketplace) -> str:
    """The adapter that takes cards."""
    return type(card_providers.provider_of(marketplace.open_payment.cards)).__name__


@asynccontextmanager
async def open_marketplace(settings: Settings) -> AsyncIterator[Marketplace]:
    """A marketplace over an upgraded database; leaving the context closes every connection."""
    make_data_folder(settings)
    require_not_lost(settings)
    mail_signal, clock = AsyncioSubscription(), SystemClock()
    async with open_notifier(settings.database_url) as notifier, AsyncExitStack() as closing:
        storage = SqlStorage(
            open_engine(settings.database_url, connections=settings.database_pool),
            mail_added=mail_signal.publish,
            job_added=lambda: notifier.publish(JOB_TOPIC),
        )
        closing.push_async_callback(storage.aclose)
        async with (
            engines.open_routes(settings) as routes,
            engines.open_limits(settings) as limits,
        ):
            opened = assemble(
                settings,
                storage,
                clock,
                RandomIdentifiers(),
                routes,
                mail_signal,
                notifier=notifier,
                limits=limits,
            )
            try:
                yield opened
            finally:
                await opened.follow_order.rooms.aclose()
                await social_providers.close(opened.accounts.social.providers)
                await card_providers.close(opened.open_payment.cards)
                await sms_gateways.close(opened.send_sms.gateway)


def assemble(
    settings: Settings,
    storage: Storage,
    clock: Clock,
    identifiers: Identifiers,
    routes: Routes,
    mail_signal: AsyncioSubscription | None = None,
    cards: CardPayments | None = None,
    notifier: Notifier | None = None,
    limits: SpeedLimits | None = None,
) -> Marketplace:
    """Join ports and use cases; tests pass a clock, identifiers, routes and cards of their own."""
    notifier = notifier or InProcessNotifier()
    plain_storage, storage = storage, NotifyingStorage(storage, notifier)
    terms = settings.offer_terms
    cards = PausedCards(cards or card_providers.cards(settings), storage)
    seal = Seal(settings.secret_key, settings.previous_secrets)
    tokens = JoseTokens(
        storage,
        clock,
        identifiers,
        issuer=f"{settings.public_url}/auth/v1",
        seal=seal,
    )
    providers, provider_page = social_providers.providers(settings, tokens, clock)
    refunds = SendRefunds(storage, clock, cards)
    behaviour = BehaviourUseCases.over(
        storage,
        clock,
        limits or engines.limits_at_hand(settings),
        None if settings.routes_engine == RoutesEngine.EMBEDDED else routes,
    )
    positions = ReportPositions(
        storage,
        clock,
        notifier,
        heard=[WatchGeofences(clock, settings.geofence)],
        kept=[RecordPositions(behaviour.record)],
    )
    settle = SettlePayment(storage, clock, cards, notifier, refunds, terms)
    templates = MjmlTemplates(settings.public_url)
    order_mails = OrderEmails(identifiers, templates, settings.public_url)
    driver_mails = DriverEmails(order_mails)
    receipts = _receipts(settings, storage, clock, identifiers, tokens, templates)
    shares = SendTransfers(storage, clock, cards)
    provider_events = card_providers.events(settings)
    effects = {EventKind.DISPUTE: ApplyDispute(clock)}
    apply_event = ApplyEvent(storage, clock, cards, notifier, refunds, effects, terms, provider_events)
    proofs = ProofUseCases.over(
        storage,
        clock,
        identifiers,
        notifier,
        tokens,
        JoseProofSeals(storage, clock, identifiers, seal=seal),
        file_store(settings),
        PillowPictures(),
    )
    forecasts = Forecasts(routes, settings.drivers_speed)
    announcer = AutomaticMessenger(identifiers, settings.public_url)
    watch = WatchArrival(storage, clock, forecasts, announcer)
    texts = SendSms(
        storage,
        clock,
        sms_gateways.gateway(settings, clock),
        sms_gateways.patience(settings),
        settings.sms_terms,
    )
    mailer = _mailer(settings, clock)
    mend = MendDifference(storage, clock, cards, settle)
    difference_emails = DifferenceEmails(identifiers, templates, settings.public_url)
    reconcile = ReconcilePayments(storage, clock, cards, mend, log_alarm, difference_emails)
    runs = ReconciliationRuns(storage, clock, identifiers, reconcile)
    handlers: JobHandlers = {
        JobKind.APPLY_PROVIDER_EVENT: JobHandler(apply_event),
        JobKind.CANCEL_UNPAID_ORDER: JobHandler(CancelUnpaidOrder(storage, clock, cards, notifier, settle)),
        JobKind.CLOSE_UNPAID_TIP: JobHandler(CloseUnpaidTip(storage, clock, cards, settle)),
        JobKind.MOVE_OFFER_ON: JobHandler(AdvanceOffer(storage, clock, terms)),
        JobKind.SEND_REFUND: JobHandler(refunds.of_refund),
        JobKind.SEND_SHARE: JobHandler(shares.of_split),
        JobKind.ROLL_UP_LEDGER: JobHandler(RollUpLedger(storage)),
        JobKind.RECONCILE_PAYMENTS: JobHandler(runs.of_job, time_limit=RUN_LIMIT),
        JobKind.RETURN_SHARE: JobHandler(shares.of_returned, longest_wait=STOPPED_AT_MOST),
        JobKind.TAKE_BACK_SHARE: JobHandler(shares.of_reversal),
        JobKind.SETTLE_PAYMENT: JobHandler(SettleStuckPayment(storage, clock, settle)),
        JobKind.MAIL_RECEIPT: JobHandler(receipts.mail.of_receipt),
        JobKind.REMOVE_PHOTO: JobHandler(proofs.remove_photo),
        JobKind.SEND_SMS: JobHandler(texts),
        JobKind.ANNOUNCE_ORDER: JobHandler(SendAutomaticMessages(storage, clock, announcer, driver_mails)),
        JobKind.WATCH_START: JobHandler(watch.of_start, longest_wait=WATCHED_AT_MOST),
        JobKind.WATCH_ARRIVAL: JobHandler(watch.of_journey, longest_wait=WATCHED_AT_MOST),
        JobKind.SEND_AUDIT_HEAD: JobHandler(SendAuditHead(storage, clock, audit_heads(settings, mailer))),
        JobKind.REPORT_DEAD_JOBS: JobHandler(ReportDeadJobs(storage, log_alarm)),
    }
    failing = Failing(order_mails)
    track = TrackOrder(storage, clock, forecasts, proofs)
    passwords = Argon2Passwords()
    places = engines.places(settings.data)
    tax_desk = TaxUseCases(storage, clock, identifiers, EmbeddedTaxPlaces(places))
    # Where real money is taken, only rates that an operator has confirmed are (OP-16).
    taxes = ConfirmedTaxes(storage, tax_desk.places) if settings.mode == "real" else DemonstrationTaxes()
    trips = ConfirmedTripAuthority(storage, tax_desk.places)
    mailbox = mailer if isinstance(mailer, FileOutbox) else None
    accounts = AccountUseCases.over(
        storage=storage,
        clock=clock,
        identifiers=identifiers,
        passwords=passwords,
        tokens=tokens,
        templates=templates,
        one_time_passwords=TotpPasswords(),
        ceremonies=WebAuthnCeremonies(settings.public_url),
        providers=providers,
        terms=settings.account_terms,
    )
    return Marketplace(
        clock=clock,
        storage=plain_storage,
        limits=InProcessLimits(clock, settings.rate_limits),
        mail_templates=templates,
        deliver_mail=DeliverEmail(
            storage,
            clock,
            mailer,
            luck=SystemRandom().random,
            subscription=mail_signal or AsyncioSubscription(),
            alarm=log_alarm,
            log_fault=log_mail_fault,
        ),
        mail_desk=EmailUseCases(storage, clock),
        provider_page=provider_page,
        mailbox=mailbox,
        map_desk=MapUseCases(places, routes, clock),
        accounts=accounts,
        price_policy=settings.price_policy,
        calculate_fare=CalculateFare(clock, taxes, settings.split_policy),
        request_quote=RequestQuote(
            storage,
            clock,
            identifiers,
            routes,
            FairWeather(),
            taxes,
            trips if settings.mode == "real" else EverythingOpen(),
            EmbeddedTimeZones(),
            limit=settings.quote_limit,
        ),
        see_quote=SeeQuote(storage),
        find_drivers=FindDrivers(
            storage,
            clock,
            routes,
            FleetFeed(storage, GridFleet()),
            fallback=engines.display_routes(),
            limit=settings.quote_limit,
        ),
        book_order=BookOrder(storage, clock, identifiers, settings.price_policy),
        reschedule_order=RescheduleOrder(storage, clock, notifier, terms),
        rate_order=RateOrder(storage, clock, notifier),
        cancel_order=CancelOrder(storage, clock, cards, notifier, refunds, settle),
        open_payment=OpenPayment(storage, clock, identifiers, cards, settings.split_policy),
        confirm_payment=ConfirmPayment(storage, clock, cards, notifier, refunds, terms),
        settle_payment=settle,
        hear_provider=ReceiveWebhook(storage, clock, provider_events, apply_event),
        provider_event_desk=ProviderEventUseCases(storage, clock, provider_events, apply_event),
        hear_texts=ReceiveSms(storage, clock, sms_gateways.events(settings), settings.public_url),
        send_sms=texts,
        send_refunds=refunds,
        receipts=receipts,
        send_shares=shares,
        split_desk=SplitUseCases(storage, clock),
        payment_desk=PaymentUseCases(storage, clock, refunds),
        unsent_refunds=UnsentRefunds(storage, clock, cards),
        reconcile_payments=reconcile,
        reconciliation_runs=runs,
        open_tip=OpenTip(storage, clock, identifiers, cards, settings.split_policy),
        run_job=RunJob(storage, clock, handlers, luck=SystemRandom().random, alarm=log_alarm, within=within),
        job_runner=JobWorker(
            storage,
            clock,
            RecoverJobs(storage, clock, SystemRandom().random, log_alarm),
            notifier,
            at_once=settings.jobs_at_once,
        ),
        job_desk=JobUseCases(storage, clock),
        enqueue_recurring_jobs=EnqueueRecurringJobs(storage, clock),
        see_order=SeeOrder(storage),
        see_views=SeeViews(storage),
        list_orders=ListOrders(storage),
        oversee_orders=AdminOrders(storage),
        booked_orders=BookedOrders(storage),
        follow_order=FollowOrder(
            InProcessOrderStreams(BatchedReader(storage), notifier, clock, track), notifier
        ),
        track_order=track,
        report_desk=ReportUseCases(storage, clock, notifier, refunds, order_mails),
        share_tracking=ShareTracking(storage, clock, identifiers, notifier, Links(tokens)),
        track_by_link=TrackByLink(storage, clock, Links(tokens), track),
        driving=driving(storage, clock, notifier, driver_mails, terms),
        offer_desk=OfferUseCases(storage, clock, notifier, terms),
        reassign_order=ReassignOrder(storage, clock, notifier, driver_mails, terms),
        find_candidates=FindCandidates(storage, clock, terms),
        proofs=proofs,
        messages=MessagingUseCases.over(
            storage, clock, identifiers, track, OwnTelephone(), settings.message_limits
        ),
        delivery_desk=DeliveryUseCases(storage, clock, notifier),
        fail_delivery=FailDelivery(storage, clock, notifier, refunds, failing),
        replay_actions=SyncOfflineActions(
            storage, clock, notifier, refunds, ReconcileDelivery(failing, driver_mails, terms)
        ),
        driver_desk=DriverUseCases(storage, clock, positions),
        update_profile=UpdateProfile(storage, clock),
        driver_jobs=DriverJobs(storage, clock),
        report_positions=positions,
        driver_positions=SeeDriverPositions(storage),
        follow_driver=FollowDriver(storage, notifier),
        find_nearby_drivers=FindNearbyDrivers(storage),
        audit_desk=AuditUseCases(storage),
        behaviour=behaviour,
        ledger_desk=LedgerUseCases(storage),
        tax_desk=tax_desk,
        authority=AuthorityUseCases(storage, clock, identifiers, trips),
        record_mileage=RecordMileage(storage, clock),
        delete_expired_data=DeleteExpiredData(storage, clock, mailbox),
        see_readiness=SeeReadiness(storage),
        see_own_figures=SeeAdvertisedFigures(storage, clock),
        check_ready=CheckReady(plain_storage, clock),
        seal_again=ResealSecrets(storage, clock, seal),
        personal_data=PersonalData(
            storage,
            clock,
            passwords,
            accounts.gate,
            accounts.current_user,
            accounts.fresh_user,
            mailbox,
        ),
        export_data=ExportData(storage, clock, proofs.show.files, settings.export_limit),
        settle_driver=SettleDriver(storage, clock, identifiers),
    )


def _receipts(
    settings: Settings,
    storage: Storage,
    clock: Clock,
    identifiers: Identifiers,
    tokens: Tokens,
    templates: EmailTemplates,
) -> ReceiptUseCases:
    documents = Documents(storage, clock, tokens, TypstPrinter(settings.public_url))
    return ReceiptUseCases(
        see=SeeReceipt(storage),
        see_confirmation=SeeConfirmation(storage),
        history=PaymentHistory(storage, clock),
        documents=documents,
        mail=SendReceiptEmail(storage, clock, identifiers, templates, documents, settings.public_url),
        issue_missing=IssueMissingReceipts(storage, clock),
    )


def _mailer(settings: Settings, clock: Clock) -> Mailer:
    """The configured mail server; the outbox only where there is none and never because one failed."""
    if settings.smtp is None:
        return FileOutbox(settings.outbox_file, clock)
    if settings.mail_from is None:
        raise InvalidInput("HAULAGE_MAIL_FROM", "is needed with HAULAGE_SMTP_URL")
    from haulage_adapters.email_smtp.mailer import SmtpMailer

    return SmtpMailer(settings.smtp, settings.mail_from, clock)
