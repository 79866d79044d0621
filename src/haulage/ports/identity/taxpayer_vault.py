"""Where taxpayer numbers are sealed: under a key of their own, apart from everything in the database."""

from typing import Protocol

from haulage.tax import TaxpayerNumber, TaxpayerNumberType


class TaxpayerVault(Protocol):
    """Seals a number for one driver, and opens it for the filing export alone (OP-69).

    What is sealed for one driver opens for no other. Every method raises ``Unavailable`` where there is no
    key.
    """

    async def seal(self, driver_id: str, number: TaxpayerNumber) -> str:
        """The number as it may be stored."""
        ...

    async def open(self, driver_id: str, type: TaxpayerNumberType, sealed: str) -> TaxpayerNumber:
        """What :meth:`seal` made. Raises ``Unavailable`` when it was sealed under a key that is not known
        here, or for another driver."""
        ...

    async def anew(self, driver_id: str, sealed: str) -> str:
        """The same, sealed under the present key. Raises ``Unavailable``."""
        ...

    async def current_start(self) -> str:
        """How a value begins that is sealed under the present key."""
        ...
