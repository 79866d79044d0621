"""Turning wishes for mail into mails, after the request that wished has been answered."""

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
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.ports.identity.tokens import Tokens
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.registration import application, newcomer

BATCH = 50

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
    """One mail that answers a wish: the code for which purpose, to whom."""

    purpose: CodePurpose
    to: str = attrs.field(repr=False)


@attrs.frozen
class SendAccountEmails:
    """Each wish in a transaction of its own: the codes, the flow and the mails are kept together, or the
    wish stays. *auth_url* is the address of the account routes, which the links point to. With
    *both_addresses* a change of address is asked of the old mailbox too."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    tokens: Tokens
    templates: EmailTemplates
    auth_url: str
    both_addresses: bool

    async def __call__(self) -> int:
        """How many wishes were looked at; call again when that is a full batch."""
        wishes = await self.storage.read(lambda unit: unit.mail_wishes.oldest(BATCH))
        for wish in wishes:
            try:
                await self._answer(wish)
            except Conflict:
                continue  # Somebody else was at it; the wish is still there.
            except InvalidInput:
                await self._drop(wish)
        return len(wishes)

    async def _answer(self, wish: EmailRequest) -> None:
        keys = await self.tokens.refresh_chain()  # before the transaction, not in it

        async def work(unit: UnitOfWork) -> None:
            if not await unit.mail_wishes.take(wish.id):
                return
            account = await self._account(unit, wish)
            letters = [] if account is None else self._letters(wish, account)
            if account is None or not letters:
                return
            flow = self._flow(wish, account)
            if flow is not None:
                await unit.flows.add(flow)
            for letter in letters:
                await self._post(unit, keys, wish, account, letter, flow)

        await self.storage.write(work)

    async def _post(
        self,
        unit: UnitOfWork,
        keys: RefreshChain,
        wish: EmailRequest,
        account: Account,
        letter: EmailMessage,
        flow: AuthFlow | None,
    ) -> None:
        code, token = self.identifiers.digits(CODE_DIGITS), self.identifiers.new("otl")
        kept = OneTimeCode(
            account_id=account.id,
            purpose=letter.purpose,
            email=letter.to,
            code_hash=keys.fingerprint(code_text(account.id, letter.purpose, code)),
            link_hash=link_hash(token),
            created_at=self.clock.now(),
            flow_id=flow.id if flow else None,
        )
        await unit.codes.replace(kept)
        await unit.mails.add(self._mail(wish, account, letter, code, token, kept.created_at))

    def _letters(self, wish: EmailRequest, account: Account) -> list[EmailMessage]:
        """A change of address is asked of every mailbox that has not answered, and of none once it is
        done, or was wished otherwise since."""
        if wish.purpose is not CodePurpose.EMAIL_CHANGE:
            return [EmailMessage(wish.purpose, wish.email)]
        if wish.account_id is not None and account.new_email != wish.email:
            return []
        asked = sides_to_ask(account, both=self.both_addresses)
        return [EmailMessage(PURPOSE_OF[side], to) for side in asked if (to := address_of(account, side))]

    async def _drop(self, wish: EmailRequest) -> None:
        """A wish that can never be answered must not hold up the others."""

        async def work(unit: UnitOfWork) -> None:
            await unit.mail_wishes.take(wish.id)

        await self.storage.write(work)

    async def _account(self, unit: UnitOfWork, wish: EmailRequest) -> Account | None:
        """Whom the wish is about; None where nothing is to be mailed."""
        if wish.account_id is not None:
            return await unit.accounts.get(wish.account_id)
        account = await unit.accounts.by_email(wish.email)
        if wish.purpose is CodePurpose.EMAIL_CHANGE:
            # Asked for again, by the address that the account has or by the one that it is to have.
            return account or await unit.accounts.by_new_email(wish.email)
        if account is None:
            return await self._added(unit, wish) if wish.create_user else None
        confirmed = account.email_confirmed_at is not None
        return None if confirmed and wish.purpose is CodePurpose.SIGN_UP else account

    async def _added(self, unit: UnitOfWork, wish: EmailRequest) -> Account:
        wanted = application(wish.email, wish.metadata)
        added = newcomer(wanted, identifiers=self.identifiers, now=self.clock.now(), confirmed=False)
        await added.store(unit)
        return added.account

    def _flow(self, wish: EmailRequest, account: Account) -> AuthFlow | None:
        if wish.challenge is None:
            return None
        return AuthFlow(
            id=self.identifiers.new("flw"),
            challenge=wish.challenge,
            method=PROVES[wish.purpose],
            created_at=self.clock.now(),
            account_id=account.id,
        )

    def _mail(
        self, wish: EmailRequest, account: Account, letter: EmailMessage, code: str, token: str, now: datetime
    ) -> QueuedEmail:
        kind = KIND_OF[letter.purpose]
        data = {
            "name": str(account.user_metadata.get("name") or ""),
            "code": code,
            "old_email": account.email,
            "new_email": account.new_email or "",
        }
        if letter.purpose in LINK_TYPE:
            words = {"token": token, "type": LINK_TYPE[letter.purpose], "redirect_to": wish.redirect_to}
            data["link"] = f"{self.auth_url}/verify?{urlencode(words)}"
        mail = self.templates.render(kind, to=letter.to, data=data)
        return QueuedEmail(self.identifiers.new("mil"), kind, mail, now)
