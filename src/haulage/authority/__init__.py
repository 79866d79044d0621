"""Who may carry goods for hire from state to state: the table of OP-102."""

from haulage.authority.confirmed import AuthorityConfirmation, ConfirmedAuthority
from haulage.authority.table import (
    SHIPPED_TABLE,
    Authority,
    AuthorityTable,
    CarrierCredentialRequired,
    Lane,
    RouteClosed,
    require_open,
)

__all__ = [
    "SHIPPED_TABLE",
    "Authority",
    "AuthorityConfirmation",
    "AuthorityTable",
    "CarrierCredentialRequired",
    "ConfirmedAuthority",
    "Lane",
    "RouteClosed",
    "require_open",
]
