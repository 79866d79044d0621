"""How often somebody may write or call, counted where all processes see it."""

import attrs

from haulage.kernel.rate_limit import RateLimit


@attrs.frozen
class MessageLimits:
    """For one user each."""

    messages: RateLimit
    calls: RateLimit
