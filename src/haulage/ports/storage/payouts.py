"""Where drivers' ways of being paid, and how they want to be paid out, are stored."""

from collections.abc import Sequence
from typing import Protocol

from haulage.payouts import PayoutHold, PayoutMethod, PayoutSettings


class PayoutMethodStore(Protocol):
    """A driver has few of them. Those that were removed stay, since payouts went there."""

    async def lock(self, driver_id: str) -> None:
        """Whoever else changes this driver's methods waits until this unit ends."""
        ...

    async def of_driver(self, driver_id: str) -> Sequence[PayoutMethod]:
        """Those that were not removed: the default first, then the oldest."""
        ...

    async def get(self, method_id: str) -> PayoutMethod | None:
        """Removed or not."""
        ...

    async def add(self, method: PayoutMethod) -> None:
        """``Conflict`` when it is there already, or another is the default."""
        ...

    async def save(self, method: PayoutMethod) -> None:
        """As it is now, whether it is the default excepted."""
        ...

    async def make_default(self, method: PayoutMethod) -> None:
        """This one, and no other of the driver's."""
        ...


class PayoutSettingsStore(Protocol):
    async def of_driver(self, driver_id: str) -> PayoutSettings:
        """The defaults where nothing was ever changed."""
        ...

    async def save(self, before: PayoutSettings, after: PayoutSettings) -> PayoutSettings:
        """``Conflict`` when somebody else changed them."""
        ...

    async def hold(self, driver_id: str) -> PayoutHold | None:
        """The newest one, over or not."""
        ...

    async def put_hold(self, hold: PayoutHold) -> None:
        """In place of the one before."""
        ...
