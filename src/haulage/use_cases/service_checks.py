"""Check whether each service that the marketplace asks answers, for the operator."""

from collections.abc import Awaitable, Callable, Mapping

import attrs

from haulage.accounts.identities import Provider
from haulage.kernel.geo import Point
from haulage.ports.files.files import FileStore
from haulage.ports.files.virus_scan import VirusScanner
from haulage.ports.identity.social_sign_in import SocialSignIn
from haulage.ports.maps.routes import Routes
from haulage.ports.maps.weather import Forecast
from haulage.ports.messaging.email import Mailer
from haulage.ports.messaging.sms import SmsGateway
from haulage.ports.payments import CardPayments
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import JobRunner
from haulage.ports.screening import ScreeningProvider

PICKUP, DROPOFF = Point(40.7580, -73.9855), Point(40.7033, -73.9881)
"""Ours: a route in New York, where the embedded engine has its data."""


@attrs.frozen
class ServiceCheck:
    """One service: what stands for it, and a question that it answers when it works."""

    adapter: str
    ask: Callable[[], Awaitable[object]]
    """Raises ``HaulageError``: mostly ``Unavailable``."""
    simulated: bool = False


@attrs.frozen
class ServiceChecks:
    """A question for each service. None of them costs money or is seen by anybody."""

    clock: Clock
    route_engine: Routes
    forecast: Forecast
    card_provider: CardPayments
    mailer: Mailer
    sms_gateway: SmsGateway
    file_store: FileStore
    virus_scanner: VirusScanner
    screening_provider: ScreeningProvider
    providers: Mapping[Provider, SocialSignIn]
    job_runner: JobRunner

    def maps(self) -> ServiceCheck:
        engine = self.route_engine
        return ServiceCheck(_name(engine), lambda: engine.leg(PICKUP, DROPOFF, at=self.clock.now()))

    def weather(self) -> ServiceCheck:
        forecast = self.forecast
        return ServiceCheck(_name(forecast), lambda: forecast.weather(PICKUP, at=self.clock.now()))

    def cards(self) -> ServiceCheck:
        provider = self.card_provider
        return ServiceCheck(_name(provider), provider.check, provider.simulated)

    def mail(self) -> ServiceCheck:
        return ServiceCheck(_name(self.mailer), self.mailer.check)

    def sms(self) -> ServiceCheck:
        gateway = self.sms_gateway
        return ServiceCheck(_name(gateway), gateway.check, gateway.simulated)

    def files(self) -> ServiceCheck:
        return ServiceCheck(str(self.file_store), self.file_store.check)

    def virus_scan(self) -> ServiceCheck:
        """Where none is set up it answers, and is no stand-in for one."""
        scanner = self.virus_scanner
        return ServiceCheck(str(scanner), scanner.check, simulated=not scanner.is_set_up)

    def screening(self) -> ServiceCheck:
        provider = self.screening_provider
        return ServiceCheck(_name(provider), provider.check, provider.agency.simulated)

    def jobs(self) -> str:
        """What runs jobs; how they are is asked of the jobs themselves."""
        return _name(self.job_runner)

    def sign_ins(self) -> Mapping[Provider, ServiceCheck]:
        """Ids and secrets are not tried: only a person can."""
        return {name: ServiceCheck(_name(each), each.check) for name, each in self.providers.items()}


def _name(adapter: object) -> str:
    return type(adapter).__name__
