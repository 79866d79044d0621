"""What a password must be: one rule at sign-up, a stricter one for a new password (OP-54)."""

import re
from collections.abc import Callable

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken

MIN_SIGN_UP_LENGTH = 6  # AUT-11
MIN_NEW_LENGTH = 8  # AUT-29
MIN_STEM_LENGTH = 8
"""Ours: a shorter word is but a part of its password."""
COMMON_PASSWORD = "Password is known to be weak and easy to guess, please choose a different one."  # noqa: S105
_ENDING = re.compile(r"[\W\d_]+\Z")
PLATFORM_NAME = "haulage"
MAX_PASSWORD_BYTES = 72
"""Beyond this official clients are refused; it also bounds the work of hashing."""


@attrs.define
class WeakPassword(RuleBroken):
    """The password is too easy to guess. *reasons* are words that programs read."""

    code = "weak_password"
    field = "password"
    message: str
    reasons: tuple[str, ...]


class SamePassword(RuleBroken):
    """The new password is the same as the current one."""

    code = "same_password"
    message = "New password should be different from the old password."
    field = "password"


class CurrentPasswordRequired(RuleBroken):
    """A change of password needs the current one, or a mailed code (ASVS 5.0, 6.2.3)."""

    code = "current_password_required"
    message = "Current password required when setting new password."
    field = "current_password"


class CurrentPasswordInvalid(RuleBroken):
    """The current password that was given is wrong."""

    code = "current_password_invalid"
    message = "The current password is not right."
    field = "current_password"


class ReauthenticationNotValid(RuleBroken):
    """The mailed reauthentication code is wrong, expired or used."""

    code = "reauthentication_not_valid"
    message = "Nonce has expired or is invalid"


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


def check_uncommon(password: str, is_common: Callable[[str], bool], *, email: str) -> None:
    """Refuse what everybody tries first (ASVS 5.0, 6.2.4), with GoTrue's word and sentence for it.

    What is left of a common word without digits and signs at its end is as common, however it is written;
    so are the platform's name and the parts of the account's own address (6.2.11).
    """
    folded = password.casefold()
    stem = _ENDING.sub("", folded)
    if is_common(folded) or (len(stem) >= MIN_STEM_LENGTH and is_common(stem)):
        raise WeakPassword(COMMON_PASSWORD, ("pwned",))
    if {folded, stem} & _own_words(email.casefold()):
        raise WeakPassword(COMMON_PASSWORD, ("pwned",))


def _own_words(email: str) -> set[str]:
    name, _, domain = email.partition("@")
    return {PLATFORM_NAME, email, name, domain, domain.partition(".")[0]}


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
