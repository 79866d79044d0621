"""Refusals: a stable code, the data behind it, and the sentence a person reads.

Most are three lines, which replace what the base says: ``code``, ``message`` and, where one is at fault,
``field``. A class with data of its own is ``attrs.define``, and its message a property that names the data.
An error here knows nothing of HTTP or exit codes; the shells hold that translation.
"""

from typing import ClassVar

import attrs


@attrs.define
class HaulageError(Exception):
    """Anything that this library refuses to do, and why."""

    code: ClassVar[str] = "error"

    @property
    def message(self) -> str:
        """The sentence that a person reads."""
        return "The request was refused."

    @property
    def field(self) -> str | None:
        """The input field at fault, where there is one."""
        return None

    def __str__(self) -> str:
        return self.message


@attrs.define
class InvalidInput(HaulageError):
    """A value that could never be accepted; *name* is the field that holds it."""

    code = "invalid_input"
    name: str
    reason: str

    @property
    def message(self) -> str:
        return f"{self.name}: {self.reason}"

    @property
    def field(self) -> str | None:
        return self.name


class Unauthenticated(HaulageError):
    """Nobody is signed in, and the action needs somebody."""

    code = "unauthenticated"
    message = "Sign in to do this."


class Forbidden(HaulageError):
    """The actor is known and may not do this."""

    code = "forbidden"
    message = "You may not do this."


@attrs.define
class NotFound(HaulageError):
    """No such thing, or one that the actor must not learn about."""

    code = "not_found"
    what: str

    @property
    def message(self) -> str:
        return f"{self.what} not found"


class RuleBroken(HaulageError):
    """A well-formed request that the present state does not allow."""

    code = "rule_broken"


@attrs.define
class Conflict(RuleBroken):
    """Somebody else changed the thing first; read it again and decide anew."""

    code = "conflict"
    what: str

    @property
    def message(self) -> str:
        return f"The {self.what} was changed by someone else. Please reload and try again."


@attrs.define
class IllegalMove(RuleBroken):
    """A lifecycle has no such move from the state it is in."""

    code = "illegal_move"
    subject: str
    state: str
    event: str

    @property
    def message(self) -> str:
        sentence = f"This {self.subject} is {self.state}: it cannot {self.event}.".replace("_", " ")
        # The status of an order is spelled as the documents spell it, sentences as Americans do.
        return sentence.replace("cancelled", "canceled")


@attrs.define
class Unavailable(HaulageError):
    """An outside service did not answer as it should; nothing was changed."""

    code = "unavailable"
    service: str
    message: str = "A service we depend on did not answer. Please try again."
    for_operators: ClassVar[str] = ""
    """What is wrong, where that is known and helps only who runs the server."""
