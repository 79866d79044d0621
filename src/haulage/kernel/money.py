"""Money is a whole number of US cents, held as ``int`` in names that end in ``_cents``.

One representation from the tariff to the database column and the JSON field leaves nothing to
convert and nothing to get wrong. Only :func:`half_up` rounds, so a reader finds every place where a
fraction of a cent is decided.
"""

from fractions import Fraction
from typing import TypeAlias

from haulage.kernel.errors import InvalidInput

Cents: TypeAlias = int

MAX_CENTS: Cents = 100_000_000_00
"""No single amount may pass a hundred million dollars: a bound for columns and for arithmetic."""

LEAST_CHARGE_CENTS: Cents = 50
"""The least that is charged to a card: Stripe's minimum for US dollars
(docs.stripe.com/currencies#minimum-and-maximum-charge-amounts)."""


def half_up(numerator: int, denominator: int = 1) -> Cents:
    """Round ``numerator / denominator`` cents to whole cents, halves away from zero (OP-12).

    There is no branch in it, so a batch may pass whole columns of numbers at once.
    """
    return (2 * numerator + denominator - (numerator < 0)) // (2 * denominator)


def times(cents: Cents, factor: Fraction | int) -> Cents:
    """Multiply exactly, then round once. Join several factors before calling this."""
    return half_up(cents * factor.numerator, factor.denominator)


def split(cents: Cents, share: Fraction) -> tuple[Cents, Cents]:
    """Part and remainder: the part is rounded half-up, and the two always add up to *cents*."""
    part = times(cents, share)
    return part, cents - part


def dollars(cents: Cents) -> str:
    """``-$1,234.05`` for -123405."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def amount(value: int, *, field: str, at_least: Cents = 0, at_most: Cents = MAX_CENTS) -> Cents:
    """Check an amount that came from outside; ``InvalidInput`` names the *field*."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput(field, "must be a whole number of cents")
    if not at_least <= value <= at_most:
        raise InvalidInput(field, f"must be between {dollars(at_least)} and {dollars(at_most)}")
    return value
