"""Authority: which trips may be sold, and drivers' carrier credentials."""

from haulage.jobs import JobKind
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.authority.authority_table import AuthorityRows
from haulage.use_cases.authority.carrier_credentials import DecideCredentials, OwnCredentials
from haulage.use_cases.authority.check_trip import CheckTrip
from haulage.use_cases.authority.credential_documents import CredentialDocuments
from haulage.use_cases.authority.credential_emails import CredentialEmails
from haulage.use_cases.authority.facade import AuthorityUseCases
from haulage.use_cases.authority.orders_at_risk import OrdersAtRisk
from haulage.use_cases.authority.trip_authority import ConfirmedTripAuthority, EverythingOpen
from haulage.use_cases.authority.watch_credentials import WatchCredentials
from haulage.use_cases.driver_documents.shown_document import DocumentLinks
from haulage_adapters.assembly.administrator_email import administrator_email
from haulage_adapters.assembly.parts import Parts


def assemble_authority(parts: Parts) -> AuthorityUseCases:
    """Where real money is taken the table decides; elsewhere everything is open (OP-102)."""
    storage, clock, identifiers = parts.storage, parts.clock, parts.identifiers
    trips = ConfirmedTripAuthority(storage, parts.tax_places)
    mails = CredentialEmails(identifiers, parts.templates, parts.settings.public_url)
    risk_email = administrator_email(parts, EmailKind.ORDERS_AT_RISK, "applications")
    at_risk = OrdersAtRisk(storage, clock, risk_email)
    return AuthorityUseCases(
        table=AuthorityRows(storage, clock, identifiers, trips, is_in_force=parts.is_real),
        credentials=OwnCredentials(storage, clock, identifiers),
        decide=DecideCredentials(storage, clock, mails),
        documents=CredentialDocuments(storage, DocumentLinks(clock, parts.tokens)),
        check_trip=CheckTrip(clock, parts.area, trips if parts.is_real else EverythingOpen()),
        watch=WatchCredentials(storage, clock, mails, at_risk),
        at_risk=at_risk,
    )


def authority_job_handlers(authority: AuthorityUseCases) -> JobHandlers:
    return {JobKind.WATCH_CREDENTIALS: JobHandler(authority.watch)}
