"""Authority over HTTP: what may be booked between two places, the table, and carrier credentials."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated

from msgspec import Meta

from haulage.authority import (
    Authority,
    CarrierCredential,
    ConfirmedAuthority,
    CredentialClaim,
    CredentialStatus,
)
from haulage.authority.credential import MAX_ISSUER, MAX_NOTE, MAX_NUMBER
from haulage.kernel.carrier import CredentialKind
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.services import ServiceType
from haulage.ports.storage.authority import ListedCredential
from haulage.use_cases.authority.authority_table import TableInForce
from haulage.use_cases.authority.check_trip import BookableService
from haulage.use_cases.authority.orders_at_risk import Lapse, OrderAtRisk
from haulage.use_cases.driver_documents.shown_document import ShownDocument
from haulage_adapters.wire.common import Cents, In, Instant, Out
from haulage_adapters.wire.driver_documents import DriverDocumentOut

Documents = Mapping[str, ShownDocument]
"""By the credential that they prove."""


class BookableServiceOut(Out):
    """A service between two places. `refused` is why it cannot be booked there, null where it can; `code` is
    that of the refusal."""

    service_type: ServiceType
    code: str | None
    refused: str | None

    @classmethod
    def of(cls, found: BookableService) -> "BookableServiceOut":
        refused = found.refused
        if refused is None:
            return cls(found.service, None, None)
        return cls(found.service, refused.code, refused.message)


class TripCheckOut(Out):
    """What may be booked between two places, by service."""

    services: list[BookableServiceOut]

    @classmethod
    def of(cls, found: Sequence[BookableService]) -> "TripCheckOut":
        return cls([BookableServiceOut.of(each) for each in found])


class AuthorityRowOut(Out):
    """What a service from one state to another needs from a day on, and who answers for it."""

    id: str
    origin: str
    destination: str
    service_type: ServiceType
    needs: Authority
    since: date
    least_cover_cents: Cents
    source: str
    confirmed_by: str
    confirmed_on: date
    recorded_at: Instant

    @classmethod
    def of(cls, row: ConfirmedAuthority) -> "AuthorityRowOut":
        said = row.confirmation
        return cls.from_attributes(
            said,
            id=row.id,
            origin=said.lane.origin,
            destination=said.lane.destination,
            service_type=said.lane.service,
            needs=said.authority,
            recorded_at=row.recorded_at,
        )


class OperatorAuthorityRowOut(AuthorityRowOut):
    """A row as operators see it: by whom it was recorded and withdrawn, too."""

    recorded_by: str
    withdrawn_at: Instant | None
    withdrawn_by: str | None

    @classmethod
    def of(cls, row: ConfirmedAuthority) -> "OperatorAuthorityRowOut":
        return cls.from_attributes(
            AuthorityRowOut.of(row),
            recorded_by=row.recorded_by,
            withdrawn_at=row.withdrawn_at,
            withdrawn_by=row.withdrawn_by,
        )


class AuthorityTableOut(Out):
    """The rows in force now or later. Without `is_in_force`, where no real money is taken, everything is
    open."""

    is_in_force: bool
    rows: list[AuthorityRowOut]

    @classmethod
    def of(cls, table: TableInForce) -> "AuthorityTableOut":
        return cls(table.is_in_force, [AuthorityRowOut.of(row) for row in table.rows])


class CredentialIn(In):
    """A carrier's credential: `state` is of a certificate, `issuer` and `cover_cents` of an insurance."""

    kind: CredentialKind
    number: Annotated[str, Meta(min_length=1, max_length=MAX_NUMBER, pattern=r"\S")]
    state: Annotated[str, Meta(min_length=2, max_length=2)] | None = None
    issuer: Annotated[str, Meta(max_length=MAX_ISSUER)] = ""
    cover_cents: Annotated[int, Meta(ge=0, le=MAX_CENTS, description="US cents.")] | None = None
    expires_on: date | None = None

    def to_core(self) -> CredentialClaim:
        return CredentialClaim(
            self.kind,
            self.number.strip(),
            None if self.state is None else self.state.upper(),
            self.issuer.strip(),
            self.cover_cents,
            self.expires_on,
        )


class CredentialDecisionIn(In):
    """Where it was looked up, or why it is refused: the driver reads that."""

    note: Annotated[str, Meta(min_length=1, max_length=MAX_NOTE, pattern=r"\S")]


class CredentialOut(Out):
    """A carrier's credential. `note` says where it was looked up, or why it was refused; `document` is the
    last one that was sent to prove it."""

    id: str
    kind: CredentialKind
    number: str
    state: str | None
    issuer: str
    cover_cents: Cents | None
    expires_on: date | None
    status: CredentialStatus
    recorded_at: Instant
    decided_at: Instant | None
    note: str
    document: DriverDocumentOut | None

    @classmethod
    def of(cls, credential: CarrierCredential, documents: Documents) -> "CredentialOut":
        claim, shown = credential.claim, documents.get(credential.id)
        return cls.from_attributes(
            credential,
            kind=claim.kind,
            number=claim.number,
            state=claim.state,
            issuer=claim.issuer,
            cover_cents=claim.cover_cents,
            expires_on=claim.expires_on,
            document=None if shown is None else DriverDocumentOut.of(shown),
        )


class OrderAtRiskOut(Out):
    """An accepted order whose driver may not set out. `lapsed` says whether documents or carrier credentials
    do not hold on the day of the job."""

    order_id: str
    number: int
    scheduled_time: Instant | None
    driver_id: str
    user_id: str
    driver_name: str
    lapsed: Lapse

    @classmethod
    def of(cls, found: OrderAtRisk) -> "OrderAtRiskOut":
        order, driver = found.order, found.driver
        return cls(
            order.id,
            order.number,
            order.scheduled_time,
            driver.id,
            driver.user_id,
            driver.name,
            found.lapsed,
        )


class OwnCredentialsOut(Out):
    """Those that count or wait, and of each other kind what was refused last; newest first."""

    items: list[CredentialOut]


class ListedCredentialOut(Out):
    """A credential with whose it is."""

    credential: CredentialOut
    driver_id: str
    user_id: str
    driver_name: str

    @classmethod
    def of(cls, listed: ListedCredential, documents: Documents) -> "ListedCredentialOut":
        credential = listed.credential
        shown = CredentialOut.of(credential, documents)
        return cls(shown, credential.driver_id, listed.user_id, listed.driver_name)
