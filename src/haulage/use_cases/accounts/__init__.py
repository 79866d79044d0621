"""Everything that can be done with accounts and sessions, as one value of callables."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Self

import attrs

from haulage.accounts.identities import Provider
from haulage.accounts.redirects import RedirectRules
from haulage.accounts.session import STANDARD_SESSION_TERMS, SessionTerms
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.clock import Clock
from haulage.ports.identifiers import Identifiers
from haulage.ports.mail import MailTemplates
from haulage.ports.one_time_passwords import OneTimePasswords
from haulage.ports.passkeys import PasskeyCeremonies
from haulage.ports.passwords import Passwords
from haulage.ports.social_sign_in import SocialSignIn
from haulage.ports.storage import Storage
from haulage.ports.tokens import Tokens
from haulage.use_cases.accounts.admins import GrantAdmin, RevokeAdmin
from haulage.use_cases.accounts.admitting import Admit
from haulage.use_cases.accounts.answering_mail import AnswerMailWishes
from haulage.use_cases.accounts.asking_for_mail import AskForMail
from haulage.use_cases.accounts.current_user import Authenticate, CurrentUser
from haulage.use_cases.accounts.factors import EnrolledFactor, SecondFactors
from haulage.use_cases.accounts.forgetting import ForgetSpent
from haulage.use_cases.accounts.gate import STANDARD_ACCOUNT_LIMITS, AccountLimit, Gate
from haulage.use_cases.accounts.get_auth_user import AuthUser, GetAuthUser
from haulage.use_cases.accounts.grant import GrantTokens
from haulage.use_cases.accounts.moving import MoveAccount
from haulage.use_cases.accounts.notices import Notices
from haulage.use_cases.accounts.passkeys import Ceremony, Passkeys
from haulage.use_cases.accounts.pkce import ExchangeCode
from haulage.use_cases.accounts.public_keys import PublicKeys
from haulage.use_cases.accounts.refresh import Refresh
from haulage.use_cases.accounts.sign_in import SignIn
from haulage.use_cases.accounts.sign_out import SignOut
from haulage.use_cases.accounts.sign_up import AwaitingConfirmation, SignUp
from haulage.use_cases.accounts.social import SocialSignIns
from haulage.use_cases.accounts.unlinking import UnlinkIdentity
from haulage.use_cases.accounts.update_user import Changes, UpdateUser
from haulage.use_cases.accounts.verifying import OtherAddressNeeded, Verified, Verify

__all__ = [
    "AccountTerms",
    "AccountUseCases",
    "AnswerMailWishes",
    "AskForMail",
    "AuthUser",
    "Authenticate",
    "AwaitingConfirmation",
    "Ceremony",
    "Changes",
    "CurrentUser",
    "EnrolledFactor",
    "ExchangeCode",
    "ForgetSpent",
    "GetAuthUser",
    "GrantAdmin",
    "OtherAddressNeeded",
    "Passkeys",
    "Refresh",
    "RevokeAdmin",
    "SecondFactors",
    "SignIn",
    "SignOut",
    "SignUp",
    "SocialSignIns",
    "UnlinkIdentity",
    "UpdateUser",
    "Verified",
    "Verify",
]


@attrs.frozen
class AccountTerms:
    """How accounts are run. *site* is the address at which browsers reach the server.

    With *autoconfirm* an address counts without a mail to it; then a provider that proves addresses opens
    no account that somebody else may have made for one. With *secure_email_change* a change of address is
    confirmed from both mailboxes.
    """

    site: str = "http://127.0.0.1:8000"
    sessions: SessionTerms = STANDARD_SESSION_TERMS
    autoconfirm: bool = False
    secure_email_change: bool = True
    limits: Mapping[AccountLimit, RateLimit] = attrs.field(default=STANDARD_ACCOUNT_LIMITS)
    mail_interval: timedelta = timedelta(seconds=60)
    redirect_allow: tuple[str, ...] = ()
    simulated_providers: bool = False
    """Whether those who sign people in prove nothing, so that nothing is risked by believing them."""

    @property
    def auth_url(self) -> str:
        return f"{self.site}/auth/v1"


@attrs.frozen
class AccountUseCases:
    """What the shells call; each is a frozen callable over ports."""

    terms: AccountTerms
    gate: Gate
    redirects: RedirectRules
    sign_up: SignUp
    sign_in: SignIn
    refresh: Refresh
    exchange_code: ExchangeCode
    ask_for_mail: AskForMail
    answer_mail_wishes: AnswerMailWishes
    verify: Verify
    current_user: CurrentUser
    get_auth_user: GetAuthUser
    authenticate: Authenticate
    update_user: UpdateUser
    sign_out: SignOut
    second_factors: SecondFactors
    social: SocialSignIns
    unlink_identity: UnlinkIdentity
    passkeys: Passkeys
    public_keys: PublicKeys
    forget_spent: ForgetSpent
    grant_admin: GrantAdmin
    revoke_admin: RevokeAdmin

    @classmethod
    def over(
        cls,
        *,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        passwords: Passwords,
        tokens: Tokens,
        templates: MailTemplates,
        one_time_passwords: OneTimePasswords,
        ceremonies: PasskeyCeremonies,
        providers: Mapping[Provider, SocialSignIn] | None = None,
        terms: AccountTerms | None = None,
    ) -> Self:
        """All of them over the same ports."""
        terms = terms or AccountTerms()
        grant = GrantTokens(tokens, terms.sessions)
        gate = Gate(storage, clock, terms.limits, terms.mail_interval)
        current_user = CurrentUser(storage, tokens)
        notices = Notices(identifiers, templates)
        admit = Admit(
            clock,
            identifiers,
            notices,
            terms.autoconfirm,
            not terms.autoconfirm or terms.simulated_providers,
        )
        both = terms.secure_email_change
        return cls(
            terms=terms,
            gate=gate,
            redirects=RedirectRules(terms.site, terms.redirect_allow),
            sign_up=SignUp(storage, clock, identifiers, passwords, grant, gate, terms.autoconfirm),
            sign_in=SignIn(storage, clock, identifiers, passwords, grant, gate),
            refresh=Refresh(storage, clock, tokens, grant),
            exchange_code=ExchangeCode(storage, clock, identifiers, grant),
            ask_for_mail=AskForMail(storage, clock, identifiers, gate, current_user),
            answer_mail_wishes=AnswerMailWishes(
                storage, clock, identifiers, tokens, templates, terms.auth_url, both
            ),
            verify=Verify(
                storage, clock, identifiers, tokens, grant, gate, MoveAccount(clock, notices, both)
            ),
            current_user=current_user,
            get_auth_user=GetAuthUser(storage, current_user),
            authenticate=Authenticate(storage, tokens),
            update_user=UpdateUser(
                storage,
                clock,
                identifiers,
                passwords,
                tokens,
                notices,
                gate,
                current_user,
                terms.autoconfirm,
                both,
            ),
            sign_out=SignOut(storage, clock, current_user),
            second_factors=SecondFactors(
                storage, clock, identifiers, tokens, one_time_passwords, grant, gate, notices, current_user
            ),
            social=SocialSignIns(
                storage, clock, identifiers, tokens, grant, gate, current_user, admit, providers or {}
            ),
            unlink_identity=UnlinkIdentity(storage, clock, notices, current_user),
            passkeys=Passkeys(storage, clock, identifiers, ceremonies, grant, gate, notices, current_user),
            public_keys=PublicKeys(tokens),
            forget_spent=ForgetSpent(storage, clock),
            grant_admin=GrantAdmin(storage, clock),
            revoke_admin=RevokeAdmin(storage, clock),
        )
