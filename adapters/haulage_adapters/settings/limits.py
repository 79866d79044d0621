"""How much one network address may ask for, and the factor on every limit."""

from datetime import timedelta

import attrs

from haulage.kernel.rate_limit import RateLimit
from haulage.ports.limits import Limited
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
    event_streams_per_user: int = limit(
        20,
        "EVENT_STREAMS_PER_USER",
        "Event streams that one user holds open at once, in each server process.",
    )

    @property
    def event_streams(self) -> int:
        """The most that one user holds open, with the factor in it."""
        return max(1, round(self.event_streams_per_user * self.limit_factor))

    @property
    def message_limits(self) -> MessageLimits:
        """How often one user writes and calls, with the factor in it."""
        minute = timedelta(minutes=1)
        return MessageLimits(
            messages=self.limited(self.messages_per_user, minute),
            calls=self.limited(self.calls_per_user, minute),
        )

    @property
    def rate_limits(self) -> dict[Limited, RateLimit]:
        """Every limit with the factor in it; at least one a minute remains of each."""
        a_minute = {
            Limited.SUGGESTIONS: self.suggestions_per_minute,
            Limited.PLACES: self.places_per_minute,
            Limited.ROUTES: self.routes_per_minute,
        }
        return {limited: self.limited(times, timedelta(minutes=1)) for limited, times in a_minute.items()}

    def limited(self, times: int, per: timedelta) -> RateLimit:
        """A limit with the factor in it, of which at least one remains."""
        return RateLimit(max(1, round(times * self.limit_factor)), per)
