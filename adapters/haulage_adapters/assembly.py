"""The one place that names adapters: settings in, a marketplace of use cases out."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from random import SystemRandom
from typing import Any, TypeAlias

from haulage.jobs import JobKind
from haulage.kernel.errors import InvalidInput
from haulage.matching import GridFleet
from haulage.payments.provider_event import EventKind
from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.ports.identifiers import Identifiers
from haulage.ports.jobs import JobHandler, JobHandlers, JobRunner
from haulage.ports.mail import Mailer, MailTemplates
from haulage.ports.maps import Routes
from haulage.ports.payments import CardPayments
from haulage.ports.roads import SpeedLimits
from haulage.ports.storage import Storage
from haulage.ports.tokens import Tokens
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.auditing import AuditDesk
from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.deliveries import (
    CatchUp,
    DeliveryDesk,
    FailDelivery,
    Failing,
    ReplayActions,
    WatchCircles,
)
from haulage.use_cases.dispatching import (
    DriverMails,
    FindCandidates,
    MoveOfferOn,
    OfferDesk,
    ReassignOrder,
    RingingStorage,
)
from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driving import DriverDesk, driving
from haulage.use_cases.drivers.finding_drivers import FindDrivers, FleetFeed
from haulage.use_cases.drivers.forecasting import Forecasts
from haulage.use_cases.drivers.updating import UpdateProfile
from haulage.use_cases.jobs import JobDesk, RunJob
from haulage.use_cases.keeping_house import KeepHouse
from haulage.use_cases.mailing import DeliverMail, MailDesk
from haulage.use_cases.map_desk import MapDesk
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.messaging import MessageDesk
from haulage.use_cases.messaging.announcing import AnnounceOrder, Announcer, WatchArrival
from haulage.use_cases.messaging.hearing_texts import HearTexts
from haulage.use_cases.messaging.texting import SendSms
from haulage.use_cases.money.disputes import ApplyDispute
from haulage.use_cases.money.hearing import ApplyEvent, HearProvider
from haulage.use_cases.money.ledger_desk import LedgerDesk
from haulage.use_cases.money.paying import ConfirmPayment, OpenPayment
from haulage.use_cases.money.refunding import PaymentDesk
from haulage.use_cases.money.refunds import SendRefunds
from haulage.use_cases.money.sales_taxes import ConfirmedTaxes, DemonstrationTaxes
from haulage.use_cases.money.settling import SettlePayment
from haulage.use_cases.money.shares import SendShares
from haulage.use_cases.money.splits import SplitDesk
from haulage.use_cases.money.stuck_payments import SettleStuckPayment
from haulage.use_cases.money.tax_desk import TaxDesk
from haulage.use_cases.money.tipping import OpenTip
from haulage.use_cases.orders.booked import BookedOrders
from haulage.use_cases.orders.booking import BookOrder, CancelOrder
from haulage.use_cases.orders.following import ListOrders, SeeOrder
from haulage.use_cases.orders.order_mails import OrderMails
from haulage.use_cases.orders.overseeing import OverseeOrders
from haulage.use_cases.orders.quoting import CalculateFare, RequestQuote, SeeQuote
from haulage.use_cases.orders.rating import RateOrder
from haulage.use_cases.orders.reports import ReportDesk
from haulage.use_cases.orders.rescheduling import RescheduleOrder
from haulage.use_cases.orders.sharing import Links, ShareTracking, TrackByLink
from haulage.use_cases.orders.tracking import TrackOrder
from haulage.use_cases.orders.unpaid_orders import CancelUnpaidOrder
from haulage.use_cases.orders.watching import FollowOrder
from haulage.use_cases.personal_data import PersonalData
from haulage.use_cases.positions import (
    FindNearbyDrivers,
    FollowDriver,
    RecordPositions,
    ReportPositions,
    SeeDriverPositions,
)
from haulage.use_cases.proofs import ProofDesk
from haulage.use_cases.receipts import (
    Documents,
    IssueMissingReceipts,
    MailReceipt,
    PaymentHistory,
    ReceiptDesk,
    SeeConfirmation,
    SeeReceipt,
)
from haulage_adapters import card_providers, demonstration, engines, sms_gateways, social_providers
from haulage_adapters.bells import open_bells
from haulage_adapters.bells.in_process import AsyncioBell, InProcessBells
from haulage_adapters.documents_typst import TypstPrinter
from haulage_adapters.embedded.fair_weather import FairWeather
from haulage_adapters.embedded.tax_places import EmbeddedTaxPlaces
from haulage_adapters.file_stores import file_store
from haulage_adapters.images_pillow import PillowPictures
from haulage_adapters.jobs_dbos import tables as jobs_dbos_tables
from haulage_adapters.jobs_dbos.line import DbosLine
from haulage_adapters.jobs_dbos.runner import DbosJobs
from haulage_adapters.jobs_in_process import InProcessJobs
from haulage_adapters.limits.in_process import InProcessLimits
from haulage_adapters.mail_delivery.worker import deliver_forever
from haulage_adapters.mail_outbox.outbox import FileOutbox
from haulage_adapters.mail_templates import MjmlTemplates
from haulage_adapters.passkeys_webauthn import WebAuthnCeremonies
from haulage_adapters.passwords_argon2 import Argon2Passwords
from haulage_adapters.rooms import Rooms
from haulage_adapters.rooms.joint_looks import JointLooks
from haulage_adapters.settings import RoutesEngine, Settings
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.stripe_simulator import wanted
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.identifiers import RandomIdentifiers
from haulage_adapters.telephone_dialer import OwnTelephone
from haulage_adapters.tokens_jose import JoseProofSeals, JoseTokens
from haulage_adapters.totp_pyotp import TotpPasswords


async def upgrade_database(settings: Settings) -> None:
    """Bring the database to the newest schema, making the data folder first."""
    make_data_folder(settings)
    await migrations.upgrade(settings.database_url)


async def upgrade_job_tables(settings: Settings) -> None:
    """Bring the tables of whoever does our jobs up to date too; servers and workers do so at their start,
    if their rights suffice."""
    await asyncio.to_thread(jobs_dbos_tables.upgrade, settings.database_url)


async def database_revisions(settings: Settings) -> tuple[str | None, str | None]:
    """The revision that the database is at, and the one that this release needs."""
    return await migrations.current(settings.database_url), migrations.newest()


def make_data_folder(settings: Settings) -> None:
    """The folder that holds everything we write; ``InvalidInput`` when it cannot be one."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput("data", f"{settings.data} cannot be a folder: {error.strerror}") from None


