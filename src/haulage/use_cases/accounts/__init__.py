"""Accounts and sessions: every use case of sign-up, sign-in and one's own account."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Self

import attrs

from haulage.accounts.identities import Provider
from haulage.accounts.redirects import RedirectRules
from haulage.accounts.session import STANDARD_SESSION_TERMS, SessionTerms
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.identity.one_time_passwords import OneTimePasswords
from haulage.ports.identity.passkeys import PasskeyCeremonies
from haulage.ports.identity.passwords import Passwords
from haulage.ports.identity.social_sign_in import SimulatedProviderPage, SocialSignIn
from haulage.ports.identity.tokens import Tokens
from haulage.ports.messaging.email import EmailTemplates
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.sealed import Sealing
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.accounts.account_linking import Admit
from haulage.use_cases.accounts.administrators import GrantAdmin, RevokeAdmin
from haulage.use_cases.accounts.auth_rate_limits import STANDARD_ACCOUNT_LIMITS, AccountLimit, AuthRateLimits
from haulage.use_cases.accounts.change_email import ChangeEmail
from haulage.use_cases.accounts.current_user import Authenticate, CurrentUser
from haulage.use_cases.accounts.delete_expired import DeleteSpentSecrets
from haulage.use_cases.accounts.factors import EnrolledFactor, SecondFactors
from haulage.use_cases.accounts.find_actor import FindActor
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.get_auth_user import AuthUser, GetAuthUser
from haulage.use_cases.accounts.grant import GrantTokens
from haulage.use_cases.accounts.operate_accounts import OperateAccounts, OperatedAccount
from haulage.use_cases.accounts.passkeys import Ceremony, Passkeys
from haulage.use_cases.accounts.password_reset import RemoveUnprovenSignIns
from haulage.use_cases.accounts.people import Person, SeePeople
from haulage.use_cases.accounts.pkce import ExchangeCode
from haulage.use_cases.accounts.public_keys import PublicKeys
from haulage.use_cases.accounts.reauthenticate import CheckMailedCode, CheckPassword, Reauthenticate
from haulage.use_cases.accounts.recovery_codes import CodesLeft, RecoveryCodes
from haulage.use_cases.accounts.refresh import Refresh
from haulage.use_cases.accounts.request_email import RequestEmail
from haulage.use_cases.accounts.reseal_secrets import ResealSecrets
from haulage.use_cases.accounts.reset_factors import ResetFactors
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.accounts.send_account_emails import SendAccountEmails
from haulage.use_cases.accounts.sessions import ListedSession, OwnSessions
from haulage.use_cases.accounts.sign_in import SignIn
from haulage.use_cases.accounts.sign_out import SignOut
from haulage.use_cases.accounts.sign_up import AwaitingConfirmation, SignUp
from haulage.use_cases.accounts.simulated_sign_in import SimulatedSignIn
from haulage.use_cases.accounts.social_sign_in import SocialSignIns
from haulage.use_cases.accounts.unlink_identity import UnlinkIdentity
from haulage.use_cases.accounts.update_user import Changes, UpdateUser
from haulage.use_cases.accounts.verify import OtherAddressNeeded, Verified, Verify
from haulage.use_cases.accounts.wrong_factor_notice import NoteWrongFactor

__all__ = [
    "AccountTerms",
    "AccountUseCases",
    "AuthUser",
    "Authenticate",
    "AwaitingConfirmation",
    "Ceremony",
    "Changes",
    "CodesLeft",
    "CurrentUser",
    "DeleteSpentSecrets",
    "EnrolledFactor",
    "ExchangeCode",
    "FreshUser",
    "GetAuthUser",
    "GrantAdmin",
    "ListedSession",
    "OperateAccounts",
    "OperatedAccount",
    "OtherAddressNeeded",
    "OwnSessions",
    "Passkeys",
    "Person",
    "Reauthenticate",
    "RecoveryCodes",
    "Refresh",
    "RequestEmail",
    "ResetFactors",
    "RevokeAdmin",
    "SecondFactors",
    "SeePeople",
    "SendAccountEmails",
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
    admins_need_second_factor: bool = False
    """Whether the password alone opens nothing of other people's to administrators."""
    simulated_providers: bool = False
    """Whether those who sign people in prove nothing, so that nothing is risked by believing them."""

    @property
    def auth_url(self) -> str:
        return f"{self.site}/auth/v1"


