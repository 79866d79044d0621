"""What the figures that are advertised are made of."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.advertising import JobPay


class AdvertisingStore(Protocol):
    async def job_pay(self, since: datetime, limit: int) -> Sequence[JobPay]:
        """Paid fares of jobs completed since then, less what went back, the newest first."""
        ...

    async def stars(self, limit: int) -> Sequence[int]:
        """Ratings of completed orders by their customers, the newest first."""
        ...
