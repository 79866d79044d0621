"""Codes and links that are mailed, and work once.

One mail carries both: six digits to type, and a long random token in a link. Either uses up both. The
digits could be searched, so they are kept as a keyed hash and few wrong guesses are allowed; the token
cannot be, so a plain hash is enough.
"""

import hmac
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256

import attrs

from haulage.accounts.session import SignInMethod
from haulage.kernel.errors import RuleBroken

CODE_DIGITS = 6
CODE_LIFETIME = timedelta(hours=1)
"""Links and codes expire after one hour (AUT-26)."""
MAX_WRONG_GUESSES = 5
"""Ours: after these a code is dead. Five guesses at a million codes find one in 200,000."""
MAX_CODE_LENGTH = 255


class CodePurpose(StrEnum):
    """What a code proves, in the words of the ``type`` that official clients send."""

    SIGN_UP = "signup"
    MAGIC_LINK = "magiclink"
    RECOVERY = "recovery"
    EMAIL_CHANGE = "email_change"
    EMAIL_CHANGE_CURRENT = "email_change_current"
    """The same change, asked of the mailbox that the account has now; its links say ``email_change`` too."""
    REAUTHENTICATION = "reauthentication"


VERIFIABLE: dict[str, tuple[CodePurpose, ...]] = {
    "signup": (CodePurpose.SIGN_UP, CodePurpose.MAGIC_LINK),
    "magiclink": (CodePurpose.MAGIC_LINK, CodePurpose.SIGN_UP),
    "email": (CodePurpose.MAGIC_LINK, CodePurpose.SIGN_UP),
    "recovery": (CodePurpose.RECOVERY,),
    "email_change": (CodePurpose.EMAIL_CHANGE, CodePurpose.EMAIL_CHANGE_CURRENT),
}
"""The purposes that a client's word stands for. ``email`` is the newer word for both kinds of sign-in."""

LINK_TYPE: dict[CodePurpose, str] = {
    CodePurpose.SIGN_UP: "signup",
    CodePurpose.MAGIC_LINK: "magiclink",
    CodePurpose.RECOVERY: "recovery",
    CodePurpose.EMAIL_CHANGE: "email_change",
    CodePurpose.EMAIL_CHANGE_CURRENT: "email_change",
}
"""The ``type`` in a mailed link. The code of a reauthentication is typed: its mail has none."""

PROVES: dict[CodePurpose, SignInMethod] = {
    CodePurpose.SIGN_UP: SignInMethod.OTP,
    CodePurpose.MAGIC_LINK: SignInMethod.OTP,
    CodePurpose.RECOVERY: SignInMethod.RECOVERY,
    CodePurpose.EMAIL_CHANGE: SignInMethod.OTP,
    CodePurpose.EMAIL_CHANGE_CURRENT: SignInMethod.OTP,
    CodePurpose.REAUTHENTICATION: SignInMethod.OTP,
}


@attrs.define
class OneTimeCodeExpired(RuleBroken):
    """The one-time code is expired, used, wrong or unknown; the answer does not say which."""

    code = "otp_expired"
    message: str = "Token has expired or is invalid"


class EmailNotConfirmed(RuleBroken):
    """The password is right, but the email address is not confirmed yet (AUT-20)."""

    code = "email_not_confirmed"
    message = "Email not confirmed"


@attrs.define
class EmailTooSoon(RuleBroken):
    """An email of this kind was sent to this address a moment ago (AUT-15 reads the seconds)."""

    code = "over_email_send_rate_limit"
    seconds: int

    @property
    def message(self) -> str:
        return f"For security purposes, you can only request this after {self.seconds} seconds."


@attrs.frozen
class OneTimeCode:
    """A mailed code as it is kept: one for each account and purpose, the newest.

    *email* is the address that it was mailed to. *flow_id* names the sign-in flow (RFC 7636) that the
    link goes on with, where there is one.
    """

    account_id: str
    purpose: CodePurpose
    email: str = attrs.field(repr=False)
    code_hash: str = attrs.field(repr=False)
    link_hash: str = attrs.field(repr=False)
    created_at: datetime
    wrong_guesses: int = 0
    flow_id: str | None = None

    def is_over(self, now: datetime) -> bool:
        return now - self.created_at >= CODE_LIFETIME or self.wrong_guesses >= MAX_WRONG_GUESSES

    def is_code(self, fingerprint: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(self.code_hash, fingerprint)


def code_text(account_id: str, purpose: CodePurpose, code: str) -> str:
    """What the keyed hash of a code is made from, so that a hash fits one account and purpose only."""
    return f"one-time code/{purpose}/{account_id}/{code}"


def link_hash(token: str) -> str:
    """What is kept of a link's token."""
    return sha256(token.encode(errors="replace")).hexdigest()