DemonstrationSignIns: TypeAlias = demonstration.DemonstrationSignIns
"""Who can sign in to the demonstration."""


SimulatedStripe: TypeAlias = wanted.SimulatedStripe
"""How an operator wants the simulated Stripe."""


def simulate_stripe(order: SimulatedStripe) -> None:
    """Speak like Stripe on this machine until SIGTERM or Ctrl-C."""
    wanted.simulate_stripe(order)


async def seed_demonstration(
    marketplace: Marketplace, settings: Settings, report: demonstration.Report = demonstration.quiet
) -> DemonstrationSignIns:
    """Fill the marketplace with invented people and orders; a second time changes nothing."""
    return await demonstration.seed_demonstration(marketplace, settings, report)


def background_work(settings: Settings, marketplace: Marketplace) -> list[Coroutine[Any, Any, None]]:
    """What a server process runs beside its requests, for as long as it lives."""
    work = [
        engines.prepare_places(marketplace.map_desk.places),
        deliver_forever(marketplace.deliver_mail, marketplace.accounts.answer_mail_wishes),
        marketplace.job_runner.run_forever(marketplace.run_job),
    ]
    if settings.demo:
        work.append(demonstration.run_demonstration(marketplace, settings.drivers_speed))
    return work


@asynccontextmanager
async def open_marketplace(settings: Settings) -> AsyncIterator[Marketplace]:
    """A marketplace over an upgraded database; leaving the context closes every connection."""
    make_data_folder(settings)
    engine = open_engine(settings.database_url, connections=settings.database_pool)
    mail_bell, clock = AsyncioBell(), SystemClock()
    line = DbosLine(clock)
    storage = SqlStorage(engine, mail_added=mail_bell.ring, dispatch=line.dispatch)
    runner = DbosJobs(settings.database_url, storage, clock, line)
    try:
        async with (
            engines.open_routes(settings) as routes,
            engines.open_limits(settings) as limits,
            open_bells(settings.database_url) as bells,
        ):
            opened = assemble(
                settings,
                storage,
                clock,
                RandomIdentifiers(),
                routes,
                mail_bell,
                job_runner=runner,
                bells=bells,
                limits=limits,
            )
            try:
                yield opened
            finally:
                await opened.follow_order.rooms.aclose()
                await social_providers.close(opened.accounts.social.providers)
                await card_providers.close(opened.open_payment.cards)
                await sms_gateways.close(opened.send_sms.gateway)
    finally:
        await storage.aclose()


