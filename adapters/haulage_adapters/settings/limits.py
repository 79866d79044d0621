"""How much one network address may ask for, and the factor on every limit."""

from datetime import timedelta

import attrs

from haulage.kernel.rate_limit import RateLimit
from haulage.ports.runtime.limits import Limited
from haulage.use_cases.messaging import MessageLimits
from haulage_adapters.settings.fields import limit, setting
from haulage_adapters.settings.readers import factor


@attrs.frozen(slots=False)
class LimitSettings:
    limit_factor: float = setting(
        1.0, "HAULAGE_LIMIT_FACTOR", factor, "Multiplies every rate limit, such as 10 for a load test."
    )
    suggestions_per_minute: int = limit(
        1200,
        "SUGGESTIONS_PER_MINUTE",
        "Address suggestions that one network address may ask for in a minute, in each server process.",
    )
    places_per_minute: int = limit(
        600,
        "PLACES_PER_MINUTE",
        "Places looked up, geocoded or reverse geocoded by one network address in a minute, likewise.",
    )
    routes_per_minute: int = limit(
        300, "ROUTES_PER_MINUTE", "Routes that one network address may ask for in a minute, likewise."
    )
    messages_per_user: int = limit(
        30, "MESSAGES_PER_USER", "Messages that one user may send in a minute, on all server processes."
    )
    calls_per_user: int = limit(
        10, "CALLS_PER_USER", "Phone calls that one user may begin in a minute, likewise."
    )
    quotes_per_user: int = limit(
        300,
        "QUOTES_PER_USER",
        "Quotes and lists of drivers that one user may ask for in an hour, on all server processes.",
    )
    quotes_per_address: int = limit(
        1500,
        "QUOTES_PER_ADDRESS",
        "The same for one network address, in each server process.",
    )
    previews_per_address: int = limit(
        600,
        "PREVIEWS_PER_ADDRESS",
        "Prices that visitors of one network address may see in an hour, in each server process.",
    )
    exports_per_user: int = limit(
        10,
        "EXPORTS_PER_USER",
        "Copies of their own data that one user may download in an hour, on all server processes.",
    )
    event_streams_per_user: int = limit(
        20,
        "EVENT_STREAMS_PER_USER",
        "Event streams that one user holds open at once, in each server process.",
    )
    event_streams_per_address: int = limit(
        400,
        "EVENT_STREAMS_PER_ADDRESS",
        "The same for one network address, which a whole office may share.",
    )
    requests_per_address: int = limit(
        500,
        "REQUESTS_PER_ADDRESS",
        "Requests of one network address that are under way at once, its event streams among them, in each "
        "server process.",
    )
    slow_bodies_per_address: int = limit(
        50,
        "SLOW_BODIES_PER_ADDRESS",
        "Requests of one network address at once whose body takes longer than a second, in each server "
        "process.",
    )

    @property
    def event_streams(self) -> int:
        """The most that one user holds open, with the factor in it."""
        return max(1, round(self.event_streams_per_user * self.limit_factor))

    @property
    def event_streams_of_address(self) -> int:
        """The most that one address holds open, with the factor in it."""
        return max(1, round(self.event_streams_per_address * self.limit_factor))

    @property
    def open_requests(self) -> int:
        """The most of one address that are under way, with the factor in it."""
        return max(1, round(self.requests_per_address * self.limit_factor))

    @property
    def slow_bodies(self) -> int:
        """The most under way from one address, with the factor in it."""
        return max(1, round(self.slow_bodies_per_address * self.limit_factor))

    @property
    def message_limits(self) -> MessageLimits:
        """How often one user writes and calls, with the factor in it."""
        minute = timedelta(minutes=1)
        return MessageLimits(
            messages=self.limited(self.messages_per_user, minute),
            calls=self.limited(self.calls_per_user, minute),
        )

    @property
    def quote_limit(self) -> RateLimit:
        """How often one user asks for quotes and drivers, with the factor in it."""
        return self.limited(self.quotes_per_user, timedelta(hours=1))

    @property
    def export_limit(self) -> RateLimit:
        """How often one user downloads their data, with the factor in it."""
        return self.limited(self.exports_per_user, timedelta(hours=1))

    @property
    def rate_limits(self) -> dict[Limited, RateLimit]:
        """Every limit by network address with the factor in it; at least one remains of each."""
        a_minute = {
            Limited.SUGGESTIONS: self.suggestions_per_minute,
            Limited.PLACES: self.places_per_minute,
            Limited.ROUTES: self.routes_per_minute,
        }
        limits = {limited: self.limited(times, timedelta(minutes=1)) for limited, times in a_minute.items()}
        an_hour = {
            Limited.QUOTES: self.quotes_per_address,
            Limited.PREVIEWS: self.previews_per_address,
        }
        return limits | {
            limited: self.limited(times, timedelta(hours=1)) for limited, times in an_hour.items()
        }

    def limited(self, times: int, per: timedelta) -> RateLimit:
        """A limit with the factor in it, of which at least one remains."""
        return RateLimit(max(1, round(times * self.limit_factor)), per)
