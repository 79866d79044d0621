"""Who sends text messages, and the luck of those that are only simulated."""

import re
from collections.abc import Callable

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.phone import international
from haulage.messaging.countries import COUNTRIES
from haulage.messaging.sms_terms import MOST_TEXTS_A_DAY, SmsTerms
from haulage_adapters.settings.fields import limit, setting
from haulage_adapters.settings.readers import is_loopback, number, server
from haulage_adapters.simulated.sms import DELIVERED_SHARE, LEAST_SECONDS, MOST_SECONDS

_ACCOUNT = re.compile(r"AC[0-9a-fA-F]{32}")
_TOKEN = re.compile(r"[0-9A-Za-z]{16,64}")
_SERVICE = re.compile(r"MG[0-9a-fA-F]{32}")

MOST_SIMULATED_SECONDS = 3_600


def _like(form: re.Pattern[str], sentence: str) -> Callable[[str], str]:
    """A text of this form; nothing of a wrong one is repeated."""

    def read(text: str) -> str:
        if not form.fullmatch(text.strip()):
            raise ValueError(sentence)
        return text.strip()

    return read


def _sender(text: str) -> str:
    """A number that texts can come from, or a messaging service."""
    if _SERVICE.fullmatch(text.strip()):
        return text.strip()
    phone = international(text)
    if phone is None:
        raise ValueError("must be a phone number such as +12125550100, or a messaging service's id (MG…)")
    return phone


def _countries(text: str) -> tuple[str, ...]:
    """Codes of countries, each once."""
    codes = tuple(dict.fromkeys(code.strip().upper() for code in text.split(",") if code.strip()))
    unknown = [code for code in codes if code not in COUNTRIES]
    if not codes or unknown:
        raise ValueError(f"must be codes separated by commas, of {', '.join(sorted(COUNTRIES))}")
    return codes


@attrs.frozen(slots=False)
class SmsSettings:
    twilio_account_sid: str | None = setting(
        None,
        "HAULAGE_TWILIO_ACCOUNT_SID",
        _like(_ACCOUNT, "must be AC and 32 hexadecimal digits"),
        "Account of Twilio; with it text messages really go out.",
        extra="sms",
    )
    twilio_auth_token: str | None = setting(
        None,
        "HAULAGE_TWILIO_AUTH_TOKEN",
        _like(_TOKEN, "must be the account's token of letters and digits"),
        "Its token, which also proves what Twilio sends to the public address with /webhooks/sms/incoming.",
        secret=True,
        extra="sms",
    )
    twilio_sender: str | None = setting(
        None,
        "HAULAGE_TWILIO_FROM",
        _sender,
        "The number that texts come from, such as +12125550100, or a messaging service (MG…).",
        extra="sms",
    )
    twilio_api_base: str | None = setting(
        None,
        "HAULAGE_TWILIO_API_BASE",
        server,
        "Another address for Twilio's API; one on this machine counts as simulated.",
        extra="sms",
    )
    sms_countries: tuple[str, ...] = setting(
        ("US", "CA"),
        "HAULAGE_SMS_COUNTRIES",
        _countries,
        "Countries whose numbers get text messages, as ISO 3166 codes separated by commas.",
    )
    sms_per_number: int = limit(MOST_TEXTS_A_DAY, "SMS_PER_NUMBER", "Text messages to one number in a day.")
    sms_delivered_share: float = setting(
        DELIVERED_SHARE,
        "HAULAGE_SMS_DELIVERED_SHARE",
        number(0, 1),
        "Share of simulated text messages that are delivered, 0 to 1; the others fail.",
    )
    sms_least_seconds: float = setting(
        LEAST_SECONDS,
        "HAULAGE_SMS_LEAST_SECONDS",
        number(0, MOST_SIMULATED_SECONDS, unit="seconds"),
        "Seconds after which the quickest simulated text message is delivered or fails.",
    )
    sms_most_seconds: float = setting(
        MOST_SECONDS,
        "HAULAGE_SMS_MOST_SECONDS",
        number(0, MOST_SIMULATED_SECONDS, unit="seconds"),
        "Seconds after which the slowest simulated text message is delivered or fails.",
    )
    sms_seed: str = setting(
        "haulage",
        "HAULAGE_SMS_SEED",
        str,
        "Seed of the simulated text messages' luck; the same seed, the same luck.",
    )

    @property
    def sms_terms(self) -> SmsTerms:
        """To which numbers text messages go, and how many a day."""
        return SmsTerms(frozenset(self.sms_countries), self.sms_per_number)

    @property
    def sms_is_configured(self) -> bool:
        """Whether texts go to Twilio, or to what speaks like it; otherwise they stay in this process."""
        return self.twilio_account_sid is not None

    @property
    def sms_is_simulated(self) -> bool:
        """Whether no text reaches a phone."""
        return not self.sms_is_configured or bool(self.twilio_api_base and is_loopback(self.twilio_api_base))

    def check_sms(self) -> None:
        """An account, its token and a sender need each other; a token goes over no open wire."""
        needed = {
            "HAULAGE_TWILIO_ACCOUNT_SID": self.twilio_account_sid,
            "HAULAGE_TWILIO_AUTH_TOKEN": self.twilio_auth_token,
            "HAULAGE_TWILIO_FROM": self.twilio_sender,
        }
        if any(needed.values()) or self.twilio_api_base:
            for name, value in needed.items():
                if not value:
                    raise InvalidInput(name, "is needed to send text messages by Twilio")
        base = self.twilio_api_base
        if base and not is_loopback(base) and not base.startswith("https://"):
            raise InvalidInput("HAULAGE_TWILIO_API_BASE", "must begin with https:// on another machine")
        if self.sms_least_seconds > self.sms_most_seconds:
            raise InvalidInput("HAULAGE_SMS_LEAST_SECONDS", "must not be above HAULAGE_SMS_MOST_SECONDS")