@attrs.frozen
class AccountUseCases:
    """Everything that can be done with accounts and sessions."""

    terms: AccountTerms
    gate: AuthRateLimits
    redirects: RedirectRules
    sign_up: SignUp
    sign_in: SignIn
    refresh: Refresh
    exchange_code: ExchangeCode
    ask_for_mail: RequestEmail
    send_requested_email: SendAccountEmails
    verify: Verify
    current_user: CurrentUser
    fresh_user: FreshUser
    get_auth_user: GetAuthUser
    authenticate: Authenticate
    update_user: UpdateUser
    sign_out: SignOut
    own_sessions: OwnSessions
    operate: OperateAccounts
    people: SeePeople
    second_factors: SecondFactors
    recovery_codes: RecoveryCodes
    social: SocialSignIns
    unlink_identity: UnlinkIdentity
    passkeys: Passkeys
    reauthenticate: Reauthenticate
    public_keys: PublicKeys
    forget_spent: DeleteSpentSecrets
    grant_admin: GrantAdmin
    revoke_admin: RevokeAdmin
    reset_factors: ResetFactors
    reseal_secrets: ResealSecrets
    find_actor: FindActor
    simulated_sign_in: SimulatedSignIn

    @classmethod
    def over(
        cls,
        *,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        passwords: Passwords,
        tokens: Tokens,
        sealing: Sealing,
        templates: EmailTemplates,
        one_time_passwords: OneTimePasswords,
        ceremonies: PasskeyCeremonies,
        providers: Mapping[Provider, SocialSignIn] | None = None,
        provider_page: SimulatedProviderPage | None = None,
        terms: AccountTerms | None = None,
    ) -> Self:
        """All of them over the same ports."""
        terms = terms or AccountTerms()
        grant = GrantTokens(tokens, terms.sessions)
        gate = AuthRateLimits(storage, clock, terms.limits, terms.mail_interval)
        current_user = CurrentUser(storage, clock, tokens, terms.sessions)
        authenticate = Authenticate(storage, clock, tokens, terms.sessions, terms.admins_need_second_factor)
        fresh_user = FreshUser(current_user, clock)
        check_password = CheckPassword(storage, clock, passwords, gate)
        check_mailed_code = CheckMailedCode(storage, clock, tokens, gate)
        notices = SecurityNotices(identifiers, templates)
        note_wrong = NoteWrongFactor(storage, clock, gate, notices)
        admit = Admit(
            clock,
            identifiers,
            notices,
            terms.autoconfirm,
            not terms.autoconfirm or terms.simulated_providers,
        )
        both = terms.secure_email_change
        passkeys = Passkeys(
            storage, clock, identifiers, ceremonies, grant, gate, notices, current_user, fresh_user
        )
        return cls(
            terms=terms,
            gate=gate,
            redirects=RedirectRules(terms.site, terms.redirect_allow),
            sign_up=SignUp(storage, clock, identifiers, passwords, grant, gate, terms.autoconfirm),
            sign_in=SignIn(storage, clock, identifiers, passwords, grant, gate),
            refresh=Refresh(storage, clock, tokens, grant),
            exchange_code=ExchangeCode(storage, clock, identifiers, grant),
            ask_for_mail=RequestEmail(storage, clock, identifiers, gate, current_user),
            send_requested_email=SendAccountEmails(
                storage, clock, identifiers, tokens, templates, terms.auth_url, both
            ),
            verify=Verify(
                storage, clock, identifiers, tokens, grant, gate, ChangeEmail(clock, notices, both)
            ),
            current_user=current_user,
            fresh_user=fresh_user,
            get_auth_user=GetAuthUser(storage, current_user, authenticate),
            authenticate=authenticate,
            update_user=UpdateUser(
                storage,
                clock,
                identifiers,
                passwords,
                notices,
                gate,
                current_user,
                fresh_user,
                check_password,
                check_mailed_code,
                RemoveUnprovenSignIns(clock, notices),
                terms.autoconfirm,
                both,
            ),
            sign_out=SignOut(storage, clock, current_user, fresh_user),
            own_sessions=OwnSessions(storage, clock, current_user, fresh_user, terms.sessions),
            operate=OperateAccounts(storage, clock, notices, terms.sessions),
            people=SeePeople(storage, clock),
            second_factors=SecondFactors(
                storage,
                clock,
                identifiers,
                tokens,
                one_time_passwords,
                grant,
                gate,
                notices,
                note_wrong,
                current_user,
                fresh_user,
            ),
            recovery_codes=RecoveryCodes(
                storage,
                clock,
                identifiers,
                tokens,
                grant,
                gate,
                notices,
                note_wrong,
                current_user,
                fresh_user,
            ),
            social=SocialSignIns(
                storage, clock, identifiers, tokens, grant, gate, fresh_user, admit, providers or {}
            ),
            unlink_identity=UnlinkIdentity(storage, clock, notices, fresh_user),
            passkeys=passkeys,
            reauthenticate=Reauthenticate(
                storage, clock, check_password, check_mailed_code, passkeys, current_user
            ),
            public_keys=PublicKeys(tokens),
            forget_spent=DeleteSpentSecrets(storage, clock),
            grant_admin=GrantAdmin(storage, clock),
            revoke_admin=RevokeAdmin(storage, clock),
            reset_factors=ResetFactors(storage, clock, notices),
            reseal_secrets=ResealSecrets(storage, clock, sealing),
            find_actor=FindActor(storage),
            simulated_sign_in=SimulatedSignIn(provider_page),
        )
