"""All the settings of one process, what follows from several of them, and how they are read."""

import os
from collections.abc import Callable, Mapping
from datetime import timedelta
from difflib import get_close_matches
from typing import Any, Literal

import attrs

from haulage.accounts import STANDARD_SESSION_TERMS
from haulage.accounts.session import SessionEnds
from haulage.kernel.errors import InvalidInput
from haulage.use_cases.accounts import AccountTerms
from haulage.use_cases.accounts.auth_rate_limits import STANDARD_ACCOUNT_LIMITS, AccountLimit
from haulage_adapters.settings.accounts import AccountSettings
from haulage_adapters.settings.audit import AuditSettings
from haulage_adapters.settings.browser_map import BrowserMapSettings
from haulage_adapters.settings.charging import ChargingSettings
from haulage_adapters.settings.data import DataSettings, PoolSettings
from haulage_adapters.settings.deliveries import DeliverySettings
from haulage_adapters.settings.demonstration import DemonstrationSettings
from haulage_adapters.settings.dispatch import OfferSettings
from haulage_adapters.settings.email import EmailSettings
from haulage_adapters.settings.files import FileSettings
from haulage_adapters.settings.limits import LimitSettings
from haulage_adapters.settings.onboarding import OnboardingSettings
from haulage_adapters.settings.roads import RoadSettings, RoutesEngine
from haulage_adapters.settings.screening import ScreeningSettings
from haulage_adapters.settings.serving import ProxySettings, ServingSettings
from haulage_adapters.settings.sms import SmsSettings
from haulage_adapters.settings.social import SocialSettings
from haulage_adapters.settings.stripe import StripeSettings
from haulage_adapters.settings.tax import TaxSettings
from haulage_adapters.settings.training import TrainingSettings

DEVELOPMENT_PAGES = "http://localhost:3000/**"
"""Where pages are served from while they are written."""

PREFIX = "HAULAGE_"
NO_SETTINGS = ("HAULAGE_AS", "HAULAGE_SKIP_UI", "HAULAGE_TEST_")
"""What commands, builds and tests read by themselves; the last begins several names."""


