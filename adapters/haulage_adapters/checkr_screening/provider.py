"""Background checks by Checkr (docs.checkr.com, "Candidates", "Invitations" and "Reports").

By default a candidate is invited: Checkr's own pages ask for the whole social security number, which is
never asked for here. A report can be ordered without an invitation where the account allows it.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import attrs
import msgspec

from haulage.kernel.errors import Unavailable
from haulage.ports.screening import FoundScreening, ScreeningRequest
from haulage.screening import Agency, Outcome, Progress, ProviderOrder, ScreeningPackage, ScreeningReport
from haulage_adapters.checkr_screening.client import MULTI_LICENSE, SERVICE, CheckrClient, Id
from haulage_adapters.checkr_screening.report import read_report
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import JsonObject, read_or_none, read_value

CHECKR = Agency(
    "Checkr, Inc.", "1 Montgomery Street, Suite 2400, San Francisco, CA 94104", "1-844-824-3257", "checkr.com"
)

PARTS: Mapping[str, str] = {
    "county_criminal_search_ids": "county_criminal_searches",
    "state_criminal_search_ids": "state_criminal_searches",
    "federal_criminal_search_id": "federal_criminal_searches",
    "national_criminal_search_id": "national_criminal_searches",
    "sex_offender_search_id": "sex_offender_searches",
    "global_watchlist_search_id": "global_watchlist_searches",
    "ssn_trace_id": "ssn_traces",
}
"""A report names its parts by these fields; each is found at this path."""

MOTOR_VEHICLE = "motor_vehicle_report_id"

PART = re.compile(r"(?:search|searches|screening|verification|validation|clearinghouse)(?:_v2)?(?:_ids?)?$")
"""What other parts are called, such as ``drug_screening_id``. They can be ordered and are not read here."""
INVITATION_ENDED = frozenset({"expired", "deleted", "canceled", "cancelled"})


class _Candidate(msgspec.Struct):
    id: Id
    custom_id: str | None = None
    report_ids: list[Id] | None = None


class _Invitation(msgspec.Struct):
    id: Id
    status: str
    candidate_id: Id | None = None
    report_id: Id | None = None
    invitation_url: str | None = None


class _Report(msgspec.Struct):
    id: Id
    candidate_id: Id
    status: str | None = None


@attrs.frozen
class CheckrScreening:
    """*packages* are the account's names of the packages. Without *invites* a report is ordered at once."""

    client: CheckrClient
    packages: Mapping[ScreeningPackage, str]
    invites: bool = True
    agency: Agency = CHECKR

    async def order(self, request: ScreeningRequest, now: datetime) -> ProviderOrder:
        """The candidate's ``custom_id`` is our reference: what a lost answer had made is found by it."""
        candidate = await self._candidate(request)
        package = self.packages[request.package]
        if not self.invites:
            return ProviderOrder(candidate.id, now, report_id=await self._report(candidate, package))
        invitation = await self._invitation(candidate, package, request)
        return ProviderOrder(
            candidate.id,
            now,
            report_id=invitation.report_id,
            invitation_id=invitation.id,
            invitation_url=_https(invitation.invitation_url),
        )

    async def look_up(self, order: ProviderOrder) -> FoundScreening:
        if order.report_id is None and order.invitation_id is not None:
            invitation = await self.client.get(f"invitations/{order.invitation_id}", _Invitation)
            if invitation.report_id is None:
                ended = invitation.status in INVITATION_ENDED
                return FoundScreening(order, ScreeningReport(Progress.CANCELED) if ended else None)
            order = attrs.evolve(order, report_id=invitation.report_id)
        if order.report_id is None:
            return FoundScreening(order, None)
        return FoundScreening(order, await self._read(order))

    async def check(self) -> None:
        """The cheapest question that needs the key."""
        await self.client.all("packages", {"per_page": "1"})

    async def aclose(self) -> None:
        await self.client.aclose()

    async def _candidate(self, request: ScreeningRequest) -> _Candidate:
        for each in await self.client.all("candidates", {"custom_id": request.reference}):
            known = read_or_none(each, _Candidate)
            if known is not None and known.custom_id == request.reference:
                return known
        return await self.client.post("candidates", _body(request), _Candidate)

    async def _invitation(
        self, candidate: _Candidate, package: str, request: ScreeningRequest
    ) -> _Invitation:
        for each in await self.client.all("invitations", {"candidate_id": candidate.id}):
            known = read_or_none(each, _Invitation)
            if known is not None and known.status == "pending" and known.candidate_id == candidate.id:
                return known
        person = request.candidate
        body = {
            "candidate_id": candidate.id,
            "package": package,
            "work_locations": [{"country": "US", "state": person.state, "city": person.city}],
        }
        return await self.client.post("invitations", body, _Invitation)

    async def _report(self, candidate: _Candidate, package: str) -> str:
        for id in candidate.report_ids or ():
            known = await self.client.get(f"reports/{id}", _Report)
            if known.candidate_id == candidate.id and known.status not in {"canceled", "cancelled"}:
                return known.id
        made = await self.client.post("reports", {"candidate_id": candidate.id, "package": package}, _Report)
        return made.id

    async def _read(self, order: ProviderOrder) -> ScreeningReport:
        """With its parts once it is complete. What is about somebody else is not believed."""
        answer = await self.client.get(f"reports/{order.report_id}", dict[str, Any], MULTI_LICENSE)
        try:
            report = read_value(answer, _Report)
            if report.id != order.report_id or report.candidate_id != order.candidate_id:
                raise InvalidResponse("a report of somebody else")
            found = read_report(answer)
            if found.progress is not Progress.COMPLETE:
                return found
            searches = [await self._part(*part) for part in _apart(answer)]
            licenses = await self._licenses(answer)
            read = read_report(answer, searches, licenses)
            return attrs.evolve(read, is_partial=read.is_partial or _is_unexplained(answer, read))
        except (InvalidResponse, msgspec.ValidationError) as fault:
            raise Unavailable(SERVICE, f"Checkr API error: {fault}") from None

    async def _part(self, path: str, id: str) -> JsonObject:
        part = await self.client.get(f"{path}/{id}", dict[str, Any])
        return {"object": path.removesuffix("es" if path.endswith("ches") else "s"), **part}

    async def _licenses(self, answer: JsonObject) -> list[JsonObject]:
        id = answer.get(MOTOR_VEHICLE)
        if id is None or isinstance(answer.get("motor_vehicle_report"), dict):
            return []
        path = f"motor_vehicle_reports/{read_value(id, Id)}"
        return [await self.client.get(path, dict[str, Any], MULTI_LICENSE)]


