"""A payout provider where there is none: it pays nobody, and says so."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.errors import Unavailable
from haulage.kernel.money import Cents
from haulage.payouts import MethodDetails, PayoutRail
from haulage.ports.payouts import (
    DriverPayouts,
    PayoutInstruction,
    ProviderBalance,
    ProviderMethod,
    ProviderPayout,
)

SERVICE = "payouts"


@attrs.frozen
class NoPayouts(DriverPayouts):
    """Raises ``Unavailable`` whatever it is asked."""

    simulated: bool = False
    takes_details: bool = False
    rails: frozenset[PayoutRail] = frozenset()

    async def methods_of(self, account: str) -> Sequence[ProviderMethod]:
        raise Unavailable(SERVICE)

    async def add_method(self, account: str, details: MethodDetails, *, reference: str) -> ProviderMethod:
        raise Unavailable(SERVICE)

    async def remove_method(self, account: str, token: str) -> None:
        raise Unavailable(SERVICE)

    async def balance_of(self, account: str) -> ProviderBalance:
        raise Unavailable(SERVICE)

    async def prepare(self, instruction: PayoutInstruction) -> None:
        raise Unavailable(SERVICE)

    async def send(self, instruction: PayoutInstruction) -> ProviderPayout:
        raise Unavailable(SERVICE)

    async def restore(self, instruction: PayoutInstruction) -> None:
        raise Unavailable(SERVICE)

    async def return_fees(self, instruction: PayoutInstruction, *, amount_cents: Cents) -> None:
        raise Unavailable(SERVICE)

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        raise Unavailable(SERVICE)

    async def cancel(self, account: str, payout_id: str) -> ProviderPayout:
        raise Unavailable(SERVICE)

    async def payouts_of(self, account: str, *, since: datetime) -> Sequence[ProviderPayout]:
        raise Unavailable(SERVICE)
