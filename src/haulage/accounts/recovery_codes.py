"""Recovery codes: ten codes on paper, each of which stands once for a second factor that is lost.

They are shown when they are made and kept as keyed hashes. Ten digits are 33 bits, where ASVS 5.0, 6.5.4,
asks for 20; guesses are counted with those of the second factor.
"""

from datetime import datetime

import attrs

from haulage.kernel.errors import RuleBroken

RECOVERY_CODES = 10
RECOVERY_DIGITS = 10
HALF = RECOVERY_DIGITS // 2


class WrongRecoveryCode(RuleBroken):
    """The recovery code is not one of this account's, or was used already."""

    code = "mfa_verification_failed"
    message = "This recovery code is wrong or was used already"


class NoSecondFactor(RuleBroken):
    """Recovery codes replace a second factor, and the account has none."""

    code = "mfa_factor_not_found"
    message = "Set up a second factor first"


@attrs.frozen
class RecoveryCode:
    """A code as it is kept."""

    hash: str
    account_id: str
    created_at: datetime
    used_at: datetime | None = None


def written(digits: str) -> str:
    """A code as people read it, such as ``12345-67890``."""
    return f"{digits[:HALF]}-{digits[HALF:]}"


def typed(text: str) -> str | None:
    """The digits of what somebody typed; None where it cannot be a code."""
    digits = "".join(text.replace("-", " ").split())
    return digits if len(digits) == RECOVERY_DIGITS and digits.isascii() and digits.isdigit() else None


def recovery_code_text(account_id: str, digits: str) -> str:
    """What the keyed hash of a code is made from, so that a hash fits one account only."""
    return f"recovery code/{account_id}/{digits}"
