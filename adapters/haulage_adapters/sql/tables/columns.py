"""The shapes of column that tables share, each with the constraint that goes with it.

Amounts are cents, times UTC, distances miles and durations minutes, as in the core.
"""

from enum import StrEnum

from sqlalchemy import CheckConstraint, Column, Double, ForeignKey

from haulage.kernel.money import MAX_CENTS
from haulage_adapters.sql.types import MAX_ID, OneOf, Text, UtcTime, Whole

MAX_ADDRESS = 300
MAX_REASON = 500
MAX_CHALLENGE = 128
HASH_DIGITS = 64
"""SHA-256 in hexadecimal."""


def identifier(name: str = "id", *, nullable: bool = False) -> Column[str]:
    """An id made by the core."""
    return Column(name, Text(MAX_ID), nullable=nullable)


def reference(name: str, target: str, *, nullable: bool = False) -> Column[str]:
    """The id of a row in another table, which cannot go while it is pointed at."""
    return Column(name, Text(MAX_ID), ForeignKey(target), nullable=nullable)


def owned_by(name: str, target: str, *, nullable: bool = False) -> Column[str]:
    """The id of a row in another table, with which this one goes."""
    return Column(name, Text(MAX_ID), ForeignKey(target, ondelete="CASCADE"), nullable=nullable)


def instant(name: str, *, nullable: bool = False) -> Column[object]:
    """An instant in UTC."""
    return Column(name, UtcTime(), nullable=nullable)


def cents(name: str, *, nullable: bool = False) -> Column[int]:
    """An amount; the table also needs :func:`range_checks` for it."""
    return Column(name, Whole(octets=8), nullable=nullable)


def range_checks(*names: str, at_least: int = 0, at_most: int = MAX_CENTS) -> list[CheckConstraint]:
    """Constraints: these amounts are within their bounds; an absent amount is within every bound."""
    return [CheckConstraint(f"{name} BETWEEN {at_least} AND {at_most}", name=name) for name in names]


def enum_column(name: str, words: type[StrEnum], *, nullable: bool = False) -> Column[StrEnum]:
    """A value of an enumeration; the table also needs :func:`enum_checks` for it."""
    return Column(name, OneOf(words), nullable=nullable)


def enum_checks(**words: type[StrEnum]) -> list[CheckConstraint]:
    """Constraints: these columns hold a value of their enumeration and nothing else."""
    return [
        CheckConstraint(f"{name} IN ({', '.join(repr(str(word)) for word in kind)})", name=name)
        for name, kind in words.items()
    ]


def located(prefix: str) -> list[Column[float]]:
    """A WGS84 position in degrees."""
    return [Column(f"{prefix}lat", Double, nullable=False), Column(f"{prefix}lng", Double, nullable=False)]


def on_the_globe(prefix: str) -> list[CheckConstraint]:
    return [
        CheckConstraint(f"{prefix}lat BETWEEN -90 AND 90", name=f"{prefix}lat"),
        CheckConstraint(f"{prefix}lng BETWEEN -180 AND 180", name=f"{prefix}lng"),
    ]


def placed(prefix: str) -> list[Column[float] | Column[str]]:
    """A position with its address."""
    return [*located(prefix), Column(f"{prefix}address", Text(MAX_ADDRESS), nullable=False)]
