"""Asking authenticators, and believing what they sign."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import attrs

Credential = Mapping[str, Any]
"""What a browser's ``PublicKeyCredential.toJSON()`` says."""


@attrs.frozen
class NewCredential:
    """A key pair that was made for us: its name and its public half, both base64url."""

    credential_id: str
    public_key: str
    sign_count: int
    backed_up: bool


@attrs.frozen
class Answered:
    """What an answer says of itself, before anything of it is believed."""

    challenge: str
    credential_id: str
    user_handle: str | None = None


class PasskeyCeremonies(Protocol):
    """Registration and authentication of Web Authentication Level 2, for one site."""

    @property
    def available(self) -> bool:
        """Whether browsers offer passkeys at the site's address."""
        ...

    def registration_options(
        self, challenge: str, *, account_id: str, name: str, known: Sequence[str]
    ) -> Mapping[str, Any]:
        """For ``navigator.credentials.create``; *known* are credentials that need no second passkey."""
        ...

    def authentication_options(self, challenge: str) -> Mapping[str, Any]:
        """For ``navigator.credentials.get``; whoever holds a passkey here says which."""
        ...

    def answered(self, credential: Credential) -> Answered:
        """Raises ``BadPasskey`` for what is no answer at all."""
        ...

    def registered(self, credential: Credential, challenge: str) -> NewCredential:
        """The key pair, made for this site by a device that checked its holder. Raises ``BadPasskey``."""
        ...

    def proven(self, credential: Credential, challenge: str, *, public_key: str, sign_count: int) -> int:
        """The device's new count, after a signature for this site by a device that checked its holder.

        Raises ``BadPasskey``, also where the count did not grow.
        """
        ...
