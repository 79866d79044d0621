"""Stripe: the real one, or a server on this machine that speaks like it."""

import string
from collections.abc import Callable

import attrs

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import flag, is_loopback, server

SIMULATED_KEY = "sk_test_simulated"
"""What a server on this machine is shown where no key is set: it guards no money."""


LEAST_LETTERS, MOST_LETTERS = 4, 250
"""Ours: of a key, behind what it begins with; Stripe promises no length."""
LETTERS = frozenset(string.ascii_letters + string.digits + "_")


def _key(*prefixes: str) -> Callable[[str], str]:
    """A key that begins as it should; nothing of a wrong one is repeated."""
    begins = tuple(f"{prefix}_" for prefix in prefixes)

    def read(text: str) -> str:
        key = text.strip()
        if not key.startswith(begins):
            raise ValueError(f"must be a key that begins with {' or '.join(begins)}")
        secret = key.removeprefix(next(begin for begin in begins if key.startswith(begin)))
        if not LEAST_LETTERS <= len(secret) <= MOST_LETTERS:
            raise ValueError(f"must have {LEAST_LETTERS} to {MOST_LETTERS} letters after its beginning")
        if not LETTERS.issuperset(secret):
            raise ValueError("must be a key of letters, digits and _")
        return key

    return read


MOST_SECRETS = 5
"""Ours: more than two endpoints with a secret in rotation each."""


def _keys(prefix: str) -> Callable[[str], tuple[str, ...]]:
    read_one = _key(prefix)

    def read(text: str) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(map(read_one, text.split(","))))
        if len(found) > MOST_SECRETS:
            raise ValueError(f"must be at most {MOST_SECRETS} keys")
        return found

    return read


@attrs.frozen(slots=False)
class StripeSettings:
    stripe_secret_key: str | None = setting(
        None,
        "HAULAGE_STRIPE_SECRET_KEY",
        _key("sk_test", "sk_live", "rk_test", "rk_live"),
        "Secret key of a Stripe account; with it customers pay by real cards.",
        secret=True,
        extra="stripe",
    )
    stripe_publishable_key: str | None = setting(
        None,
        "HAULAGE_STRIPE_PUBLISHABLE_KEY",
        _key("pk_test", "pk_live"),
        "Its publishable key, with which browsers show cards to Stripe.",
        extra="stripe",
    )
    stripe_webhook_secret: tuple[str, ...] | None = setting(
        None,
        "HAULAGE_STRIPE_WEBHOOK_SECRET",
        _keys("whsec"),
        "Signing secret of the endpoint that Stripe sends events to: the public address with "
        "/webhooks/stripe. Several, with commas between, are all good: the old and the new one while a "
        "secret is rotated, or one for each endpoint.",
        secret=True,
        extra="stripe",
    )
    stripe_connect_webhook_secret: tuple[str, ...] | None = setting(
        None,
        "HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET",
        _keys("whsec"),
        "Signing secret of the second endpoint, for events of connected accounts (account.updated and "
        "payout.*), with the same address. Several, with commas between, are all good.",
        secret=True,
        extra="stripe",
    )
    stripe_api_base: str | None = setting(
        None,
        "HAULAGE_STRIPE_API_BASE",
        server,
        "Another address for Stripe's API, such as that of haulage simulate stripe.",
        extra="stripe",
    )

    stripe_own_fields: bool = setting(
        False,
        "HAULAGE_STRIPE_OWN_FIELDS",
        flag,
        "Rehearse what real cards do: browsers show cards to a simulated Stripe in its own fields.",
        extra="stripe",
    )

    @property
    def stripe_is_configured(self) -> bool:
        """Whether cards are taken by Stripe, or by what speaks like it; otherwise in this process."""
        return bool(self.stripe_secret_key or self.stripe_api_base)

    @property
    def stripe_is_simulated(self) -> bool:
        """A provider on this machine moves no money."""
        return self.stripe_api_base is not None and is_loopback(self.stripe_api_base)

    @property
    def stripe_is_real(self) -> bool:
        return self.stripe_is_configured and not self.stripe_is_simulated

    @property
    def cards_are_shown_to_stripe(self) -> bool:
        """By browsers, in Stripe's own fields; otherwise the documented form is sent to this server."""
        return self.stripe_is_real or self.stripe_own_fields

    @property
    def stripe_key(self) -> str:
        """What Stripe is shown."""
        return self.stripe_secret_key or SIMULATED_KEY

    def check_stripe(self) -> None:
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
        if not self.stripe_is_configured:
            self._refuse_leftovers()
            return
        self._check_real()

    def _refuse_leftovers(self) -> None:
        if self.stripe_own_fields:
            raise InvalidInput("HAULAGE_STRIPE_API_BASE", "is needed with HAULAGE_STRIPE_OWN_FIELDS")
        for name in ("publishable_key", "webhook_secret", "connect_webhook_secret"):
            if getattr(self, f"stripe_{name}"):
                raise InvalidInput(
                    "HAULAGE_STRIPE_SECRET_KEY", f"is needed with HAULAGE_STRIPE_{name.upper()}"
                )

    def _check_real(self) -> None:
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
