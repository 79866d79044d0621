"""Options that many commands share, and the types of their values."""

import functools
import re
from collections.abc import Callable, Collection
from datetime import datetime, time
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point

Function = TypeVar("Function", bound=Callable[..., Any])

MAX_NUMBER_LENGTH = 40
MOST_DECIMALS = 20
MOST_DIGITS = 20


class ExactNumber(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """A number as it reads: 7.53 is 753/100. The *field* is what a refusal names."""

    name = "number"

    def __init__(self, field: str) -> None:
        self.field = field

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Decimal:
        text = str(value)
        if len(text) > MAX_NUMBER_LENGTH:
            raise InvalidInput(self.field, f"must be written in at most {MAX_NUMBER_LENGTH} characters")
        if not text.isascii() or "_" in text:
            self.fail(f"{text!r} is not a number", param, ctx)
        try:
            number = Decimal(text)
        except InvalidOperation:
            self.fail(f"{text!r} is not a number", param, ctx)
        if not number.is_finite():
            raise InvalidInput(self.field, "must be a finite number")
        if number and not -MOST_DECIMALS <= number.adjusted() <= MOST_DIGITS:
            raise InvalidInput(self.field, "is too large or too small to be believed")
        return number


class OneOf(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """A member of an enumeration, or of the part of it that is *offered*, written as its value."""

    def __init__(self, kind: type[StrEnum], offered: Collection[StrEnum] | None = None) -> None:
        self.offered = [each for each in kind if offered is None or each in offered]
        self.name = "|".join(self.offered)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> StrEnum:
        try:
            return self.offered[self.offered.index(value)]
        except ValueError:
            self.fail(f"{value!r} is not one of {', '.join(self.offered)}", param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - click's
        return f"[{self.name}]"


class Words(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """Text that a terminal and a database can both hold."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in text):
            self.fail("must be valid text", param, ctx)
        return text


class Position(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """``LAT,LNG`` in degrees."""

    name = "lat,lng"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Point:
        lat, _, lng = str(value).partition(",")
        try:
            degrees = float(lat), float(lng)
        except ValueError:
            self.fail(f"{value!r} is not LAT,LNG, such as 40.7484,-73.9857", param, ctx)
        return Point(*degrees)


class InstantWithOffset(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """A time in ISO 8601 with its offset; one without is refused by the rule that needs it."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            return datetime.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a time such as 2026-12-01T09:30:00-05:00", param, ctx)


class TimeOfDay(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """``HH:MM``."""

    name = "hh:mm"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> time:
        if not (isinstance(value, str) and re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", value)):
            self.fail(f"{value!r} is not a time of day such as 08:00", param, ctx)
        return time.fromisoformat(value)


WORDS = Words()
POSITION = Position()
INSTANT = InstantWithOffset()
TIME_OF_DAY = TimeOfDay()


def with_json(function: Function) -> Function:
    """``--json``, given to the command as ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(function)


def with_settings(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--data`` and ``--database`` over the environment, given to the command as ``settings``."""

    @functools.wraps(function)
    def command(data: Path | None, database: str | None, **rest: Any) -> Any:
        from haulage_adapters.settings import read_settings

        return function(settings=read_settings(data=data, database=database), **rest)

    data = click.option(
        "--data",
        type=click.Path(path_type=Path),
        help="Folder for everything that is written [HAULAGE_DATA, default haulage-data].",
    )
    database = click.option(
        "--database",
        type=WORDS,
        metavar="URL",
        help="Database, such as postgresql+psycopg://user@host/name [HAULAGE_DATABASE, default SQLite "
        "in the data folder].",
    )
    return data(database(command))


def acting(function: Function) -> Function:
    """``--as EMAIL``, given to the command as ``email``: the account whose rights count."""
    return click.option(
        "--as",
        "email",
        type=WORDS,
        metavar="EMAIL",
        required=True,
        envvar="HAULAGE_AS",
        show_envvar=True,
        help="For whom this is done.",
    )(function)


def with_page(function: Function) -> Function:
    """``--limit`` and ``--cursor`` of a list."""
    limit = click.option(
        "--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="Rows at most."
    )
    cursor = click.option("--cursor", type=WORDS, help="Go on after this cursor of an earlier list.")
    return limit(cursor(function))


def examples(*lines: str) -> str:
    """The end of a command's help; the mark keeps click from joining the lines."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


PHOTO = click.Path(exists=True, dir_okay=False, path_type=Path)


def read_photo(photo: Path) -> bytes:
    """Raises ``InvalidInput`` for a file that cannot be read."""
    try:
        return photo.read_bytes()
    except OSError as error:
        raise InvalidInput("photo", f"{photo} cannot be read: {error.strerror}") from None
