"""Operators read why something did not answer; customers read that it did not."""

from typing import ClassVar

from haulage.kernel.errors import Unavailable
from haulage.kernel.operator_words import operator_words


class FromDriver(Exception):
    """As the database's library wraps the driver's errors: its own text has the statement."""

    def __init__(self, orig: Exception) -> None:
        super().__init__("INSERT INTO people VALUES ('555-0100')")
        self.orig = orig


class DiskFull(Unavailable):
    for_operators: ClassVar[str] = "The disk is full."


def raised(error: Exception, *causes: Exception) -> Exception:
    """*error* with the first cause behind it, the second behind that, and so on."""
    last = error
    for cause in causes:
        last.__cause__ = cause
        last = cause
    return error


def test_the_drivers_words_are_found_behind_any_number_of_errors() -> None:
    locked = FromDriver(RuntimeError("database is locked\nDETAIL: row (555-0100)"))
    refusal = raised(Unavailable("storage"), RuntimeError("order"), locked)
    assert operator_words(refusal) == f"{Unavailable('storage').message} (database is locked)"


def test_a_sentence_for_operators_takes_the_place_of_that_for_customers() -> None:
    assert operator_words(DiskFull("storage")) == "The disk is full."
    assert operator_words(raised(Unavailable("storage"), DiskFull("storage"))) == "The disk is full."


def test_other_errors_say_what_they_say_or_their_name() -> None:
    assert operator_words(ValueError("seven")) == "seven"
    assert operator_words(ValueError()) == "ValueError"
