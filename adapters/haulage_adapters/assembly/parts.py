"""What the capabilities are assembled from: the ports, each with the adapter that the settings choose."""

import attrs

from haulage.ports.files.files import FileStore
from haulage.ports.identity.passwords import Passwords
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.ports.maps.places import Places
from haulage.ports.maps.roads import SpeedLimits
from haulage.ports.maps.routes import Routes
from haulage.ports.messaging.email import EmailTemplates, Mailer
from haulage.ports.payments import CardPayments
from haulage.ports.payouts import DriverPayouts
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.screening import ScreeningProvider
from haulage.ports.storage.sales_tax import TaxPlaces
from haulage.ports.storage.unit_of_work import Storage
from haulage.service_area import ServiceArea
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.payments.payout_emails import PayoutEmails
from haulage.use_cases.arrival_estimates import Forecasts
from haulage.use_cases.dispatch import DriverEmails
from haulage_adapters.assembly import card_providers, maps, payout_providers, screening_providers
from haulage_adapters.assembly.file_stores import file_store
from haulage_adapters.assembly.mailers import mailer
from haulage_adapters.email_outbox.outbox import FileOutbox
from haulage_adapters.email_templates import MjmlTemplates
from haulage_adapters.embedded import service_area
from haulage_adapters.embedded.tax_places import EmbeddedTaxPlaces
from haulage_adapters.passwords_argon2 import Argon2Passwords
from haulage_adapters.paused_cards import PausedCards
from haulage_adapters.paused_payouts import PausedPayouts
from haulage_adapters.settings import Settings
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.taxpayer_vault import SealingVault, vault_keys
from haulage_adapters.tokens_jose import JoseTokens, Seal


@attrs.frozen
class Parts:
    """Made once; whatever holds a connection or a cache is shared by all who ask for it."""

    settings: Settings
    storage: Storage
    clock: Clock
    identifiers: Identifiers
    notifier: Notifier
    routes: Routes
    limits: SpeedLimits
    places: Places
    tax_places: TaxPlaces
    area: ServiceArea
    forecasts: Forecasts
    cards: CardPayments
    payouts: DriverPayouts
    passwords: Passwords
    seal: Seal
    tokens: JoseTokens
    vault: TaxpayerVault
    templates: EmailTemplates
    mailer: Mailer
    files: FileStore
    screening: ScreeningProvider

    @property
    def mailbox(self) -> FileOutbox | None:
        """Where mails can be read that went nowhere else; None when a mail server has them."""
        return self.mailer if isinstance(self.mailer, FileOutbox) else None

    @property
    def order_emails(self) -> OrderEmails:
        return OrderEmails(self.identifiers, self.templates, self.settings.public_url)

    @property
    def driver_emails(self) -> DriverEmails:
        return DriverEmails(self.order_emails)

    @property
    def payout_emails(self) -> PayoutEmails:
        return PayoutEmails(self.templates, self.settings.public_url)

    @property
    def is_real(self) -> bool:
        """Whether real money is taken."""
        return self.settings.mode == "real"


def choose_parts(
    settings: Settings,
    storage: SqlStorage,
    clock: Clock,
    identifiers: Identifiers,
    routes: Routes,
    *,
    cards: CardPayments | None,
    payouts: DriverPayouts | None,
    limits: SpeedLimits | None,
) -> Parts:
    """What is None is chosen by the settings."""
    seal = Seal(settings.secret_key, settings.previous_secrets)
    places = maps.places(settings.data)
    cards = cards or card_providers.cards(settings)
    payouts = payouts or payout_providers.payouts(settings, cards, clock)
    return Parts(
        settings=settings,
        storage=storage,
        clock=clock,
        identifiers=identifiers,
        notifier=storage.notifier,
        routes=routes,
        limits=limits or maps.limits_at_hand(settings),
        places=places,
        tax_places=EmbeddedTaxPlaces(places),
        area=service_area.load(settings.service_area),
        forecasts=Forecasts(routes, settings.drivers_speed),
        cards=PausedCards(cards, storage),
        payouts=PausedPayouts(payouts, storage),
        passwords=Argon2Passwords(),
        seal=seal,
        tokens=JoseTokens(storage, clock, identifiers, issuer=f"{settings.public_url}/auth/v1", seal=seal),
        vault=SealingVault(vault_keys(settings)),
        templates=MjmlTemplates(settings.public_url),
        mailer=mailer(settings, clock),
        files=file_store(settings),
        screening=screening_providers.provider(settings, clock),
    )
