"""Column types that keep the core's values exactly, on both databases alike."""

from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Generic, TypeVar

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, Numeric, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator, TypeEngine

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import instant
from haulage.kernel.measures import finite

MAX_ID = 64
MAX_NAME = 200
MAX_EMAIL = 320
MAX_PHONE = 32
MAX_TEXT = 2_000
MAX_WORD = 32
MAX_DECIMAL_DIGITS = 60
MAX_WHOLE = 2**31 - 1
"""Of four bytes."""

Json = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
"""JSON as text on SQLite and as ``jsonb`` on PostgreSQL."""

Word = TypeVar("Word", bound=StrEnum)


class UtcTime(TypeDecorator[datetime]):
    """An instant. A time without an offset is refused; what comes back is aware and in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        try:
            return instant(value, field="time")
        except OverflowError:
            raise InvalidInput("time", "must lie within the years 1 to 9999") from None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Text(TypeDecorator[str]):
    """Text of at most so many characters, checked on SQLite too, which would keep any length."""

    impl = String
    cache_ok = True

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if "\0" in value or not _is_unicode(value):
            raise InvalidInput("text", "must be Unicode text without the NUL character")
        if len(value) > self.length:
            raise InvalidInput("text", f"must be at most {self.length} characters")
        return str(value)


class Whole(TypeDecorator[int]):
    """A whole number of four bytes, or of eight; what does not fit is refused before it is sent."""

    impl = Integer
    cache_ok = True

    def __init__(self, *, octets: int = 4) -> None:
        super().__init__()
        self.octets = octets

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if self.octets == 4 else BigInteger())

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        if value is not None and value.bit_length() >= 8 * self.octets:
            raise InvalidInput("number", "is out of range")
        return value


class OneOf(TypeDecorator[Word], Generic[Word]):
    """A word of a vocabulary, kept as it is spelled."""

    impl = String
    cache_ok = True

    def __init__(self, words: type[Word]) -> None:
        super().__init__(MAX_WORD)
        self.words = words

    def process_bind_param(self, value: Word | None, dialect: Dialect) -> str | None:
        return None if value is None else self.words(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Word | None:
        return None if value is None else self.words(value)


class ExactDecimal(TypeDecorator[Decimal]):
    """A decimal number to its last digit: ``numeric`` on PostgreSQL, its digits as text on SQLite."""

    impl = Numeric
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "sqlite":
            return dialect.type_descriptor(String(MAX_DECIMAL_DIGITS))
        return dialect.type_descriptor(Numeric(asdecimal=True))

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        finite(value, field="number")
        written = format(value, "f")
        if len(written) > MAX_DECIMAL_DIGITS:
            raise InvalidInput("number", f"must have at most {MAX_DECIMAL_DIGITS} digits")
        return written if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)


def _is_unicode(text: str) -> bool:
    """A lone surrogate is no character: no database can keep it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