def _apart(answer: JsonObject) -> list[tuple[str, str]]:
    """Path and id of every part that is not in the report itself."""
    found = []
    for field, path in PARTS.items():
        name = _name(field)
        included = answer.get(path) if field.endswith("_ids") else answer.get(name)
        holds = included if isinstance(included, list) else [included]
        if any(isinstance(each, dict) for each in holds):
            continue
        ids = answer.get(field) or included or []
        found += [(path, read_value(id, Id)) for id in (ids if isinstance(ids, list) else [ids])]
    return found


def _name(field: str) -> str:
    return field.removesuffix("_ids").removesuffix("_id")


def _is_unexplained(answer: JsonObject, read: ScreeningReport) -> bool:
    """Whether a report that has something to consider may have it in a part which is not read here."""
    if read.outcome is not Outcome.CONSIDER:
        return False
    known = {*PARTS, *PARTS.values(), *map(_name, PARTS)}
    unread = any(PART.search(name) and name not in known and value for name, value in answer.items())
    found = (read.records, read.violations, read.suspensions)
    return unread or not (any(found) or read.identity_failed or read.registry_match or read.watchlist_match)


def _body(request: ScreeningRequest) -> JsonObject:
    """The social security number is not known here: the candidate gives it to Checkr (ONB-45)."""
    person = request.candidate
    body = {
        "first_name": person.first_name,
        "last_name": person.last_name,
        "email": person.email,
        "phone": person.phone,
        "zipcode": person.zip_code,
        "dob": person.date_of_birth.isoformat() if person.date_of_birth else None,
        "driver_license_number": person.license_number,
        "driver_license_state": person.license_state,
        "custom_id": request.reference,
    }
    return {name: value for name, value in body.items() if value}


def _https(address: str | None) -> str | None:
    """What applicants are led to; nothing but a page."""
    return address if address and address.startswith(("https://", "http://127.0.0.1")) else None
