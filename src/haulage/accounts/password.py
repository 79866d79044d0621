"""What a password must be: one rule at sign-up, a stricter one for a new password (OP-54)."""

from collections.abc import Callable
from typing import ClassVar

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken

MIN_SIGN_UP_LENGTH = 6  # AUT-11
MIN_NEW_LENGTH = 8  # AUT-29
MAX_PASSWORD_BYTES = 72
"""Beyond this official clients are refused; it also bounds the work of hashing."""


@attrs.define(eq=False, str=False)
class WeakPassword(RuleBroken):
    """The password is well-formed and too easy. *reasons* are words that programs read."""

    code: ClassVar[str] = "weak_password"
    sentence: str
    reasons: tuple[str, ...]

    @property
    def message(self) -> str:
        return self.sentence

    @property
    def field(self) -> str:
        return "password"


@attrs.define(eq=False, str=False)
class SamePassword(RuleBroken):
    """A new password has to be new."""

    code: ClassVar[str] = "same_password"

    @property
    def message(self) -> str:
        return "New password should be different from the old password."

    @property
    def field(self) -> str:
        return "password"


@attrs.define(eq=False, str=False)
class ReauthenticationNeeded(RuleBroken):
    """The session is old: a mailed code has to come with a new password."""

    code: ClassVar[str] = "reauthentication_needed"

    @property
    def message(self) -> str:
        return "Password update requires reauthentication"


@attrs.define(eq=False, str=False)
class ReauthenticationNotValid(RuleBroken):
    """The mailed code was wrong, late or used."""

    code: ClassVar[str] = "reauthentication_not_valid"

    @property
    def message(self) -> str:
        return "Nonce has expired or is invalid"


def check_sign_up_password(password: str) -> str:
    """The password itself, or the sentence that the registration screen knows (AUT-18)."""
    _check_size(password)
    if len(password) < MIN_SIGN_UP_LENGTH:
        raise WeakPassword(f"Password should be at least {MIN_SIGN_UP_LENGTH} characters", ("length",))
    return password


def check_new_password(password: str) -> str:
    """The password itself, or the first complaint of the reset screen (AUT-29) with all the reasons."""
    _check_size(password)
    broken = [(sentence, reason) for sentence, reason, holds in _NEW_PASSWORD_RULES if not holds(password)]
    if broken:
        raise WeakPassword(broken[0][0], tuple(dict.fromkeys(reason for _, reason in broken)))
    return password


def is_possible_password(password: str) -> bool:
    """Whether any account could have this password; the others need no comparing."""
    try:
        size = len(password.encode())
    except UnicodeEncodeError:
        return False
    return 0 < size <= MAX_PASSWORD_BYTES and "\0" not in password


def _check_size(password: str) -> None:
    if not password:
        raise InvalidInput("password", "is required")
    if not is_possible_password(password):
        raise InvalidInput("password", f"must be text of at most {MAX_PASSWORD_BYTES} bytes without NUL")


def _any(kind: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda password: any(map(kind, password))


def _is_special(character: str) -> bool:
    return not character.isalnum() and not character.isspace()


_NEW_PASSWORD_RULES: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    (
        f"Password must be at least {MIN_NEW_LENGTH} characters long",
        "length",
        lambda password: len(password) >= MIN_NEW_LENGTH,
    ),
    ("Password must contain at least one uppercase letter", "characters", _any(str.isupper)),
    ("Password must contain at least one lowercase letter", "characters", _any(str.islower)),
    ("Password must contain at least one number", "characters", _any(str.isdigit)),
    ("Password must contain at least one special character", "characters", _any(_is_special)),
)
