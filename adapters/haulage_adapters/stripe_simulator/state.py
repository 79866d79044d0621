"""Everything that the simulator holds, and how it makes ids and tells of changes."""

import hashlib
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs

from haulage_adapters.stripe_simulator.cards import ShownCard
from haulage_adapters.stripe_simulator.errors import Json, missing

API_VERSION = "2026-10-28.endive"
"""The version whose shapes are simulated: the one that the client library pins."""

DISPUTE_FEE_CENTS = 15_00
"""What Stripe asks of US accounts for a dispute."""


@attrs.frozen
class Terms:
    """What the simulated company takes, and how often it refuses."""

    fee_share: Fraction = Fraction(29, 1000)
    fee_cents: int = 30
    dispute_fee_cents: int = DISPUTE_FEE_CENTS
    decline_share: float = 0.05
    seed: str = "haulage"
    ready_accounts: bool = False
    """Whether drivers' accounts can take transfers as soon as they are opened, as no real one can."""
    settle_seconds: int = 0
    """For how long a transfer is pending in the account that it came to."""
    payout_seconds: int | None = None
    """After how long payouts arrive; None for as long as Stripe takes."""


@attrs.define
class SimulatorState:
    """The objects by kind and id, as they would be answered."""

    terms: Terms = attrs.Factory(Terms)
    now: Callable[[], float] = time.time
    objects: dict[str, dict[str, Json]] = attrs.Factory(dict)
    cards: dict[str, ShownCard] = attrs.Factory(dict)
    """By payment method and by intent; never answered."""
    listeners: list[Callable[[Json], None]] = attrs.Factory(list)
    """Who wants to hear of every event."""
    address: str = "http://127.0.0.1"
    _made: int = 0

    def new_id(self, prefix: str) -> str:
        """Ids of the usual look, the same in every run with the same seed."""
        self._made += 1
        text = hashlib.sha256(f"{self.terms.seed}:{prefix}:{self._made}".encode()).hexdigest()
        return f"{prefix}_sim{text[:21]}"

    def seconds(self) -> int:
        return int(self.now())

    def kind(self, kind: str) -> dict[str, Json]:
        return self.objects.setdefault(kind, {})

    def add(self, kind: str, made: Json) -> Json:
        self.kind(kind)[made["id"]] = made
        return made

    def get(self, kind: str, id: str) -> Json:
        try:
            return self.kind(kind)[id]
        except KeyError:
            raise missing(kind, id) from None

    def base(self, kind: str, prefix: str) -> Json:
        """What every object begins with."""
        return {"id": self.new_id(prefix), "object": kind, "created": self.seconds(), "livemode": False}

    def emit_event(self, type: str, about: Json, account: str | None = None) -> None:
        """Create an event about an object as it is now, and send it to the webhooks; with *account*, to those
        of connected accounts."""
        event = {
            **self.base("event", "evt"),
            "api_version": API_VERSION,
            "type": type,
            "data": {"object": frozen(about)},
            "pending_webhooks": 1,
            "request": {"id": None, "idempotency_key": None},
        }
        if account is not None:
            event["account"] = account
        self.add("event", event)
        for hear in self.listeners:
            hear(event)


def frozen(value: Any) -> Any:
    """A copy that later changes do not reach."""
    if isinstance(value, dict):
        return {name: frozen(inner) for name, inner in value.items()}
    return [frozen(inner) for inner in value] if isinstance(value, list) else value
