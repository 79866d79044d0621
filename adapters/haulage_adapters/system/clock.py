"""The system clock."""

from datetime import UTC, datetime


class SystemClock:
    """The present instant, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)
