"""Proof Key for Code Exchange (RFC 7636): the browser that began a sign-in is the one that ends it.

The browser keeps a random verifier and sends its hash, the challenge. Whoever comes back with the
authorization code must also bring the verifier.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256

import attrs

from haulage.accounts.session import SignInMethod
from haulage.kernel.errors import InvalidInput, NotFound, RuleBroken

FLOW_LIFETIME = timedelta(minutes=5)
"""From the authorization code to its exchange."""
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
"""RFC 7636, section 4.1; a challenge has the same letters and lengths (4.2)."""


class ChallengeMethod(StrEnum):
    """How the challenge was made from the verifier.

    There is one way. Under RFC 7636's ``plain`` the challenge is the verifier itself, so whoever reads the
    address that begins a sign-in could end it (RFC 9700, section 2.1.1; ASVS 5.0, 10.4.6).
    """

    S256 = "s256"


@attrs.frozen
class CodeChallenge:
    """What the browser sent ahead."""

    challenge: str
    method: ChallengeMethod

    def met_by(self, verifier: str) -> bool:
        """Compared in constant time."""
        digest = sha256(verifier.encode(errors="replace")).digest()
        return hmac.compare_digest(self.challenge.encode(), urlsafe_b64encode(digest).rstrip(b"="))


def code_challenge(challenge: str | None, method: str | None) -> CodeChallenge | None:
    """The challenge that a client sent, or None where it sent none.

    Raises ``InvalidInput`` for one half without the other, and for what RFC 7636 does not allow.
    """
    if not challenge and not method:
        return None
    if not challenge or VERIFIER.fullmatch(challenge) is None:
        raise InvalidInput("code_challenge", "must be 43 to 128 letters, digits or -._~")
    try:
        return CodeChallenge(challenge, ChallengeMethod((method or "").lower()))
    except ValueError:
        raise InvalidInput("code_challenge_method", "must be s256") from None


@attrs.define
class FlowNotFound(NotFound):
    """No sign-in has this authorization code, or the code was exchanged before."""

    code = "flow_state_not_found"
    message = "invalid flow state, no valid flow state found"
    what: str = "Flow"


class FlowExpired(RuleBroken):
    """The authorization code was exchanged too late."""

    code = "flow_state_expired"
    message = "invalid flow state, flow state has expired"


class BadCodeVerifier(RuleBroken):
    """The PKCE code verifier does not match the challenge with which the sign-in began."""

    code = "bad_code_verifier"
    message = "code challenge does not match previously saved code verifier"


@attrs.frozen
class AuthFlow:
    """A sign-in under way. The account and the code are known once the person has proved themselves.

    Where *session_id* is set, nobody signs in: that session goes on, after a provider was linked to it.
    """

    id: str
    challenge: CodeChallenge
    method: SignInMethod
    created_at: datetime
    account_id: str | None = None
    code_hash: str | None = None
    issued_at: datetime | None = None
    session_id: str | None = None

    def is_late(self, now: datetime) -> bool:
        return self.issued_at is None or now - self.issued_at > FLOW_LIFETIME
