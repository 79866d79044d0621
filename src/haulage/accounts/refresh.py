"""Refresh tokens: a chain in which each token is worth one exchange.

Only hashes are kept. The next token of a chain is the HMAC of the one before under a server key, so a
client that lost the answer can be given the very same token again, although it is stored nowhere.

What a repeated token means:

- within the reuse interval of its use: its client lost the answer or sent the request twice, and gets the
  active token;
- after that: two parties hold the chain, and all of it is revoked (RFC 9700, section 4.14.2).

GoTrue forgives the parent of the active token for ever. Then a thief who takes turns with the owner is
never noticed, because each of them always presents the parent of what the other was given.
"""

import hmac
from base64 import urlsafe_b64encode
from datetime import datetime
from enum import Enum, auto
from hashlib import sha256

import attrs

from haulage.accounts.session import STANDARD_SESSION_TERMS, Session, SessionTerms
from haulage.kernel.errors import RuleBroken

MAX_REFRESH_TOKEN_LENGTH = 255


class RefreshTokenNotFound(RuleBroken):
    """The refresh token was never issued, or its session was signed out."""

    code = "refresh_token_not_found"
    message = "Invalid Refresh Token: Refresh Token Not Found"


class RefreshTokenAlreadyUsed(RuleBroken):
    """The refresh token was used too long ago to be a repeated request: its session is revoked."""

    code = "refresh_token_already_used"
    message = "Invalid Refresh Token: Already Used"


class SessionExpired(RuleBroken):
    """The session reached its greatest age, or was not used for too long."""

    code = "session_expired"
    message = "Invalid Refresh Token: Session Expired"


@attrs.frozen
class RefreshToken:
    """A link of a session's chain as it is kept. ``generation`` counts from zero."""

    hash: str
    session_id: str
    generation: int
    issued_at: datetime
    used_at: datetime | None = None


@attrs.frozen
class RefreshFamily:
    """A session, the token that was presented, and the newest of its chain."""

    session: Session
    presented: RefreshToken
    active: RefreshToken


class RefreshVerdict(Enum):
    """What a presented token is worth."""

    EXCHANGE = auto()
    """It is the active one: issue its child."""
    REPEAT = auto()
    """Give the active token again."""
    REVOKE = auto()
    """Two parties hold this chain: end the session."""
    REFUSE = auto()
    """The chain was revoked before."""


def judge(
    family: RefreshFamily, now: datetime, terms: SessionTerms = STANDARD_SESSION_TERMS
) -> RefreshVerdict:
    """Losing an answer is common and theft is rare, so a repetition soon after the use is forgiven."""
    if family.session.revoked_at is not None:
        return RefreshVerdict.REFUSE
    used_at = family.presented.used_at
    if family.presented.generation == family.active.generation or used_at is None:
        return RefreshVerdict.EXCHANGE
    if now - used_at <= terms.refresh_reuse_interval:
        return RefreshVerdict.REPEAT
    return RefreshVerdict.REVOKE


def token_hash(token: str) -> str:
    """What is kept of a token. It is random, so a plain hash cannot be searched."""
    return sha256(token.encode(errors="replace")).hexdigest()


def first_token(token: str, session: Session) -> RefreshToken:
    """The beginning of a session's chain."""
    return RefreshToken(token_hash(token), session.id, 0, session.created_at)


def next_token(token: str, parent: RefreshToken, now: datetime) -> RefreshToken:
    """The link that follows *parent*; *token* is its clear form."""
    return RefreshToken(token_hash(token), parent.session_id, parent.generation + 1, now)


@attrs.frozen
class RefreshChain:
    """Computes the tokens that follow a token. The key never leaves the server."""

    key: bytes = attrs.field(repr=False)

    def after(self, token: str, steps: int = 1) -> str:
        """The token that is *steps* exchanges later than *token*."""
        for _ in range(steps):
            digest = hmac.digest(self.key, token.encode(errors="replace"), "sha256")
            token = urlsafe_b64encode(digest).rstrip(b"=").decode()
        return token

    def fingerprint(self, text: str) -> str:
        """A keyed hash under a label of its own, so that it is never a token of the chain."""
        return hmac.digest(self.key, b"fingerprint/" + text.encode(errors="replace"), "sha256").hex()
