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
from haulage.ports.storage.unit_of_work import Storage
from haulage.services.drivers.arrival_estimates import Forecasts
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_views import SeeViews
from haulage.services.payments.sales_taxes import ConfirmedTaxes, DemonstrationTaxes
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.advertised_figures import AdvertisingUseCases, SeeAdvertisedFigures
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.audit.send_audit_head import SendAuditHead
from haulage.use_cases.authority.authority_table import (
    AuthorityUseCases,
    ConfirmedTripAuthority,
    EverythingOpen,
)
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.deliveries import (
    DeliverySessions,
    FailDelivery,
    Failing,
    ReconcileDelivery,
    RecordMileage,
    SyncOfflineActions,
    WatchGeofences,
)
from haulage.use_cases.deliveries.facade import DeliveryUseCases
from haulage.use_cases.deliveries.order_steps import OrderSteps
from haulage.use_cases.dispatch import (
    AdvanceOffer,
    DriverEmails,
    DriverOffers,
    FindCandidates,
    ReassignOrder,
)
from haulage.use_cases.dispatch.accept_order import AcceptOrder
from haulage.use_cases.dispatch.facade import DispatchUseCases
from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driver_profiles import DriverProfiles
from haulage.use_cases.drivers.facade import DriverUseCases
from haulage.use_cases.drivers.find_drivers import FindDrivers, FleetFeed
from haulage.use_cases.drivers.update_profile import UpdateProfile
from haulage.use_cases.email.deliver_email import DeliverEmail, ManageEmail
from haulage.use_cases.email.facade import EmailUseCases
from haulage.use_cases.jobs import EnqueueRecurringJobs, ManageJobs, RecoverJobs, ReportDeadJobs, RunJob
from haulage.use_cases.jobs.facade import JobUseCases
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
from haulage.use_cases.orders.delivery_reports import DeliveryReports
from haulage.use_cases.orders.facade import OrderUseCases
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
from haulage.use_cases.payments.facade import PaymentUseCases
from haulage.use_cases.payments.issue_refund import ManagePayments
from haulage.use_cases.payments.mend_difference import MendDifference
from haulage.use_cases.payments.provider_events import ProviderEventLog
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage.use_cases.payments.reconciliation_runs import ReconciliationRuns
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_driver import SettleDriver
from haulage.use_cases.payments.settle_payment import SettlePayment
from haulage.use_cases.payments.splits import PaymentSplits
from haulage.use_cases.payments.stuck_payments import SettleStuckPayment
from haulage.use_cases.payments.tips import OpenTip
from haulage.use_cases.payments.transfers import STOPPED_AT_MOST, SendTransfers
from haulage.use_cases.payments.unpaid_tips import CloseUnpaidTip
from haulage.use_cases.payments.unsent_refunds import UnsentRefunds
from haulage.use_cases.payments.webhooks import ApplyEvent, ReceiveWebhook
from haulage.use_cases.personal_data.erase_person import ErasePerson
from haulage.use_cases.personal_data.export_data import ExportData
from haulage.use_cases.personal_data.facade import PersonalDataUseCases
from haulage.use_cases.positions import (
    FindNearbyDrivers,
    FollowDriver,
    RecordPositions,
    ReportPositions,
    SeeDriverPositions,
)
from haulage.use_cases.positions.facade import PositionUseCases
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.quotes.facade import QuoteUseCases
from haulage.use_cases.quotes.request_quote import CalculateFare, RequestQuote, SeeQuote
from haulage.use_cases.readiness import CheckReady, ReadinessUseCases, SeeReadiness
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
from haulage.use_cases.retention.facade import RetentionUseCases
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
from haulage_adapters.job_worker import JobWorker
from haulage_adapters.limits.in_process import InProcessLimits
from haulage_adapters.notifier import open_notifier
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
        engines.prepare_places(marketplace.maps.places),
        deliver_forever(marketplace.email.deliver, marketplace.accounts.send_requested_emails),
        marketplace.jobs.worker.run_forever(marketplace.jobs.run),
    ]
    if settings.demo:
        work.append(demonstration.run_demonstration(marketplace, settings.drivers_speed))
    return work


