"""Why an outside service gave no usable answer."""


class OutsideFailure(Exception):
    """An outside service, or the connection to it, failed; the adapter words what people read."""

    untouched = False
    """Whether it is certain that the question had no effect there, so that it may be asked again."""


class TimedOut(OutsideFailure):
    """No answer came within the time that a caller can wait."""


class CircuitOpen(OutsideFailure):
    """The breaker is open: the service failed so often that it is not asked for a while."""

    untouched = True


class InvalidResponse(OutsideFailure):
    """An answer came, and it cannot be believed."""
