"""How the server is reached, and what it keeps to itself."""

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import address, whole_number


@attrs.frozen(slots=False)
class ServingSettings:
    secret_key: str | None = setting(
        None,
        "HAULAGE_SECRET_KEY",
        str,
        "Secret that seals the signing keys in the database; without it they lie open there.",
    )
    public_url: str = setting(
        "http://127.0.0.1:8000", "HAULAGE_PUBLIC_URL", address, "Address at which browsers reach the server."
    )

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
