"""All the settings of one process, what follows from several of them, and how they are read."""

import os
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Literal

import attrs

from haulage.accounts import STANDARD_SESSION_TERMS
from haulage.kernel.errors import InvalidInput
from haulage.use_cases.accounts import AccountTerms
from haulage.use_cases.accounts.gate import STANDARD_ACCOUNT_LIMITS, AccountLimit
from haulage_adapters.settings.accounts import AccountSettings
from haulage_adapters.settings.browser_map import BrowserMapSettings
from haulage_adapters.settings.charging import ChargingSettings
from haulage_adapters.settings.data import DataSettings, PoolSettings
from haulage_adapters.settings.deliveries import DeliverySettings
from haulage_adapters.settings.demonstration import DemonstrationSettings
from haulage_adapters.settings.files import FileSettings
from haulage_adapters.settings.limits import LimitSettings
from haulage_adapters.settings.mail import MailSettings
from haulage_adapters.settings.offering import OfferSettings
from haulage_adapters.settings.roads import RoadSettings
from haulage_adapters.settings.serving import ProxySettings, ServingSettings
from haulage_adapters.settings.sms import SmsSettings
from haulage_adapters.settings.social import SocialSettings
from haulage_adapters.settings.stripe import StripeSettings


@attrs.frozen(slots=False)
class Settings(
    # attrs takes the fields of the last base first: people are shown the subjects from the bottom up.
    SocialSettings,
    SmsSettings,
    MailSettings,
    BrowserMapSettings,
    ProxySettings,
    AccountSettings,
    LimitSettings,
    RoadSettings,
    PoolSettings,
    FileSettings,
    ServingSettings,
    StripeSettings,
    DeliverySettings,
    OfferSettings,
    ChargingSettings,
    DemonstrationSettings,
    DataSettings,
):
    """How one process runs. Every field has its variable, and its sentence for people."""

    def __attrs_post_init__(self) -> None:
        self.check_roads()
        self.check_social()
        self.check_sms()
        self.check_stripe(test_mode=self.test_mode)

    @property
    def mode(self) -> Literal["default", "demo", "real"]:
        """``real`` begins with the first company that moves money; the demonstration never does."""
        if self.demo:
            return "demo"
        return "real" if self.stripe_is_real else "default"

    @property
    def simulates_providers(self) -> bool:
        """Whether people sign in with invented ones: only where no real one is configured."""
        return (self.demo or self.simulated_sign_in) and not self.real_providers

    @property
    def simulated_services(self) -> tuple[str, ...]:
        """Outside companies that a simulation stands in for."""
        simulated = {
            "cards": not self.stripe_is_real,
            "sms": self.sms_is_simulated,
            "sign-in": self.simulates_providers,
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
            ),
            limits={
                limit: self.limited(getattr(self, limit.value), STANDARD_ACCOUNT_LIMITS[limit].per)
                for limit in AccountLimit
            },
            mail_interval=timedelta(seconds=self.mail_interval_seconds / self.limit_factor),
            redirect_allow=self.redirect_allow,
            simulated_providers=self.simulates_providers,
        )


def variables() -> tuple[tuple[str, str, str], ...]:
    """Variable, default and meaning of every setting, for people."""
    return tuple(
        (field.metadata["variable"], _shown(field.default), field.metadata["help"])
        for field in attrs.fields(Settings)
    )


def _shown(default: object) -> str:
    match default:
        case None:
            return ""
        case bool():
            return str(int(default))
        case tuple():
            return ",".join(default)
        case _:
            return str(default)


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


def _read(variable: str, text: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise InvalidInput(variable, str(error)) from None
