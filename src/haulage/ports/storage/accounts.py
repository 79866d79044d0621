"""Where accounts and sessions are kept."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

import attrs

from haulage.accounts.account import Account, User
from haulage.accounts.devices import Device
from haulage.accounts.refresh import RefreshFamily, RefreshToken
from haulage.accounts.session import AssuranceLevel, Bearer, Proof, Session, SignedIn
from haulage.ports.storage.paging import Page, PageRequest


class KeyPurpose(StrEnum):
    """What a kept key is for."""

    ACCESS = "access"
    """Signs access tokens."""
    REFRESH = "refresh"
    """Derives refresh tokens."""
    PROOF = "proof"
    """Seals proofs of delivery, and nothing else."""


@attrs.frozen
class StoredKey:
    """A key of the server. Numbers count from one for each purpose; the highest is in use.

    ``material`` is what the token adapter wrote: sealed, where a secret to seal it with is configured.
    """

    id: str
    purpose: KeyPurpose
    number: int
    created_at: datetime
    material: str = attrs.field(repr=False)


class AccountStore(Protocol):
    """Accounts, users, sessions and keys; part of the unit of work."""

    async def add(self, account: Account, user: User) -> None:
        """Raises ``EmailTaken`` when an account has the address, however close the race."""
        ...

    async def get(self, account_id: str) -> Account | None: ...

    async def any_exist(self) -> bool:
        """Whether anybody has an account here."""
        ...

    async def by_email(self, email: str) -> Account | None:
        """The account of a normalised address."""
        ...

    async def by_new_email(self, email: str) -> Account | None:
        """The account that is about to have a normalised address; of several the last changed one."""
        ...

    async def save(self, before: Account, after: Account) -> Account:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def note_sign_in(self, account: Account, now: datetime) -> bool:
        """Remember the sign-in, unless the account is gone or its password was changed since it was read."""
        ...

    async def user(self, user_id: str) -> User | None: ...

    async def user_of(self, account_id: str) -> User | None: ...

    async def save_user(self, before: User, after: User) -> User:
        """Like :meth:`save`."""
        ...

    async def open_session(self, session: Session, token: RefreshToken) -> None:
        """Add a session with the beginning of its chain."""
        ...

    async def signed_in(self, session_id: str) -> SignedIn | None:
        """Whose session this is; None once it was signed out or revoked."""
        ...

    async def bearers(self, session_ids: Sequence[str]) -> dict[str, Bearer]:
        """Who bears these sessions; those that were signed out or revoked are left out."""
        ...

    async def refresh_family(self, token_hash: str) -> RefreshFamily | None:
        """The chain that a token belongs to, held so that nobody else exchanges a token of it meanwhile."""
        ...

    async def exchange(self, used: RefreshToken, issued: RefreshToken, now: datetime) -> None:
        """Mark one link of a held chain as used, and add the next."""
        ...

    async def append_link(self, session_id: str, token_hash: str, now: datetime) -> None:
        """Begin the chain anew: its active link counts as used, and one that nobody can compute follows."""
        ...

    async def note_use(self, session_id: str, device: Device, now: datetime) -> None:
        """Remember when and from where a session was used, unless that was noted a moment ago."""
        ...

    async def sessions_of(self, account_id: str, page: PageRequest) -> Page[Session]:
        """Living ones, the newest first."""
        ...

    async def raise_session(
        self, session_id: str, proofs: Sequence[Proof], assurance: AssuranceLevel
    ) -> None:
        """Note a further proof of identity."""
        ...

    async def lower_sessions(self, account_id: str, *, keep: str | None = None) -> None:
        """Let the account's sessions count as proved by one factor, except *keep*."""
        ...

    async def end_sessions_with_one_factor(self, account_id: str) -> None:
        """Forget the sessions of an account that never gave a second factor."""
        ...

    async def revoke_session(self, session_id: str, now: datetime) -> None:
        """End a session and keep its chain, so that its tokens are recognised as used up."""
        ...

    async def end_session(self, session_id: str) -> None:
        """Forget a session and its chain."""
        ...

    async def end_session_of(self, account_id: str, session_id: str) -> bool:
        """The same for a session of this account; whether there was one."""
        ...

    async def end_sessions(self, account_id: str, *, keep: str | None = None) -> None:
        """Forget all sessions of an account, except perhaps one."""
        ...

    async def sessions_began(self, account_id: str, *, besides: str) -> Sequence[datetime]:
        """When the account's living sessions began, except one."""
        ...

    async def know_network(self, account_id: str, network_hash: str, now: datetime) -> None:
        """Remember that the account's password was shown from there."""
        ...

    async def knows_network(self, email: str, network_hash: str, since: datetime) -> bool:
        """Whether the account with this normalised address showed its password from there since then."""
        ...

    async def purge_networks(self, before: datetime, limit: int) -> int:
        """Forget at most so many networks from which nobody came since; how many there were."""
        ...

    async def purge_sessions(self, unused_since: datetime, limit: int) -> int:
        """Forget sessions with their chains that nobody has refreshed since; how many there were."""
        ...

    async def administrators(self, limit: int) -> Sequence[User]:
        """So many of them, by id."""
        ...

    async def administrators_without_second_factor(self) -> int:
        """How many have neither a factor that was ever used nor a passkey."""
        ...

    async def keys(self) -> Sequence[StoredKey]:
        """All keys, by purpose and number."""
        ...

    async def add_key(self, key: StoredKey) -> None:
        """Raises ``Conflict`` when the purpose has a key with this number already."""
        ...
