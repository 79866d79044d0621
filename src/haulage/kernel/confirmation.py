"""Who answers for a row that only people may set, such as a tax rate, and by which source."""

from datetime import date

from haulage.kernel.errors import InvalidInput

MAX_SOURCE = 500
MAX_CONFIRMER = 200
FIRST_DAY = date(2000, 1, 1)
"""Ours: a row that is in force before that day was mistyped."""


def check_confirmation(*, since: date, source: str, confirmed_by: str) -> None:
    """A row is in force from a plausible day on, and names its source and whoever confirmed it.

    Raises ``InvalidInput``.
    """
    if since < FIRST_DAY:
        raise InvalidInput("since", f"must not be before {FIRST_DAY}")
    for field, text, most in (("source", source, MAX_SOURCE), ("confirmed_by", confirmed_by, MAX_CONFIRMER)):
        if not text.strip():
            raise InvalidInput(field, "is required")
        if len(text) > most:
            raise InvalidInput(field, f"must be at most {most} characters")
