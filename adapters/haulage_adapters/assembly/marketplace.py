"""The marketplace over its adapters: settings in, a ``Marketplace`` of use cases out."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from haulage.ports.maps.roads import SpeedLimits
from haulage.ports.maps.routes import Routes
from haulage.ports.payments import CardPayments
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.jobs import JobHandlers
from haulage.use_cases.addresses.facade import AddressUseCases
from haulage.use_cases.advertising import AdvertisingUseCases, SeeAdvertisedFigures
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.export_lists import ExportLists
from haulage.use_cases.ledger import LedgerUseCases, RebuildLedgerSums
from haulage.use_cases.maps import MapUseCases
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.overview import OverviewUseCases
from haulage.use_cases.readiness import CheckReady, CheckStorage, ReadinessUseCases, SeeReadiness
from haulage.use_cases.request_limits import LimitRequests
from haulage.use_cases.retention import DeleteExpiredData
from haulage.use_cases.retention.facade import RetentionUseCases
from haulage.use_cases.sales_tax import SalesTaxUseCases
from haulage.use_cases.service_checks import ServiceChecks
from haulage_adapters.assembly import (
    card_providers,
    maps,
    screening_providers,
    sms_gateways,
    social_providers,
    vin_decoders,
)
from haulage_adapters.assembly.accounts import (
    assemble_accounts,
    assemble_personal_data,
    erasure_job_handlers,
)
from haulage_adapters.assembly.audit import audit_job_handlers
from haulage_adapters.assembly.authority import assemble_authority, authority_job_handlers
from haulage_adapters.assembly.claims import assemble_claims, claim_job_handlers
from haulage_adapters.assembly.deliveries import assemble_deliveries
from haulage_adapters.assembly.dispatch import assemble_dispatch, dispatch_job_handlers
from haulage_adapters.assembly.driver_documents import (
    assemble_driver_documents,
    driver_document_job_handlers,
    virus_scanner,
)
from haulage_adapters.assembly.driver_photos import assemble_driver_photos, driver_photo_job_handlers
from haulage_adapters.assembly.drivers import assemble_drivers, driver_search
from haulage_adapters.assembly.email import assemble_email, email_job_handlers
from haulage_adapters.assembly.jobs import assemble_jobs
from haulage_adapters.assembly.ledger import ledger_job_handlers
from haulage_adapters.assembly.messaging import assemble_messaging, messaging_job_handlers
from haulage_adapters.assembly.onboarding import assemble_onboarding
from haulage_adapters.assembly.orders import assemble_orders, order_job_handlers
from haulage_adapters.assembly.parts import choose_parts
from haulage_adapters.assembly.payments import assemble_payments, payment_job_handlers
from haulage_adapters.assembly.payouts import assemble_payouts, payout_job_handlers
from haulage_adapters.assembly.positions import assemble_behaviour, assemble_positions
from haulage_adapters.assembly.proofs import assemble_proofs, proof_job_handlers
from haulage_adapters.assembly.quotes import assemble_quotes
from haulage_adapters.assembly.receipts import assemble_receipts, receipt_job_handlers
from haulage_adapters.assembly.screening import assemble_screening, fetch_report, screening_job_handlers
from haulage_adapters.assembly.tax import assemble_tax, tax_job_handlers
from haulage_adapters.assembly.training import assemble_training
from haulage_adapters.assembly.webhooks import assemble_webhooks, webhook_job_handlers
from haulage_adapters.data_folder.database_marker import require_not_lost
from haulage_adapters.data_folder.permissions import make_data_folder
from haulage_adapters.limits.in_process import InProcessLimits
from haulage_adapters.notifier import open_notifier
from haulage_adapters.settings import Settings
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.system.identifiers import RandomIdentifiers


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
        async with maps.open_routes(settings) as routes, maps.open_limits(settings) as limits:
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
                await opened.orders.follow.streams.aclose()
                await social_providers.close(opened.accounts.social.providers)
                await card_providers.close(opened.payments.open.cards)
                await screening_providers.close(opened.screening.order.provider)
                await sms_gateways.close(opened.messaging.send_sms.gateway)
                await vin_decoders.close(opened.onboarding.check_vin.decoder)


def assemble(
    settings: Settings,
    storage: SqlStorage,
    clock: Clock,
    identifiers: Identifiers,
    routes: Routes,
    cards: CardPayments | None = None,
    limits: SpeedLimits | None = None,
    payouts: DriverPayouts | None = None,
) -> Marketplace:
    """Join ports and use cases; tests pass a clock, identifiers, routes, cards and payouts of their own."""
    parts = choose_parts(
        settings, storage, clock, identifiers, routes, cards=cards, limits=limits, payouts=payouts
    )
    authority = assemble_authority(parts)
    accounts, email = assemble_accounts(parts), assemble_email(parts)
    behaviour = assemble_behaviour(parts)
    positions = assemble_positions(parts, behaviour)
    checks = fetch_report(parts)
    payments = assemble_payments(parts)
    payouts_of_drivers = assemble_payouts(parts, accounts)
    proofs = assemble_proofs(parts)
    claims = assemble_claims(parts, proofs, payments)
    receipts = assemble_receipts(parts)
    orders = assemble_orders(parts, payments, proofs)
    messaging = assemble_messaging(parts, orders)
    screening = assemble_screening(parts, checks)
    webhooks = assemble_webhooks(parts, payments, payouts_of_drivers, checks)
    search, documents = driver_search(parts), assemble_driver_documents(parts)
    quotes = assemble_quotes(parts, authority.check_trip.trips, search)
    handlers: JobHandlers = {
        **audit_job_handlers(parts),
        **authority_job_handlers(authority),
        **claim_job_handlers(claims),
        **dispatch_job_handlers(parts),
        **driver_document_job_handlers(parts, documents),
        **driver_photo_job_handlers(parts),
        **email_job_handlers(email, accounts),
        **erasure_job_handlers(parts),
        **ledger_job_handlers(parts),
        **messaging_job_handlers(parts, messaging),
        **order_job_handlers(parts, payments, proofs),
        **payment_job_handlers(parts, payments),
        **payout_job_handlers(payouts_of_drivers),
        **proof_job_handlers(proofs),
        **receipt_job_handlers(receipts),
        **screening_job_handlers(screening),
        **tax_job_handlers(parts),
        **webhook_job_handlers(webhooks),
    }
    jobs = assemble_jobs(parts, handlers)
    return Marketplace(
        clock=clock,
        storage=storage,
        limit_requests=LimitRequests(InProcessLimits(clock, settings.rate_limits)),
        accounts=accounts,
        addresses=AddressUseCases(storage, clock, identifiers),
        advertising=AdvertisingUseCases(SeeAdvertisedFigures(storage, clock)),
        audit=AuditUseCases(storage),
        authority=authority,
        behaviour=behaviour,
        claims=claims,
        deliveries=assemble_deliveries(parts, payments),
        dispatch=assemble_dispatch(parts),
        drivers=assemble_drivers(parts, positions, search),
        driver_documents=documents,
        driver_photos=assemble_driver_photos(parts, proofs, orders.track_by_link),
        email=email,
        export_lists=ExportLists(
            storage,
            clock,
            AuditUseCases(storage),
            accounts.people,
            orders.admin,
            claims.decide,
            payments.splits,
            payments.reconcile,
            behaviour.contests,
            jobs.manage,
        ),
        jobs=jobs,
        ledger=LedgerUseCases(storage),
        rebuild_ledger_sums=RebuildLedgerSums(storage, clock),
        maps=MapUseCases(parts.places, routes, clock, parts.area),
        messaging=messaging,
        onboarding=assemble_onboarding(parts),
        orders=orders,
        overview=OverviewUseCases(storage, clock),
        payments=payments,
        payouts=payouts_of_drivers,
        personal_data=assemble_personal_data(parts, accounts),
        positions=positions,
        proofs=proofs,
        quotes=quotes,
        readiness=ReadinessUseCases(
            see=SeeReadiness(storage),
            check=CheckReady(storage, clock),
            check_storage=CheckStorage(storage),
            services=ServiceChecks(
                clock,
                routes,
                quotes.request.price.forecast,
                card_providers.provider_of(parts.cards),
                parts.mailer,
                messaging.send_sms.gateway,
                parts.files,
                virus_scanner(settings),
                parts.screening,
                accounts.social.providers,
                jobs.worker,
            ),
        ),
        receipts=receipts,
        retention=RetentionUseCases(DeleteExpiredData(storage, clock, parts.mailbox)),
        sales_tax=SalesTaxUseCases(storage, clock, identifiers, parts.tax_places),
        screening=screening,
        tax=assemble_tax(parts, proofs),
        training=assemble_training(parts),
        webhooks=webhooks,
    )
