"""One JSON object read field by field, and every refusal with its file, line and path."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import Any, NoReturn, TypeVar

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point

Choice = TypeVar("Choice", bound=StrEnum)

MAX_TEXT = 1000
MAX_LIST = 1000
MAX_DIGITS = 18
LIKENESS = 0.8

PLACE_FIELDS = frozenset(["lat", "lng"])


@attrs.define
class BadFile(InvalidInput):
    """A field, or a whole line, of one of the files; *source* says which file and line."""

    source: str = ""

    @property
    def message(self) -> str:
        return f"{self.source}: {self.name} {self.reason}" if self.name else f"{self.source}: {self.reason}"

    @property
    def field(self) -> str | None:
        return self.name or None


@contextmanager
def reading(source: str) -> Iterator[None]:
    """Name the file and line in whatever is refused inside."""
    try:
        yield
    except BadFile:
        raise
    except InvalidInput as refused:
        raise BadFile(refused.name, refused.reason, source) from None


@contextmanager
def inside(path: str) -> Iterator[None]:
    """Put the path in front of the field that is refused inside."""
    try:
        yield
    except InvalidInput as refused:
        raise InvalidInput(f"{path}.{refused.name}", refused.reason) from None


def _no_constant(word: str) -> NoReturn:
    raise InvalidInput("", f"holds {word}, which is not a JSON number")


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise InvalidInput("", f"holds a number of {len(digits)} digits")
    return int(digits)


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)


def decode(raw: bytes) -> Any:
    try:
        return _DECODER.decode(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInput("", "is not UTF-8 text") from None
    except RecursionError:
        raise InvalidInput("", "is nested too deeply") from None
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno} column {problem.colno}"
        raise InvalidInput("", f"is not valid JSON: {problem.msg} ({where})") from None


class Fields:
    """One JSON object read field by field; what is absent and what is null are the same."""

    def __init__(self, value: object, name: str = "") -> None:
        if not isinstance(value, dict):
            raise InvalidInput(name, "must be a JSON object")
        self._values = value
        self._prefix = f"{name}." if name else ""

    def refuse_unknown(self, known: frozenset[str]) -> None:
        """A misspelled field would silently mean its default."""
        for name in self._values.keys() - known:
            meant = _alike(name, known)
            hint = f"; did you mean {meant}?" if meant else ""
            raise InvalidInput(self._path(name), f"is not a field here{hint}")

    def refuse_misspelled(self, known: frozenset[str]) -> None:
        """Fleet files come from other systems and may say more; but not nearly the same."""
        for name in self._values.keys() - known:
            meant = _alike(name, known)
            if meant and meant not in self._values:
                raise InvalidInput(self._path(name), f"is not a field here; did you mean {meant}?")

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def is_filled(self, name: str) -> bool:
        """Whether there is anything but an empty text."""
        return self._values.get(name) not in (None, "")

    def value(self, name: str) -> Any:
        value = self._values.get(name)
        if value is None:
            raise InvalidInput(self._path(name), "is required")
        return value

    def text(self, name: str, default: str = "") -> str:
        value = self._values.get(name)
        return default if value is None else text_at(value, self._path(name))

    def flag(self, name: str, *, default: bool = False) -> bool:
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise InvalidInput(self._path(name), "must be true or false")
        return value

    def whole(self, name: str, default: int | None = None, *, at_least: int, at_most: int) -> int:
        """Without a *default* it is required."""
        value = self.value(name) if default is None else self._values.get(name)
        if value is None:
            assert default is not None
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not at_least <= value <= at_most:
            raise InvalidInput(
                self._path(name), f"must be a whole number between {at_least:,} and {at_most:,}"
            )
        return value

    def choice(self, name: str, choices: type[Choice], default: Choice | None = None) -> Choice:
        value = self._values.get(name)
        if value is None and default is not None:
            return default
        try:
            return choices(self.value(name))
        except ValueError:
            raise InvalidInput(self._path(name), f"must be one of {', '.join(choices)}") from None

    def instant(self, name: str) -> datetime:
        try:
            return datetime.fromisoformat(text_at(self.value(name), self._path(name)))
        except ValueError:
            raise InvalidInput(self._path(name), "must be an ISO 8601 time") from None

    def day(self, name: str) -> date:
        """Written YYYY-MM-DD."""
        text = text_at(self.value(name), self._path(name))
        try:
            return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 (a day has no offset)
        except ValueError:
            raise InvalidInput(self._path(name), "must be a day such as 2026-01-31") from None

    def number(self, name: str) -> Decimal:
        """A number as it reads: 7.53 is 753/100."""
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InvalidInput(self._path(name), "must be a number")
        return Decimal(str(value))

    def time(self, name: str) -> time:
        return _time_of_day(text_at(self.value(name), self._path(name)), self._path(name))

    def inner(self, name: str) -> "Fields":
        return Fields(self.value(name), self._path(name))

    def part(self, name: str) -> "Fields":
        """The object of that name, or an empty one."""
        return self.inner(name) if self.has(name) else Fields({}, self._path(name))

    def list(self, name: str, at_most: int = MAX_LIST) -> list[tuple[str, Any]]:
        """The list's values with their paths."""
        values = self._values.get(name)
        if values is None:
            return []
        if not isinstance(values, list) or len(values) > at_most:
            raise InvalidInput(self._path(name), f"must be a list of at most {at_most:,}")
        return [(f"{self._path(name)}[{number}]", value) for number, value in enumerate(values)]

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(text_at(value, path) for path, value in self.list(name))

    def place(self, name: str, *, strict: bool) -> Point:
        fields = self.inner(name)
        if strict:
            fields.refuse_unknown(PLACE_FIELDS)
        else:
            fields.refuse_misspelled(PLACE_FIELDS)
        lat, lng = fields.value("lat"), fields.value("lng")
        with inside(self._path(name)):
            return Point(lat, lng)

    def _path(self, name: str) -> str:
        return self._prefix + name


@lru_cache(maxsize=1024)
def _alike(name: str, known: frozenset[str]) -> str | None:
    return next(iter(get_close_matches(name.lower(), known, n=1, cutoff=LIKENESS)), None)


def text_at(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise InvalidInput(path, "must be text")
    if len(value) > MAX_TEXT:
        raise InvalidInput(path, f"must be at most {MAX_TEXT} characters")
    if not value.isascii() or "\0" in value:
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidInput(path, "must be valid text") from None
        if "\0" in value:
            raise InvalidInput(path, "must not hold a NUL")
    return value


@lru_cache(maxsize=1024)
def _time_of_day(text: str, path: str) -> time:
    for form in ("%H:%M", "%H:%M:%S"):
        try:
            return datetime.strptime(text, form).time()  # noqa: DTZ007 (a time of day has no offset)
        except ValueError:
            continue
    raise InvalidInput(path, "must be a time of day such as 08:00")
