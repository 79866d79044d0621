"""Stripe: the real one, or a server on this machine that speaks like it."""

import ipaddress
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import attrs

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import flag, server

SIMULATED_KEY = "sk_test_simulated"
"""What a server on this machine is shown where no key is set: it guards no money."""


def _key(*prefixes: str) -> Callable[[str], str]:
    """A key that begins as it should; nothing of a wrong one is repeated."""
    form = re.compile(rf"({'|'.join(prefixes)})_[A-Za-z0-9_]{{4,250}}")

    def read(text: str) -> str:
        if not form.fullmatch(text.strip()):
            raise ValueError(f"must be a key that begins with {prefixes[0]}_")
        return text.strip()

    return read


@attrs.frozen(slots=False)
class StripeSettings:
    stripe_secret_key: str | None = setting(
        None,
        "HAULAGE_STRIPE_SECRET_KEY",
        _key("sk_test", "sk_live", "rk_test", "rk_live"),
        "Secret key of a Stripe account; with it customers pay by real cards.",
    )
    stripe_publishable_key: str | None = setting(
        None,
        "HAULAGE_STRIPE_PUBLISHABLE_KEY",
        _key("pk_test", "pk_live"),
        "Its publishable key, with which browsers show cards to Stripe.",
    )
    stripe_webhook_secret: str | None = setting(
        None,
        "HAULAGE_STRIPE_WEBHOOK_SECRET",
        _key("whsec"),
        "Signing secret of the endpoint that Stripe sends events to: the public address with "
        "/webhooks/stripe.",
    )
    stripe_api_base: str | None = setting(
        None,
        "HAULAGE_STRIPE_API_BASE",
        server,
        "Another address for Stripe's API, such as that of haulage simulate stripe.",
    )

    stripe_own_fields: bool = setting(
        False,
        "HAULAGE_STRIPE_OWN_FIELDS",
        flag,
        "Rehearse what real cards do: browsers show cards to a simulated Stripe in its own fields.",
    )

    @property
    def stripe_is_asked(self) -> bool:
        """Whether cards are taken by Stripe, or by what speaks like it; otherwise in this process."""
        return bool(self.stripe_secret_key or self.stripe_api_base)

    @property
    def stripe_is_simulated(self) -> bool:
        """A provider on this machine moves no money."""
        return self.stripe_api_base is not None and is_loopback(self.stripe_api_base)

    @property
    def stripe_is_real(self) -> bool:
        return self.stripe_is_asked and not self.stripe_is_simulated

    @property
    def cards_are_shown_to_stripe(self) -> bool:
        """By browsers, in Stripe's own fields; otherwise the documented form is sent to this server."""
        return self.stripe_is_real or self.stripe_own_fields

    @property
    def stripe_key(self) -> str:
        """What Stripe is shown."""
        return self.stripe_secret_key or SIMULATED_KEY

    def check_stripe(self, *, test_mode: bool) -> None:
        """Refuse what would take money without being able to account for it, or show a key to the wrong."""
        if self.stripe_is_simulated:
            if self.stripe_secret_key and "_live_" in self.stripe_secret_key:
                raise InvalidInput(
                    "HAULAGE_STRIPE_SECRET_KEY", "is a live key, and HAULAGE_STRIPE_API_BASE a simulation"
                )
            if self.stripe_own_fields and "pk_test_" not in (self.stripe_publishable_key or ""):
                raise InvalidInput(
                    "HAULAGE_STRIPE_PUBLISHABLE_KEY", "must be a pk_test_ key with HAULAGE_STRIPE_OWN_FIELDS"
                )
            return
        if not self.stripe_is_asked:
            self._refuse_leftovers()
            return
        self._check_real(test_mode=test_mode)

    def _refuse_leftovers(self) -> None:
        if self.stripe_own_fields:
            raise InvalidInput("HAULAGE_STRIPE_API_BASE", "is needed with HAULAGE_STRIPE_OWN_FIELDS")
        for name in ("publishable_key", "webhook_secret"):
            if getattr(self, f"stripe_{name}"):
                raise InvalidInput(
                    "HAULAGE_STRIPE_SECRET_KEY", f"is needed with HAULAGE_STRIPE_{name.upper()}"
                )

    def _check_real(self, *, test_mode: bool) -> None:
        for name in ("secret_key", "publishable_key", "webhook_secret"):
            if not getattr(self, f"stripe_{name}"):
                raise InvalidInput(f"HAULAGE_STRIPE_{name.upper()}", "is needed to take cards by Stripe")
        if self.stripe_api_base and not self.stripe_api_base.startswith("https://"):
            raise InvalidInput("HAULAGE_STRIPE_API_BASE", "must begin with https:// on another machine")
        kinds = {"_live_" in str(key) for key in (self.stripe_secret_key, self.stripe_publishable_key)}
        if len(kinds) != 1:
            raise InvalidInput(
                "HAULAGE_STRIPE_PUBLISHABLE_KEY", "must be of the same kind as the secret key: test or live"
            )
        if test_mode:
            raise InvalidInput(
                "HAULAGE_DEMO", "cannot be on while cards are taken by Stripe (HAULAGE_STRIPE_SECRET_KEY)"
            )


def is_loopback(address: str) -> bool:
    """Whether an address can only be this machine."""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