def card_provider_name(marketplace: Marketplace) -> str:
    """The adapter that takes cards."""
    return type(card_providers.provider_of(marketplace.payments.open.cards)).__name__


@asynccontextmanager
async def open_marketplace(settings: Settings) -> AsyncIterator[Marketplace]:
    """A marketplace over an upgraded database; leaving the context closes every connection."""
    make_data_folder(settings)
    require_not_lost(settings)
    clock = SystemClock()
    async with open_notifier(settings.database_url) as notifier, AsyncExitStack() as closing:
        storage = SqlStorage(
            open_engine(settings.database_url, connections=settings.database_pool),
            notifier=notifier,
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
                limits=limits,
            )
            try:
                yield opened
            finally:
                await opened.orders.follow.rooms.aclose()
                await social_providers.close(opened.accounts.social.providers)
                await card_providers.close(opened.payments.open.cards)
                await sms_gateways.close(opened.messaging.send_sms.gateway)


def assemble(
    settings: Settings,
    storage: SqlStorage,
    clock: Clock,
    identifiers: Identifiers,
    routes: Routes,
    cards: CardPayments | None = None,
    limits: SpeedLimits | None = None,
) -> Marketplace:
    """Join ports and use cases; tests pass a clock, identifiers, routes and cards of their own."""
    notifier = storage.notifier
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
        on_new=[WatchGeofences(clock, settings.geofence)],
        on_stored=[RecordPositions(behaviour.record)],
    )
    settle = SettlePayment(storage, clock, cards, refunds, terms)
    templates = MjmlTemplates(settings.public_url)
    order_mails = OrderEmails(identifiers, templates, settings.public_url)
    driver_mails = DriverEmails(order_mails)
    receipts = _receipts(settings, storage, clock, identifiers, tokens, templates)
    shares = SendTransfers(storage, clock, cards)
    provider_events = card_providers.events(settings)
    effects = {EventKind.DISPUTE: ApplyDispute(clock)}
    apply_event = ApplyEvent(storage, clock, cards, refunds, effects, terms, provider_events)
    proofs = ProofUseCases.over(
        storage,
        clock,
        identifiers,
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
        JobKind.CANCEL_UNPAID_ORDER: JobHandler(CancelUnpaidOrder(storage, clock, cards, settle)),
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
        sealing=seal,
        templates=templates,
        one_time_passwords=TotpPasswords(),
        ceremonies=WebAuthnCeremonies(settings.public_url),
        providers=providers,
        terms=settings.account_terms,
    )
    return Marketplace(
        clock=clock,
        storage=storage,
        limits=InProcessLimits(clock, settings.rate_limits),
        provider_page=provider_page,
        maps=MapUseCases(places, routes, clock),
        accounts=accounts,
        receipts=receipts,
        proofs=proofs,
        messaging=MessagingUseCases.over(
            storage,
            clock,
            identifiers,
            track,
            OwnTelephone(),
            settings.message_limits,
            receive_sms=ReceiveSms(storage, clock, sms_gateways.events(settings), settings.public_url),
            send_sms=texts,
        ),
        audit=AuditUseCases(storage),
        behaviour=behaviour,
        ledger=LedgerUseCases(storage),
        tax=tax_desk,
        authority=AuthorityUseCases(storage, clock, identifiers, trips),
        email=EmailUseCases(
            templates=templates,
            deliver=DeliverEmail(
                storage,
                clock,
                mailer,
                luck=SystemRandom().random,
                notifier=notifier,
                alarm=log_alarm,
                log_fault=log_mail_fault,
            ),
            manage=ManageEmail(storage, clock),
            mailbox=mailbox,
        ),
        quotes=QuoteUseCases(
            calculate_fare=CalculateFare(clock, taxes, settings.split_policy),
            request=RequestQuote(
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
            see=SeeQuote(storage),
        ),
        drivers=DriverUseCases(
            find=FindDrivers(
                storage,
                clock,
                routes,
                FleetFeed(storage, GridFleet()),
                fallback=engines.display_routes(),
                limit=settings.quote_limit,
            ),
            profiles=DriverProfiles(storage, clock, positions),
            update_profile=UpdateProfile(storage, clock),
            jobs=DriverJobs(storage, clock),
        ),
        orders=OrderUseCases(
            price_policy=settings.price_policy,
            book=BookOrder(storage, clock, identifiers, settings.price_policy),
            reschedule=RescheduleOrder(storage, clock, terms),
            rate=RateOrder(storage, clock),
            cancel=CancelOrder(storage, clock, cards, refunds, settle),
            see=SeeOrder(storage),
            see_views=SeeViews(storage),
            list=ListOrders(storage),
            admin=AdminOrders(storage),
            booked=BookedOrders(storage),
            follow=FollowOrder(InProcessOrderStreams(BatchedReader(storage), notifier, clock, track)),
            track=track,
            reports=DeliveryReports(storage, clock, refunds, order_mails),
            share_tracking=ShareTracking(storage, clock, identifiers, Links(tokens)),
            track_by_link=TrackByLink(storage, clock, Links(tokens), track),
        ),
        payments=PaymentUseCases(
            open=OpenPayment(storage, clock, identifiers, cards, settings.split_policy),
            confirm=ConfirmPayment(storage, clock, cards, refunds, terms),
            settle=settle,
            receive_webhook=ReceiveWebhook(storage, clock, provider_events, apply_event),
            provider_events=ProviderEventLog(storage, clock, provider_events, apply_event),
            send_refunds=refunds,
            transfers=shares,
            splits=PaymentSplits(storage, clock),
            manage=ManagePayments(storage, clock, refunds),
            unsent_refunds=UnsentRefunds(storage, clock, cards),
            reconcile=reconcile,
            reconciliation_runs=runs,
            open_tip=OpenTip(storage, clock, identifiers, cards, settings.split_policy),
            settle_driver=SettleDriver(storage, clock, identifiers),
        ),
        jobs=JobUseCases(
            run=RunJob(storage, clock, handlers, luck=SystemRandom().random, alarm=log_alarm, within=within),
            worker=JobWorker(
                storage,
                clock,
                RecoverJobs(storage, clock, SystemRandom().random, log_alarm),
                notifier,
                at_once=settings.jobs_at_once,
            ),
            manage=ManageJobs(storage, clock),
            enqueue_recurring=EnqueueRecurringJobs(storage, clock),
        ),
        deliveries=DeliveryUseCases(
            steps=OrderSteps.over(storage, clock, driver_mails, terms),
            sessions=DeliverySessions(storage, clock),
            fail=FailDelivery(storage, clock, refunds, failing),
            sync=SyncOfflineActions(storage, clock, refunds, ReconcileDelivery(failing, driver_mails, terms)),
            record_mileage=RecordMileage(storage, clock),
        ),
        dispatch=DispatchUseCases(
            offers=DriverOffers(storage, clock, notifier, terms),
            reassign=ReassignOrder(storage, clock, driver_mails, terms),
            find_candidates=FindCandidates(storage, clock, terms),
            accept_offer=AcceptOrder(storage, clock, driver_mails),
        ),
        positions=PositionUseCases(
            report=positions,
            history=SeeDriverPositions(storage),
            follow=FollowDriver(storage, notifier),
            find_nearby=FindNearbyDrivers(storage),
        ),
        retention=RetentionUseCases(delete_expired=DeleteExpiredData(storage, clock, mailbox)),
        readiness=ReadinessUseCases(see=SeeReadiness(storage), check=CheckReady(storage, clock)),
        advertising=AdvertisingUseCases(see_figures=SeeAdvertisedFigures(storage, clock)),
        personal_data=PersonalDataUseCases(
            erase=ErasePerson(
                storage,
                clock,
                passwords,
                accounts.gate,
                accounts.current_user,
                accounts.fresh_user,
                mailbox,
            ),
            export=ExportData(storage, clock, proofs.show.files, settings.export_limit),
        ),
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
