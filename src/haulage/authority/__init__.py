"""Who may carry goods for hire from state to state: the table of OP-102, and drivers' credentials."""

from haulage.authority.confirmed import AuthorityConfirmation, ConfirmedAuthority
from haulage.authority.credential import (
    CREDENTIAL_LIFECYCLE,
    MOST_CREDENTIALS,
    CarrierCredential,
    CredentialClaim,
    CredentialExpired,
    CredentialMove,
    CredentialStatus,
    TooManyCredentials,
    end,
    reject,
    require_current,
    verified_among,
    verify,
)
from haulage.authority.refusals import CarrierCredentialRequired, RouteClosed, StateUnknown
from haulage.authority.table import (
    SHIPPED_TABLE,
    Authority,
    AuthorityTable,
    Lane,
    LaneRule,
    need_of,
)
from haulage.authority.watch import REMINDED_BEFORE, reminder_due

__all__ = [
    "CREDENTIAL_LIFECYCLE",
    "MOST_CREDENTIALS",
    "REMINDED_BEFORE",
    "SHIPPED_TABLE",
    "Authority",
    "AuthorityConfirmation",
    "AuthorityTable",
    "CarrierCredential",
    "CarrierCredentialRequired",
    "ConfirmedAuthority",
    "CredentialClaim",
    "CredentialExpired",
    "CredentialMove",
    "CredentialStatus",
    "Lane",
    "LaneRule",
    "RouteClosed",
    "StateUnknown",
    "TooManyCredentials",
    "end",
    "need_of",
    "reject",
    "reminder_due",
    "require_current",
    "verified_among",
    "verify",
]
