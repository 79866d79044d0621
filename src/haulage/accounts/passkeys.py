"""Passkeys (WebAuthn): a key pair in somebody's device, opened there by a finger, a face or a PIN.

**Decision.** A passkey counts as two factors: the device is one that somebody has, and it checks what
they know or are before every signature, which we require. A session that it opens is of level aal2, as
NIST SP 800-63B, section 5.1.9, has it for multi-factor cryptographic devices.
"""

from datetime import datetime, timedelta
from hashlib import sha256

import attrs

from haulage.accounts.factors import friendly_name
from haulage.kernel.errors import NotFound, RuleBroken

PASSKEY_CHALLENGE_LIFETIME = timedelta(minutes=5)
MAX_PASSKEYS = 10
MAX_CREDENTIAL_ID = 1_400
"""In letters of base64url: WebAuthn Level 3, section 5.8.3, allows 1023 bytes."""
MAX_PUBLIC_KEY = 2_000
UNNAMED = "Passkey"


class PasskeysUnavailable(RuleBroken):
    """Passkeys need a server with a host name, and https or localhost."""

    code = "passkey_disabled"
    message = "Passkeys need a public address with a name and https"


@attrs.define
class PasskeyNotFound(NotFound):
    """No such passkey of this account."""

    code = "webauthn_credential_not_found"
    what: str = "Passkey"


class BadPasskey(RuleBroken):
    """The passkey's answer failed its verification; the answer does not say why."""

    code = "webauthn_verification_failed"
    message = "The passkey could not be verified. Please try again"


class PasskeyChallengeExpired(RuleBroken):
    """The passkey challenge is expired or was answered before; a new one may be requested."""

    code = "webauthn_challenge_expired"
    message = "That took too long, or was answered before. Please try again"


class PasskeyExists(RuleBroken):
    """This passkey is registered already."""

    code = "webauthn_credential_exists"
    message = "This passkey is registered already"


class TooManyPasskeys(RuleBroken):
    """The account has the largest allowed number of passkeys."""

    code = "too_many_passkeys"
    message = f"An account has at most {MAX_PASSKEYS} passkeys. Remove one to go on"


@attrs.frozen
class Passkey:
    """The public half as it is kept; ``credential_id`` and ``public_key`` are base64url.

    ``sign_count`` is the device's own count of signatures: one that does not grow tells of a copy, and
    zero that it does not count.
    """

    id: str
    account_id: str
    credential_id: str = attrs.field(repr=False)
    public_key: str = attrs.field(repr=False)
    sign_count: int
    name: str = attrs.field(repr=False)
    backed_up: bool
    """Whether the device's maker keeps a copy, as phones do."""
    created_at: datetime
    last_used_at: datetime | None = None


@attrs.frozen
class PasskeyChallenge:
    """A question that one signature answers; *account_id* is who wants to register, or None to sign in."""

    hash: str
    created_at: datetime
    account_id: str | None = None

    @property
    def expires_at(self) -> datetime:
        return self.created_at + PASSKEY_CHALLENGE_LIFETIME

    def is_late(self, now: datetime) -> bool:
        return now > self.expires_at


def challenge_hash(challenge: str) -> str:
    """What is kept of a challenge."""
    return sha256(challenge.encode(errors="replace")).hexdigest()


def passkey_name(given: str | None) -> str:
    """Raises ``InvalidInput`` for names that nobody could read."""
    return friendly_name(given) or UNNAMED
