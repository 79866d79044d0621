"""Storage of codes, sign-in flows, email requests and spent limits; parts of the unit of work."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.accounts.email_request import EmailRequest
from haulage.accounts.factors import Factor, FactorChallenge
from haulage.accounts.flows import AuthFlow
from haulage.accounts.identities import Identity, Provider
from haulage.accounts.one_time import CodePurpose, OneTimeCode
from haulage.accounts.passkeys import Passkey, PasskeyChallenge
from haulage.accounts.recovery_codes import RecoveryCode
from haulage.accounts.social_flows import SocialFlow
from haulage.kernel.rate_limit import RateLimit, Taken


class CodeStore(Protocol):
    """One code for each account and purpose."""

    async def replace(self, code: OneTimeCode) -> None:
        """Keep this code; an earlier one of its account and purpose is dead."""
        ...

    async def get(self, account_id: str, purpose: CodePurpose) -> OneTimeCode | None:
        """Held until the end of the unit, so that guesses are counted one by one."""
        ...

    async def forget(self, account_id: str) -> None:
        """All codes of an account are dead."""
        ...

    async def by_link(self, link_hash: str) -> OneTimeCode | None:
        """Held likewise."""
        ...

    async def count_wrong_guess(self, code: OneTimeCode) -> None: ...

    async def use_up(self, code: OneTimeCode) -> bool:
        """Whether it was there: of two users at once one gets True."""
        ...

    async def purge(self, before: datetime, limit: int) -> int:
        """Forget at most so many codes that were made earlier; how many there were."""
        ...


class FlowStore(Protocol):
    """Sign-ins that a browser began and has not ended."""

    async def add(self, flow: AuthFlow) -> None: ...

    async def get(self, flow_id: str) -> AuthFlow | None: ...

    async def save(self, flow: AuthFlow) -> None: ...

    async def take(self, code_hash: str) -> AuthFlow | None:
        """The flow of an authorization code, which is forgotten: it is exchanged once."""
        ...

    async def purge(self, before: datetime, limit: int) -> int:
        """Forget at most so many flows that were begun earlier; how many there were."""
        ...


class SocialFlowStore(Protocol):
    """Sign-ins that are away at a provider."""

    async def add(self, flow: SocialFlow) -> None: ...

    async def take(self, state_hash: str) -> SocialFlow | None:
        """The flow of a state, which is forgotten: it returns once."""
        ...

    async def purge(self, before: datetime, limit: int) -> int:
        """Forget at most so many flows that were begun earlier; how many there were."""
        ...


class IdentityStore(Protocol):
    """What providers say of the accounts here."""

    async def add(self, identity: Identity) -> None:
        """Raises ``Conflict`` when the provider's account is linked already."""
        ...

    async def by_subject(self, provider: Provider, subject: str) -> Identity | None: ...

    async def of_account(self, account_id: str) -> Sequence[Identity]:
        """Oldest first."""
        ...

    async def save(self, identity: Identity) -> None: ...

    async def remove(self, identity: Identity) -> None: ...


class PasskeyStore(Protocol):
    """Passkeys, and the questions that their signatures answer."""

    async def add(self, passkey: Passkey) -> None:
        """Raises ``Conflict`` when somebody has it already."""
        ...

    async def by_credential(self, credential_id: str) -> Passkey | None: ...

    async def of_account(self, account_id: str) -> Sequence[Passkey]:
        """Oldest first."""
        ...

    async def rename(self, passkey: Passkey, name: str) -> None: ...

    async def note_use(self, passkey: Passkey, sign_count: int, now: datetime) -> bool:
        """Whether it is still as it was read."""
        ...

    async def remove(self, passkey: Passkey) -> None: ...

    async def add_challenge(self, challenge: PasskeyChallenge) -> None: ...

    async def take_challenge(self, challenge_hash: str) -> PasskeyChallenge | None:
        """The challenge, which is forgotten: it is answered once."""
        ...

    async def purge_challenges(self, before: datetime, limit: int) -> int:
        """Forget at most so many challenges that are older; how many there were."""
        ...


class FactorStore(Protocol):
    """Second factors, and the questions for their codes."""

    async def add(self, factor: Factor) -> None: ...

    async def get(self, factor_id: str) -> Factor | None: ...

    async def of_account(self, account_id: str) -> Sequence[Factor]:
        """Oldest first."""
        ...

    async def save(self, factor: Factor) -> None: ...

    async def remove(self, factor: Factor) -> None:
        """With its challenges."""
        ...

    async def add_challenge(self, challenge: FactorChallenge) -> None: ...

    async def challenge(self, challenge_id: str, factor_id: str) -> FactorChallenge | None:
        """Held with its factor until the end of the unit, so that a code is used once."""
        ...

    async def remove_challenges(self, factor_id: str) -> None: ...

    async def purge_challenges(self, before: datetime, limit: int) -> int:
        """Forget at most so many challenges that were made earlier; how many there were."""
        ...

    async def recovery_codes(self, account_id: str) -> Sequence[RecoveryCode]:
        """The account's newest set, used ones among them."""
        ...

    async def replace_recovery_codes(self, account_id: str, codes: Sequence[RecoveryCode]) -> None:
        """Keep these; earlier ones of the account are dead."""
        ...

    async def use_recovery_code(self, account_id: str, code_hash: str, now: datetime) -> RecoveryCode | None:
        """The code, if it was there and unused: of two uses at once one gets it."""
        ...

    async def forget_recovery_codes(self, account_id: str) -> None: ...


class EmailRequestStore(Protocol):
    """Requests for mail; ``request_email`` enqueues the job of each."""

    async def add(self, request: EmailRequest) -> None: ...

    async def get(self, request_id: str) -> EmailRequest | None: ...

    async def take(self, request_id: str) -> bool:
        """Whether it was there: of two processes one answers it."""
        ...


class LimitStore(Protocol):
    """Rate limits that all processes share."""

    async def take(self, key: str, limit: RateLimit, now: datetime) -> Taken:
        """Count one, or say how long to wait."""
        ...

    async def forget(self, key: str) -> None:
        """Let the limit be whole again."""
        ...

    async def purge(self, now: datetime, limit: int) -> int:
        """Forget at most so many limits that are whole again; how many there were."""
        ...
