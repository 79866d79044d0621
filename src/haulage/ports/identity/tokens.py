"""Signing what a client carries, and believing only what was signed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.accounts.refresh import RefreshChain
from haulage.accounts.session import AccessClaims


@attrs.frozen
class TokenSubject:
    """Whom a genuine access token speaks for, until when, and under which key it was signed."""

    account_id: str
    session_id: str
    expires_at: datetime
    key_id: str


class Tokens(Protocol):
    """The server's keys at work. Every process of one marketplace shares them."""

    async def sign(self, claims: AccessClaims) -> str:
        """An access token that anybody can check with :meth:`public_keys`."""
        ...

    async def read(self, token: str) -> TokenSubject:
        """Raises ``BadAccessToken`` unless the token is ours and its time is not over."""
        ...

    async def trusts(self, subject: TokenSubject) -> bool:
        """Whether the key of a token that was read is still one of ours; a fraction of reading it again."""
        ...

    async def public_keys(self) -> Sequence[Mapping[str, str]]:
        """The public halves, as members of a JSON Web Key Set (RFC 7517)."""
        ...

    async def refresh_chain(self) -> RefreshChain:
        """What computes the next refresh token of a chain."""
        ...

    async def seal(self, text: str) -> str:
        """The text as it may be kept: sealed, where a secret to seal it with is configured."""
        ...

    async def unseal(self, stored: str) -> str:
        """What :meth:`seal` kept. Raises ``Unavailable`` when it was sealed under another secret."""
        ...

    async def fingerprint(self, text: str) -> str:
        """A hash that only this server can compute, in 64 hexadecimal digits."""
        ...
