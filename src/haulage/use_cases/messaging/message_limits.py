"""Rate limits of messages and calls, counted in the storage for all processes."""

import attrs

from haulage.kernel.rate_limit import RateLimit


@attrs.frozen
class MessageLimits:
    """For one user each."""

    messages: RateLimit
    calls: RateLimit
