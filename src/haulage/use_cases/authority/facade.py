"""Authority: every use case of the capability."""

import attrs

from haulage.use_cases.authority.authority_table import AuthorityRows
from haulage.use_cases.authority.carrier_credentials import DecideCredentials, OwnCredentials
from haulage.use_cases.authority.check_trip import CheckTrip
from haulage.use_cases.authority.credential_documents import CredentialDocuments
from haulage.use_cases.authority.orders_at_risk import OrdersAtRisk
from haulage.use_cases.authority.watch_credentials import WatchCredentials


@attrs.frozen
class AuthorityUseCases:
    """The table, drivers' credentials, and what a visitor may book where."""

    table: AuthorityRows
    credentials: OwnCredentials
    decide: DecideCredentials
    documents: CredentialDocuments
    check_trip: CheckTrip
    watch: WatchCredentials
    at_risk: OrdersAtRisk
