"""Request a mail that proves an address: password recovery, a one-time code, a repeat."""

import attrs

from haulage.accounts.email_address import normal_email
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.flows import CodeChallenge
from haulage.accounts.metadata import Metadata, check_metadata
from haulage.accounts.one_time import CodePurpose
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.request_email import request_email
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.registration import application


@attrs.frozen
class RequestEmail:
    """Stores a request for a mail with a code.

    Known and unknown addresses are treated alike: counted, written down, answered (OP-59).
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    gate: AuthRateLimits
    current_user: CurrentUser

    async def __call__(
        self,
        purpose: CodePurpose,
        email: str,
        *,
        redirect_to: str = "",
        challenge: CodeChallenge | None = None,
        create_user: bool = False,
        metadata: Metadata | None = None,
        caller: str | None = None,
    ) -> None:
        """Raises ``InvalidInput``, ``EmailTooSoon`` or ``TooManyRequests``."""
        address = normal_email(email)
        checked = check_metadata(metadata or {})
        if create_user:
            application(address, checked)
        await self.gate.ask_for_mail(purpose, address, caller)
        request = EmailRequest(
            id=self.identifiers.new("wsh"),
            purpose=purpose,
            email=address,
            redirect_to=redirect_to,
            created_at=self.clock.now(),
            challenge=challenge,
            create_user=create_user,
            metadata=checked,
        )
        await self._store(request)

    async def to_reauthenticate(self, access_token: str, *, caller: str | None = None) -> None:
        """A code that shows that the person at the device still reads the account's mail."""
        account = (await self.current_user(access_token)).account
        await self.gate.ask_for_mail(CodePurpose.REAUTHENTICATION, account.email, caller)
        request = EmailRequest(
            id=self.identifiers.new("wsh"),
            purpose=CodePurpose.REAUTHENTICATION,
            email=account.email,
            redirect_to="",
            created_at=self.clock.now(),
            account_id=account.id,
        )
        await self._store(request)

    async def _store(self, request: EmailRequest) -> None:
        async def work(unit: UnitOfWork) -> None:
            await request_email(unit, request)

        await self.storage.write(work)