def assemble(
    settings: Settings,
    storage: Storage,
    clock: Clock,
    identifiers: Identifiers,
    routes: Routes,
    mail_bell: AsyncioBell | None = None,
    cards: CardPayments | None = None,
    job_runner: JobRunner | None = None,
    bells: OrderBells | None = None,
    limits: SpeedLimits | None = None,
) -> Marketplace:
    """Join ports and use cases; tests pass a clock, identifiers, routes and cards of their own."""
    bells = bells or InProcessBells()
    kept, storage = storage, RingingStorage(storage, bells)
    terms = settings.offer_terms
    cards = cards or card_providers.cards(settings)
    tokens = JoseTokens(
        storage,
        clock,
        identifiers,
        issuer=f"{settings.public_url}/auth/v1",
        secret_key=settings.secret_key,
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
        bells,
        heard=[WatchCircles(clock, settings.geofence)],
        kept=[RecordPositions(behaviour.record)],
    )
    settle = SettlePayment(storage, clock, cards, bells, refunds, terms)
    templates = MjmlTemplates(settings.public_url)
    order_mails = OrderMails(identifiers, templates, settings.public_url)
    driver_mails = DriverMails(order_mails)
    receipts = _receipts(settings, storage, clock, identifiers, tokens, templates)
    shares = SendShares(storage, clock, cards)
    apply_event = ApplyEvent(
        storage, clock, cards, bells, refunds, {EventKind.DISPUTE: ApplyDispute(clock)}, terms
    )
    proofs = ProofDesk.over(
        storage,
        clock,
        identifiers,
        bells,
        tokens,
        JoseProofSeals(storage, clock, identifiers, secret_key=settings.secret_key),
        file_store(settings),
        PillowPictures(),
    )
    forecasts = Forecasts(routes, settings.drivers_speed)
    announcer = Announcer(identifiers, settings.public_url)
    watch = WatchArrival(storage, clock, forecasts, announcer)
    texts = SendSms(storage, clock, sms_gateways.gateway(settings, clock), sms_gateways.patience(settings))
    handlers: JobHandlers = {
        JobKind.APPLY_PROVIDER_EVENT: JobHandler(apply_event),
        JobKind.CANCEL_UNPAID_ORDER: JobHandler(CancelUnpaidOrder(storage, clock, cards, bells, settle)),
        JobKind.MOVE_OFFER_ON: JobHandler(MoveOfferOn(storage, clock, terms)),
        JobKind.SEND_REFUND: JobHandler(refunds.of_refund),
        JobKind.SEND_SHARE: JobHandler(shares.of_split),
        JobKind.TAKE_BACK_SHARE: JobHandler(shares.of_reversal),
        JobKind.SETTLE_PAYMENT: JobHandler(SettleStuckPayment(storage, clock, settle)),
        JobKind.MAIL_RECEIPT: JobHandler(receipts.mail.of_receipt),
        JobKind.REMOVE_PHOTO: JobHandler(proofs.remove_photo),
        JobKind.SEND_SMS: JobHandler(texts),
        JobKind.ANNOUNCE_ORDER: JobHandler(AnnounceOrder(storage, clock, announcer)),
        JobKind.WATCH_START: JobHandler(watch.of_start),
        JobKind.WATCH_ARRIVAL: JobHandler(watch.of_journey),
    }
    failing = Failing(order_mails)
    track = TrackOrder(storage, clock, forecasts, proofs)
    passwords = Argon2Passwords()
    places = engines.places(settings.data)
    tax_desk = TaxDesk(storage, clock, identifiers, EmbeddedTaxPlaces(places))
    # Where real money is taken, only rates that an operator has confirmed are (OP-16).
    taxes = ConfirmedTaxes(storage, tax_desk.places) if settings.mode == "real" else DemonstrationTaxes()
    mailer = _mailer(settings, clock)
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
        storage=kept,
        limits=InProcessLimits(clock, settings.rate_limits),
        mail_templates=templates,
        deliver_mail=DeliverMail(
            storage, clock, mailer, luck=SystemRandom().random, bell=mail_bell or AsyncioBell()
        ),
        mail_desk=MailDesk(storage, clock),
        provider_page=provider_page,
        mailbox=mailer if isinstance(mailer, FileOutbox) else None,
        map_desk=MapDesk(places, routes, clock),
        accounts=accounts,
        price_policy=settings.price_policy,
        calculate_fare=CalculateFare(clock, taxes),
        request_quote=RequestQuote(storage, clock, identifiers, routes, FairWeather(), taxes),
        see_quote=SeeQuote(storage),
        find_drivers=FindDrivers(
            storage, clock, routes, FleetFeed(storage, GridFleet()), fallback=engines.display_routes()
        ),
        book_order=BookOrder(storage, clock, identifiers, settings.price_policy),
        reschedule_order=RescheduleOrder(storage, clock, bells, terms),
        rate_order=RateOrder(storage, clock, bells),
        cancel_order=CancelOrder(storage, clock, cards, bells, refunds, settle),
        open_payment=OpenPayment(storage, clock, identifiers, cards, settings.split_policy),
        confirm_payment=ConfirmPayment(storage, clock, cards, bells, refunds, terms),
        settle_payment=settle,
        hear_provider=HearProvider(storage, clock, card_providers.events(settings), apply_event),
        hear_texts=HearTexts(storage, clock, sms_gateways.events(settings), settings.public_url),
        send_sms=texts,
        send_refunds=refunds,
        receipts=receipts,
        send_shares=shares,
        split_desk=SplitDesk(storage, clock),
        payment_desk=PaymentDesk(storage, clock, refunds),
        open_tip=OpenTip(storage, clock, identifiers, cards, settings.split_policy),
        run_job=RunJob(storage, clock, handlers, luck=SystemRandom().random),
        job_runner=job_runner or InProcessJobs(),
        job_desk=JobDesk(storage, clock),
        see_order=SeeOrder(storage),
        list_orders=ListOrders(storage),
        oversee_orders=OverseeOrders(storage),
        booked_orders=BookedOrders(storage),
        follow_order=FollowOrder(Rooms(JointLooks(storage), bells, clock, track), bells),
        track_order=track,
        report_desk=ReportDesk(storage, clock, bells, refunds, order_mails),
        share_tracking=ShareTracking(storage, clock, identifiers, bells, Links(tokens)),
        track_by_link=TrackByLink(storage, clock, Links(tokens), track),
        driving=driving(storage, clock, bells, driver_mails, terms),
        offer_desk=OfferDesk(storage, clock, bells, terms),
        reassign_order=ReassignOrder(storage, clock, bells, driver_mails, terms),
        find_candidates=FindCandidates(storage, clock, terms),
        proofs=proofs,
        messages=MessageDesk.over(
            storage, clock, identifiers, track, OwnTelephone(), settings.message_limits
        ),
        delivery_desk=DeliveryDesk(storage, clock, bells),
        fail_delivery=FailDelivery(storage, clock, bells, refunds, failing),
        replay_actions=ReplayActions(storage, clock, bells, refunds, CatchUp(failing, driver_mails, terms)),
        driver_desk=DriverDesk(storage, clock, positions),
        update_profile=UpdateProfile(storage, clock),
        driver_jobs=DriverJobs(storage, clock),
        report_positions=positions,
        driver_positions=SeeDriverPositions(storage),
        follow_driver=FollowDriver(storage, bells),
        find_nearby_drivers=FindNearbyDrivers(storage),
        audit_desk=AuditDesk(storage),
        behaviour=behaviour,
        ledger_desk=LedgerDesk(storage),
        tax_desk=tax_desk,
        keep_house=KeepHouse(storage, clock),
        personal_data=PersonalData(
            storage, clock, passwords, accounts.gate, accounts.current_user, proofs.show
        ),
    )


def _receipts(
    settings: Settings,
    storage: Storage,
    clock: Clock,
    identifiers: Identifiers,
    tokens: Tokens,
    templates: MailTemplates,
) -> ReceiptDesk:
    documents = Documents(storage, clock, tokens, TypstPrinter(settings.public_url))
    return ReceiptDesk(
        see=SeeReceipt(storage),
        see_confirmation=SeeConfirmation(storage),
        history=PaymentHistory(storage, clock),
        documents=documents,
        mail=MailReceipt(storage, clock, identifiers, templates, documents, settings.public_url),
        issue_missing=IssueMissingReceipts(storage, clock),
    )


def _mailer(settings: Settings, clock: Clock) -> Mailer:
    """The configured mail server; the outbox only where there is none and never because one failed."""
    if settings.smtp is None:
        return FileOutbox(settings.outbox_file)
    if settings.mail_from is None:
        raise InvalidInput("HAULAGE_MAIL_FROM", "is needed with HAULAGE_SMTP_URL")
    from haulage_adapters.mail_smtp.mailer import SmtpMailer

    return SmtpMailer(settings.smtp, settings.mail_from, clock)
