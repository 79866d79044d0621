"""Turn stored email requests into mails, after the HTTP request that made them has been answered."""

from datetime import datetime
from urllib.parse import urlencode

import attrs

from haulage.accounts.account import Account
from haulage.accounts.email_change import PURPOSE_OF, address_of, sides_to_ask
from haulage.accounts.email_request import EmailRequest
from haulage.accounts.flows import AuthFlow
from haulage.accounts.one_time import (
    CODE_DIGITS,
    LINK_TYPE,
    PROVES,
    CodePurpose,
    OneTimeCode,
    code_text,
    link_hash,
)
from haulage.accounts.refresh import RefreshChain
from haulage.kernel.errors import InvalidInput
from haulage.ports.identity.tokens import Tokens
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.email.queue_email import queue_email
from haulage.use_cases.accounts.registration import application, newcomer

KIND_OF: dict[CodePurpose, EmailKind] = {
    CodePurpose.SIGN_UP: EmailKind.CONFIRM_SIGNUP,
    CodePurpose.MAGIC_LINK: EmailKind.MAGIC_LINK,
    CodePurpose.RECOVERY: EmailKind.RECOVERY,
    CodePurpose.EMAIL_CHANGE: EmailKind.EMAIL_CHANGE,
    CodePurpose.EMAIL_CHANGE_CURRENT: EmailKind.EMAIL_CHANGE_CURRENT,
    CodePurpose.REAUTHENTICATION: EmailKind.REAUTHENTICATION,
}


@attrs.frozen
class EmailMessage:
    """One mail that answers an email request: the code's purpose and the recipient."""

    purpose: CodePurpose
    to: str = attrs.field(repr=False)


@attrs.frozen
class SendAccountEmails:
    """Send the mails of stored requests, each request in a transaction of its own.

    The codes, the flow and the mails are stored together, or the request stays. *auth_url* is the address of
    the account routes, which the links point to. With *both_addresses* a change of address is asked of the
    old mailbox too.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    templates: EmailTemplates
    auth_url: str
    both_addresses: bool

    async def __call__(self, request_id: str) -> None:
        """Do the job of one request; again changes nothing."""
        request = await self.storage.read(lambda unit: unit.email_requests.get(request_id))
        if request is None:
            return
        try:
            await self._answer(request)
        except InvalidInput:
            await self._drop(request)

    async def _answer(self, request: EmailRequest) -> None:
        keys = await self.tokens.refresh_chain()  # before the transaction, not in it

        async def work(unit: UnitOfWork) -> None:
            if not await unit.email_requests.take(request.id):
                return
            account = await self._account(unit, request)
            messages = [] if account is None else self._messages(request, account)
            if account is None or not messages:
                return
            flow = self._flow(request, account)
            if flow is not None:
                await unit.flows.add(flow)
            for message in messages:
                await self._post(unit, keys, request, account, message, flow)

        await self.storage.write(work)

    async def _post(
        self,
        unit: UnitOfWork,
        keys: RefreshChain,
        request: EmailRequest,
        account: Account,
        message: EmailMessage,
        flow: AuthFlow | None,
    ) -> None:
        code, token = self.identifiers.digits(CODE_DIGITS), self.identifiers.new("otl")
        stored = OneTimeCode(
            account_id=account.id,
            purpose=message.purpose,
            email=message.to,
            code_hash=keys.fingerprint(code_text(account.id, message.purpose, code)),
            link_hash=link_hash(token),
            created_at=self.clock.now(),
            flow_id=flow.id if flow else None,
        )
        await unit.codes.replace(stored)
        await queue_email(unit, self._mail(request, account, message, code, token, stored.created_at))

    def _messages(self, request: EmailRequest, account: Account) -> list[EmailMessage]:
        """A change of address is asked of every mailbox that has not answered, and of none once it is
        done, or another change was requested since."""
        if request.purpose is not CodePurpose.EMAIL_CHANGE:
            return [EmailMessage(request.purpose, request.email)]
        if request.account_id is not None and account.new_email != request.email:
            return []
        sides = sides_to_ask(account, both=self.both_addresses)
        return [EmailMessage(PURPOSE_OF[side], to) for side in sides if (to := address_of(account, side))]

    async def _drop(self, request: EmailRequest) -> None:
        """Drop a request that can never be answered."""

        async def work(unit: UnitOfWork) -> None:
            await unit.email_requests.take(request.id)

        await self.storage.write(work)

    async def _account(self, unit: UnitOfWork, request: EmailRequest) -> Account | None:
        """The account that the request is about; None where nothing is to be mailed."""
        if request.account_id is not None:
            return await unit.accounts.get(request.account_id)
        account = await unit.accounts.by_email(request.email)
        if request.purpose is CodePurpose.EMAIL_CHANGE:
            # Asked for again, by the address that the account has or by the one that it is to have.
            return account or await unit.accounts.by_new_email(request.email)
        if account is None:
            return await self._added(unit, request) if request.create_user else None
        confirmed = account.email_confirmed_at is not None
        return None if confirmed and request.purpose is CodePurpose.SIGN_UP else account

    async def _added(self, unit: UnitOfWork, request: EmailRequest) -> Account:
        wanted = application(request.email, request.metadata)
        added = newcomer(wanted, identifiers=self.identifiers, now=self.clock.now(), confirmed=False)
        await added.store(unit)
        return added.account

    def _flow(self, request: EmailRequest, account: Account) -> AuthFlow | None:
        if request.challenge is None:
            return None
        return AuthFlow(
            id=self.identifiers.new("flw"),
            challenge=request.challenge,
            method=PROVES[request.purpose],
            created_at=self.clock.now(),
            account_id=account.id,
        )

    def _mail(
        self,
        request: EmailRequest,
        account: Account,
        message: EmailMessage,
        code: str,
        token: str,
        now: datetime,
    ) -> QueuedEmail:
        kind = KIND_OF[message.purpose]
        data = {
            "name": str(account.user_metadata.get("name") or ""),
            "code": code,
            "old_email": account.email,
            "new_email": account.new_email or "",
        }
        if message.purpose in LINK_TYPE:
            words = {"token": token, "type": LINK_TYPE[message.purpose], "redirect_to": request.redirect_to}
            data["link"] = f"{self.auth_url}/verify?{urlencode(words)}"
        mail = self.templates.render(kind, to=message.to, data=data)
        return QueuedEmail(self.identifiers.new("mil"), kind, mail, now)
