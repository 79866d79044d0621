"""How the server is reached, and what it keeps to itself."""

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import address, number, whole_number


@attrs.frozen(slots=False)
class ServingSettings:
    secret_key: str | None = setting(
        None,
        "HAULAGE_SECRET_KEY",
        str,
        "Secret that seals signing keys, second factors and delivery PINs in the database; without it they "
        "lie open there.",
        secret=True,
    )
    secret_key_previous: str | None = setting(
        None,
        "HAULAGE_SECRET_KEY_PREVIOUS",
        str,
        "The secret before it, or several separated by commas, until haulage admin rotate-secrets has sealed "
        "everything anew.",
        secret=True,
    )
    public_url: str = setting(
        "http://127.0.0.1:8000", "HAULAGE_PUBLIC_URL", address, "Address at which browsers reach the server."
    )

    idle_seconds: float = setting(
        20.0,
        "HAULAGE_IDLE_SECONDS",
        number(0.1, 600),
        "Seconds in which the head of a request has to arrive, and after which a connection that asks "
        "nothing more is closed.",
    )
    body_seconds: float = setting(
        15.0,
        "HAULAGE_BODY_SECONDS",
        number(0.1, 600),
        "Seconds in which the body of a request has to arrive, and one more for each 4 KiB of it.",
    )

    @property
    def previous_secrets(self) -> tuple[str, ...]:
        """Earlier secrets; one with a comma in it is among them as a whole."""
        secrets = self.secret_key_previous or ""
        parts = (part.strip() for part in secrets.split(","))
        return tuple(dict.fromkeys(part for part in (*parts, secrets) if part))

    @property
    def callback_url(self) -> str:
        """Where providers send browsers back to."""
        return f"{self.public_url}/auth/v1/callback"


@attrs.frozen(slots=False)
class ProxySettings:
    """Who stands between the server and its callers."""

    trusted_proxies: int = setting(
        0,
        "HAULAGE_TRUSTED_PROXIES",
        whole_number(0, 10),
        "Reverse proxies before the server whose X-Forwarded-For is believed; 0 believes nobody.",
    )
