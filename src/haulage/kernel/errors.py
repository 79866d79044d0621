"""Refusals: a stable code, the data behind it, and the sentence a person reads.

An error here knows nothing of HTTP or exit codes; the shells hold that translation.
"""

from typing import ClassVar

import attrs


@attrs.define(eq=False, str=False)
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


@attrs.define(eq=False, str=False)
class InvalidInput(HaulageError):
    """A value that could never be accepted; *name* is the field that holds it."""

    code: ClassVar[str] = "invalid_input"
    name: str
    reason: str

    @property
    def message(self) -> str:
        return f"{self.name}: {self.reason}"

    @property
    def field(self) -> str | None:
        return self.name


@attrs.define(eq=False, str=False)
class Unauthenticated(HaulageError):
    """Nobody is signed in, and the action needs somebody."""

    code: ClassVar[str] = "unauthenticated"

    @property
    def message(self) -> str:
        return "Sign in to do this."


@attrs.define(eq=False, str=False)
class Forbidden(HaulageError):
    """The actor is known and may not do this."""

    code: ClassVar[str] = "forbidden"

    @property
    def message(self) -> str:
        return "You may not do this."


@attrs.define(eq=False, str=False)
class NotFound(HaulageError):
    """No such thing, or one that the actor must not learn about."""

    code: ClassVar[str] = "not_found"
    what: str

    @property
    def message(self) -> str:
        return f"{self.what} not found"


@attrs.define(eq=False, str=False)
class RuleBroken(HaulageError):
    """A well-formed wish that the present state of things does not allow."""

    code: ClassVar[str] = "rule_broken"


@attrs.define(eq=False, str=False)
class Conflict(RuleBroken):
    """Somebody else changed the thing first; read it again and decide anew."""

    code: ClassVar[str] = "conflict"
    what: str

    @property
    def message(self) -> str:
        return f"The {self.what} was changed by someone else. Please reload and try again."


@attrs.define(eq=False, str=False)
class IllegalMove(RuleBroken):
    """A lifecycle has no such move from the state it is in."""

    code: ClassVar[str] = "illegal_move"
    subject: str
    state: str
    event: str

    @property
    def message(self) -> str:
        state, event = self.state.replace("_", " "), self.event.replace("_", " ")
        return f"This {self.subject} is {state}: it cannot {event}."


@attrs.define(eq=False, str=False)
class Unavailable(HaulageError):
    """An outside service did not answer as it should; nothing was changed."""

    code: ClassVar[str] = "unavailable"
    service: str
    sentence: str = "A service we depend on did not answer. Please try again."
    for_operators: ClassVar[str] = ""
    """What is wrong, where that is known and helps only who runs the server."""

    @property
    def message(self) -> str:
        return self.sentence