@attrs.frozen(slots=False)
class Settings(
    # attrs takes the fields of the last base first: people are shown the subjects from the bottom up.
    AuditSettings,
    SocialSettings,
    SmsSettings,
    EmailSettings,
    BrowserMapSettings,
    ProxySettings,
    AccountSettings,
    LimitSettings,
    RoadSettings,
    PoolSettings,
    FileSettings,
    ServingSettings,
    TaxSettings,
    StripeSettings,
    DeliverySettings,
    OfferSettings,
    TrainingSettings,
    ScreeningSettings,
    OnboardingSettings,
    ChargingSettings,
    DemonstrationSettings,
    DataSettings,
):
    """How one process runs. Every field has its variable, and its sentence for people."""

    def __attrs_post_init__(self) -> None:
        self.check_roads()
        self.check_social()
        self.check_sms()
        self.check_stripe()
        self.check_audit_heads(self.data.absolute())
        self.check_ages()
        self.check_screening()
        self.check_demonstration()

    @property
    def mode(self) -> Literal["default", "demo", "real"]:
        """``real`` begins with the first company that moves money or checks people; the demonstration never
        does."""
        if self.demo:
            return "demo"
        return "real" if self.stripe_is_real or not self.screening_is_simulated else "default"

    @property
    def allowed_redirects(self) -> tuple[str, ...]:
        """Where sign-ins may lead beside the server; to localhost only while this is tried out."""
        if self.redirect_allow is not None:
            return self.redirect_allow
        in_earnest = self.mode == "real" or self.public_url.startswith("https://")
        return () if in_earnest else (DEVELOPMENT_PAGES,)

    @property
    def real_services(self) -> tuple[str, ...]:
        """Variables by which companies outside are configured that send, charge, keep or vouch for people.

        What only draws maps or finds ways is none of them, and neither is a server on this machine.
        """
        configured = {
            "HAULAGE_STRIPE_SECRET_KEY": self.stripe_is_real,
            "HAULAGE_CHECKR_API_KEY": not self.screening_is_simulated,
            "HAULAGE_TWILIO_ACCOUNT_SID": not self.sms_is_simulated,
            "HAULAGE_SMTP_URL": self.mail_leaves_the_machine,
            "HAULAGE_GOOGLE_CLIENT_ID": "google" in self.real_providers,
            "HAULAGE_FACEBOOK_CLIENT_ID": "facebook" in self.real_providers,
            "HAULAGE_FILES": self.files_leave_the_machine,
        }
        return tuple(name for name, real in configured.items() if real)

    def check_demonstration(self) -> None:
        """Invented people reach nobody, and test pages spend nothing (OP-60)."""
        if self.demo and self.real_services:
            raise InvalidInput(
                "HAULAGE_DEMO", f"cannot be on beside real outside services: {', '.join(self.real_services)}"
            )

    @property
    def simulates_providers(self) -> bool:
        """Whether people sign in with invented ones: only where no real one is configured."""
        return (self.demo or self.simulated_sign_in) and not self.real_providers

    @property
    def simulated_services(self) -> tuple[str, ...]:
        """What is simulated here of all that outside companies and authorities do; people read each by its
        name in ``ui/src/app/SimulatedServices.tsx``."""
        simulated = {
            "cards": not self.stripe_is_real,
            "payouts": not self.stripe_is_real,
            "sales tax": self.mode != "real",
            "screening": self.screening_is_simulated,
            "mail": self.smtp is None,
            "sms": self.sms_is_simulated,
            "sign-in": self.simulates_providers,
            "speed limits": self.demo and self.routes_engine is not RoutesEngine.VALHALLA,
        }
        return tuple(name for name, stands_in in simulated.items() if stands_in)

    @property
    def account_terms(self) -> AccountTerms:
        """How accounts are run; the demonstration's addresses need no mail."""
        return AccountTerms(
            site=self.public_url,
            autoconfirm=self.autoconfirm or self.demo,
            secure_email_change=self.secure_email_change,
            sessions=attrs.evolve(
                STANDARD_SESSION_TERMS,
                refresh_reuse_interval=timedelta(seconds=self.refresh_reuse_seconds),
                ends=SessionEnds(
                    longest=timedelta(days=self.session_days), idle=timedelta(days=self.session_idle_days)
                ),
                admin_ends=SessionEnds(
                    longest=timedelta(hours=self.admin_session_hours),
                    idle=timedelta(minutes=self.admin_session_idle_minutes),
                ),
            ),
            limits={
                limit: self.limited(getattr(self, limit.value), STANDARD_ACCOUNT_LIMITS[limit].per)
                for limit in AccountLimit
            },
            mail_interval=timedelta(seconds=self.mail_interval_seconds / self.limit_factor),
            redirect_allow=self.allowed_redirects,
            admins_need_second_factor=self.mode == "real",
            simulated_providers=self.simulates_providers,
        )


def read_settings(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from the environment; what is *given* and not None wins.

    Raises ``InvalidInput`` naming the variable whose value cannot be read.
    """
    source = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for field in attrs.fields(Settings):
        variable = field.metadata["variable"]
        if given.get(field.name) is not None:
            values[field.name] = given[field.name]
        elif variable in source:
            values[field.name] = _read(variable, source[variable], field.metadata["read"])
    return Settings(**values)


def unknown_variables(environment: Mapping[str, str] | None = None) -> dict[str, str | None]:
    """Variables that look like settings and are none, each with the nearest setting."""
    known = [field.metadata["variable"] for field in attrs.fields(Settings)]
    given = sorted(os.environ if environment is None else environment)
    unknown = (name for name in given if name.startswith(PREFIX) and not name.startswith(NO_SETTINGS))
    return {
        name: next(iter(get_close_matches(name, known, n=1)), None) for name in unknown if name not in known
    }


def _read(variable: str, text: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise InvalidInput(variable, str(error)) from None
