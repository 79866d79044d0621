"""Settings: read once from ``HAULAGE_...`` variables, listed by ``haulage check`` and the README."""

import os
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.limits import Limited
from haulage.use_cases.accounts import AccountTerms
from haulage.use_cases.accounts.gate import STANDARD_ACCOUNT_LIMITS, AccountLimit
from haulage.use_cases.booking import PricePolicy
from haulage_adapters.browser_map import origin_of, read_google_key, read_hosts, read_style_url
from haulage_adapters.mail_smtp.server import Sender, SmtpServer, read_sender, read_server

YES, NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


def _flag(text: str) -> bool:
    lowered = text.strip().lower()
    if lowered in YES:
        return True
    if lowered in NO:
        return False
    raise ValueError("must be 1 or 0")


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError("must be between 0 and 1")
    return value


def _speed(text: str) -> float:
    value = float(text)
    if not 1 <= value <= 60:
        raise ValueError("must be between 1 and 60")
    return value


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError("must be a whole number above 0")
    return value


def _factor(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1_000_000:
        raise ValueError("must be above 0 and at most 1000000")
    return value


def _count(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 10:
        raise ValueError("must be a whole number from 0 to 10")
    return value


def _patterns(text: str) -> tuple[str, ...]:
    patterns = tuple(part.strip() for part in text.split(",") if part.strip())
    if not all(pattern.startswith(("http://", "https://")) for pattern in patterns):
        raise ValueError("must be addresses that begin with http:// or https://, separated by commas")
    return patterns


def _address(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    return text.rstrip("/")


def _server(text: str) -> str:
    """The address of a server that is asked: scheme, host, and a path if it has one."""
    address = _address(text)
    try:
        parts = urlsplit(address)
        whole = bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.query or parts.fragment:
        raise ValueError("must be the address of a server, such as http://127.0.0.1:5000")
    return address


def _budget(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 10:
        raise ValueError("must be seconds between 0.1 and 10")
    return value


def _cached(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 100_000:
        raise ValueError("must be a whole number from 0 to 100000")
    return value


def _one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    def read(text: str) -> StrEnum:
        if text not in set(kind):
            raise ValueError(f"must be one of {', '.join(kind)}")
        return kind(text)

    return read


def _policy(text: str) -> PricePolicy:
    try:
        return PricePolicy(text)
    except ValueError:
        raise ValueError(f"must be one of {', '.join(PricePolicy)}") from None


def _setting(default: Any, variable: str, read: Callable[[str], Any], help: str) -> Any:  # noqa: A002 - what it is
    return attrs.field(default=default, metadata={"variable": variable, "read": read, "help": help})


class RoutesEngine(StrEnum):
    """What finds ways: our own estimate, or an engine with a street map."""

    EMBEDDED = "embedded"
    OSRM = "osrm"
    VALHALLA = "valhalla"


class RoutesTraffic(StrEnum):
    """Whether the engine knows the traffic of the hour, or the table of hours is put on its times."""

    FREE_FLOW = "free_flow"
    LIVE = "live"


@attrs.frozen
class Settings:
    """How one process runs. Every field has its variable, and its sentence for people."""

    data: Path = _setting(
        Path("haulage-data"), "HAULAGE_DATA", Path, "Folder for everything that the server writes."
    )
    database: str | None = _setting(
        None,
        "HAULAGE_DATABASE",
        str,
        "Database, such as postgresql+psycopg://user@host/name; without it SQLite in the data folder.",
    )
    demo: bool = _setting(
        False, "HAULAGE_DEMO", _flag, "Seed and run the demonstration marketplace, with TEST_MODE on."
    )
    demo_speed: float = _setting(
        6.0,
        "HAULAGE_DEMO_SPEED",
        _speed,
        "How many times as fast as the road the drivers of the demonstration go, 1 to 60.",
    )
    price_policy: PricePolicy = _setting(
        PricePolicy.DRIVER_ESTIMATE,
        "HAULAGE_PRICE_POLICY",
        _policy,
        "Which price is charged: driver_estimate or calculator_price.",
    )
    card_decline_share: float = _setting(
        0.05, "HAULAGE_CARD_DECLINE_SHARE", _share, "Share of simulated cards that are declined, 0 to 1."
    )
    card_seed: str = _setting(
        "haulage",
        "HAULAGE_CARD_SEED",
        str,
        "Seed of the simulated cards' luck; the same seed, the same luck.",
    )
    secret_key: str | None = _setting(
        None,
        "HAULAGE_SECRET_KEY",
        str,
        "Secret that seals the signing keys in the database; without it they lie open there.",
    )
    public_url: str = _setting(
        "http://127.0.0.1:8000", "HAULAGE_PUBLIC_URL", _address, "Address at which browsers reach the server."
    )
    database_pool: int = _setting(
        5, "HAULAGE_DATABASE_POOL", _positive, "PostgreSQL connections kept open by one process."
    )
    routes_engine: RoutesEngine = _setting(
        RoutesEngine.EMBEDDED,
        "HAULAGE_ROUTES_ENGINE",
        _one_of(RoutesEngine),
        "What finds ways: embedded (an estimate), osrm or valhalla.",
    )
    routes_url: str | None = _setting(
        None,
        "HAULAGE_ROUTES_URL",
        _server,
        "Address of the OSRM or Valhalla server, such as http://127.0.0.1:5000.",
    )
    routes_traffic: RoutesTraffic = _setting(
        RoutesTraffic.FREE_FLOW,
        "HAULAGE_ROUTES_TRAFFIC",
        _one_of(RoutesTraffic),
        "free_flow puts the traffic of the hour on that engine's times; live takes them as they are.",
    )
    routes_budget: float = _setting(
        2.5,
        "HAULAGE_ROUTES_BUDGET_SECONDS",
        _budget,
        "Seconds within which that engine must have answered, retries included.",
    )
    routes_attempt: float = _setting(
        1.2, "HAULAGE_ROUTES_ATTEMPT_SECONDS", _budget, "Seconds that one attempt may take of them."
    )
    routes_cache: int = _setting(
        500, "HAULAGE_ROUTES_CACHE", _cached, "Answers of that engine remembered for 15 minutes; 0 for none."
    )
    limit_factor: float = _setting(
        1.0, "HAULAGE_LIMIT_FACTOR", _factor, "Multiplies every rate limit, such as 10 for a load test."
    )
    suggestions_per_minute: int = _setting(
        1200,
        "HAULAGE_LIMIT_SUGGESTIONS_PER_MINUTE",
        _positive,
        "Address suggestions that one network address may ask for in a minute, in each server process.",
    )
    places_per_minute: int = _setting(
        600,
        "HAULAGE_LIMIT_PLACES_PER_MINUTE",
        _positive,
        "Places looked up, geocoded or reverse geocoded by one network address in a minute, likewise.",
    )
    routes_per_minute: int = _setting(
        300,
        "HAULAGE_LIMIT_ROUTES_PER_MINUTE",
        _positive,
        "Routes that one network address may ask for in a minute, likewise.",
    )
    autoconfirm: bool = _setting(
        True,
        "HAULAGE_AUTOCONFIRM",
        _flag,
        "Count e-mail addresses as confirmed without a mail to them; the demonstration always does.",
    )
    mail_interval_seconds: int = _setting(
        60,
        "HAULAGE_MAIL_INTERVAL_SECONDS",
        _positive,
        "Seconds between two mails of one kind to one address.",
    )
    redirect_allow: tuple[str, ...] = _setting(
        ("http://localhost:3000/**",),
        "HAULAGE_REDIRECT_ALLOW",
        _patterns,
        "Where mailed links and sign-ins may lead beside the server itself, separated by commas.",
    )
    sign_ins_per_account: int = _setting(
        10,
        "HAULAGE_LIMIT_SIGN_INS_PER_ACCOUNT",
        _positive,
        "Wrong passwords for one account in five minutes.",
    )
    sign_ins_per_address: int = _setting(
        300,
        "HAULAGE_LIMIT_SIGN_INS_PER_ADDRESS",
        _positive,
        "Sign-ins by password from one network address in five minutes.",
    )
    sign_ins: int = _setting(
        15_000, "HAULAGE_LIMIT_SIGN_INS", _positive, "Sign-ins by password in five minutes, by everybody."
    )
    sign_ups_per_address: int = _setting(
        300,
        "HAULAGE_LIMIT_SIGN_UPS_PER_ADDRESS",
        _positive,
        "Accounts made from one network address in five minutes.",
    )
    sign_ups: int = _setting(
        6_000, "HAULAGE_LIMIT_SIGN_UPS", _positive, "Accounts made in five minutes, by everybody."
    )
    mails_per_address: int = _setting(
        100,
        "HAULAGE_LIMIT_MAILS_PER_ADDRESS",
        _positive,
        "Account mails asked for from one network address in five minutes.",
    )
    mails: int = _setting(
        6_000, "HAULAGE_LIMIT_MAILS", _positive, "Account mails asked for in five minutes, by everybody."
    )
    codes_per_address: int = _setting(
        100,
        "HAULAGE_LIMIT_CODES_PER_ADDRESS",
        _positive,
        "Mailed codes and second factors tried from one network address in five minutes.",
    )
    codes_per_account: int = _setting(
        20,
        "HAULAGE_LIMIT_CODES_PER_ACCOUNT",
        _positive,
        "Wrong mailed codes of one e-mail address in an hour; links go on working.",
    )
    factor_codes_per_account: int = _setting(
        10,
        "HAULAGE_LIMIT_FACTOR_CODES_PER_ACCOUNT",
        _positive,
        "Wrong codes of one account's second factors in five minutes.",
    )
    trusted_proxies: int = _setting(
        0,
        "HAULAGE_TRUSTED_PROXIES",
        _count,
        "Reverse proxies before the server whose X-Forwarded-For is believed; 0 believes nobody.",
    )
    map_style_url: str | None = _setting(
        None,
        "HAULAGE_MAP_STYLE_URL",
        read_style_url,
        "MapLibre style that browsers draw instead of the bundled map of New York.",
    )
    map_hosts: tuple[str, ...] | None = _setting(
        None,
        "HAULAGE_MAP_HOSTS",
        read_hosts,
        "Further hosts of that style's tiles, fonts and icons, separated by commas.",
    )
    google_maps_key: str | None = _setting(
        None,
        "HAULAGE_GOOGLE_MAPS_KEY",
        read_google_key,
        "Browser key of the Google Maps JavaScript API; with it browsers draw Google's map.",
    )

    smtp: SmtpServer | None = _setting(
        None,
        "HAULAGE_SMTP_URL",
        read_server,
        "Mail server, such as smtps://user:password@host:465 or smtp+starttls://…:587; without it mails "
        "are lines of mail.jsonl in the data folder.",
    )
    mail_from: Sender | None = _setting(
        None,
        "HAULAGE_MAIL_FROM",
        read_sender,
        "Sender of mails, such as haulage <hello@example.com>; needed with a mail server.",
    )

    google_client_id: str | None = _setting(
        None, "HAULAGE_GOOGLE_CLIENT_ID", str, "OAuth client id of Google's console; with it people sign in."
    )
    google_client_secret: str | None = _setting(
        None,
        "HAULAGE_GOOGLE_CLIENT_SECRET",
        str,
        "Its secret. The callback to enter there is the public address with /auth/v1/callback.",
    )
    facebook_client_id: str | None = _setting(
        None, "HAULAGE_FACEBOOK_CLIENT_ID", str, "App id of Facebook Login; with it people sign in."
    )
    facebook_client_secret: str | None = _setting(
        None, "HAULAGE_FACEBOOK_CLIENT_SECRET", str, "Its app secret. The callback is the same."
    )
    simulated_sign_in: bool = _setting(
        False,
        "HAULAGE_SIMULATED_SIGN_IN",
        _flag,
        "For tests: simulate Google and Facebook, by which anybody signs in as anybody. Always on in the "
        "demonstration, never beside a real one.",
    )

    @property
    def real_providers(self) -> tuple[str, ...]:
        """With whom people really sign in."""
        ids = {"google": self.google_client_id, "facebook": self.facebook_client_id}
        return tuple(name for name, client_id in ids.items() if client_id)

    @property
    def simulates_providers(self) -> bool:
        """Whether people sign in with invented ones: only where no real one is configured."""
        return (self.demo or self.simulated_sign_in) and not self.real_providers

    @property
    def callback_url(self) -> str:
        """Where providers send browsers back to."""
        return f"{self.public_url}/auth/v1/callback"

    @property
    def map_engine(self) -> Literal["google", "style", "bundled"]:
        """What draws the map in browsers; a Google key wins over a style."""
        if self.google_maps_key:
            return "google"
        return "style" if self.map_style_url else "bundled"

    @property
    def map_origins(self) -> tuple[str, ...]:
        """Where the configured style and its parts come from."""
        if not self.map_style_url:
            return ()
        return tuple(dict.fromkeys((origin_of(self.map_style_url), *(self.map_hosts or ()))))

    def __attrs_post_init__(self) -> None:
        if self.routes_engine == RoutesEngine.EMBEDDED and self.routes_url:
            raise InvalidInput(
                "HAULAGE_ROUTES_URL", "is set, but HAULAGE_ROUTES_ENGINE is embedded and asks nobody"
            )
        if self.routes_engine != RoutesEngine.EMBEDDED and not self.routes_url:
            raise InvalidInput(
                "HAULAGE_ROUTES_URL", f"is needed when HAULAGE_ROUTES_ENGINE is {self.routes_engine}"
            )

        for name in ("google", "facebook"):
            told = getattr(self, f"{name}_client_id"), getattr(self, f"{name}_client_secret")
            if bool(told[0]) != bool(told[1]):
                missing = "CLIENT_SECRET" if told[0] else "CLIENT_ID"
                raise InvalidInput(f"HAULAGE_{name.upper()}_{missing}", "is needed with the other of the two")

    @property
    def shown_routes_url(self) -> str:
        """The engine's address without its user and password."""
        return re.sub(r"(?<=://)[^/]*@", "", self.routes_url or "")

    @property
    def account_terms(self) -> AccountTerms:
        """How accounts are run; the demonstration's addresses need no mail."""
        figures = {limit: getattr(self, limit.value) for limit in AccountLimit}
        return AccountTerms(
            site=self.public_url,
            autoconfirm=self.autoconfirm or self.demo,
            limits={
                limit: RateLimit(max(1, round(times * self.limit_factor)), STANDARD_ACCOUNT_LIMITS[limit].per)
                for limit, times in figures.items()
            },
            mail_interval=timedelta(seconds=self.mail_interval_seconds / self.limit_factor),
            redirect_allow=self.redirect_allow,
            simulated_providers=self.simulates_providers,
        )

    @property
    def rate_limits(self) -> dict[Limited, RateLimit]:
        """Every limit with the factor in it; at least one a minute remains of each."""
        a_minute = {
            Limited.SUGGESTIONS: self.suggestions_per_minute,
            Limited.PLACES: self.places_per_minute,
            Limited.ROUTES: self.routes_per_minute,
        }
        return {
            limited: RateLimit(max(1, round(times * self.limit_factor)), timedelta(minutes=1))
            for limited, times in a_minute.items()
        }

    @property
    def mode(self) -> Literal["default", "demo", "real"]:
        """``demo`` or ``default``; ``real`` begins with the first real provider."""
        return "demo" if self.demo else "default"

    @property
    def test_mode(self) -> bool:
        """Test pages and simulated timings: on in the demonstration only (OP-60)."""
        return self.demo

    @property
    def drivers_speed(self) -> float:
        """How many times as fast as the road drivers go: sample drivers may hurry, people cannot."""
        return self.demo_speed if self.demo else 1.0

    @property
    def simulated_services(self) -> tuple[str, ...]:
        """Outside companies that a simulation stands in for."""
        return ("cards", "sign-in") if self.simulates_providers else ("cards",)

    @property
    def outbox_file(self) -> Path:
        """Where mails end up without a mail server."""
        return self.data / "mail.jsonl"

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data.absolute() / 'haulage.sqlite3'}"

    @property
    def shown_database(self) -> str:
        """The database's address without its password."""
        head, at, tail = self.database_url.rpartition("@")
        scheme, _, user = head.partition("://")
        return f"{scheme}://{user.partition(':')[0]}{at}{tail}" if at else self.database_url


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
