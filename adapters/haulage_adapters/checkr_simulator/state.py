"""What the simulated Checkr knows: candidates, invitations and reports, by their ids."""

import hashlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import attrs

Json = dict[str, Any]

RECORD = {
    "county": "An invented county",
    "charges": [
        {
            "charge": "Disorderly conduct (invented)",
            "charge_type": "misdemeanor",
            "disposition": "Convicted",
        }
    ],
}


@attrs.define
class Refused(Exception):
    """What a request is answered with instead."""

    status: int
    error: str
    is_limited: bool = False


@attrs.frozen
class Terms:
    """*older* has the outcome in the report's status; *included* has its parts in the report."""

    packages: tuple[str, ...] = ("driver_pro", "driver_standard", "basic")
    seconds: float = 10.0
    clear_share: float = 0.9
    seed: str = "haulage"
    older: bool = False
    included: bool = False
    per_page: int = 25


@attrs.define(eq=False)
class CheckrState:
    """All of it is in this process and ends with it. *listeners* are told of every event."""

    terms: Terms = attrs.Factory(Terms)
    now: Callable[[], float] = time.time
    candidates: dict[str, Json] = attrs.Factory(dict)
    invitations: dict[str, Json] = attrs.Factory(dict)
    reports: dict[str, Json] = attrs.Factory(dict)
    searches: dict[str, Json] = attrs.Factory(dict)
    listeners: list[Callable[[str, Json], None]] = attrs.Factory(list)
    address: str = ""
    _made: int = 0

    def new_id(self, prefix: str) -> str:
        self._made += 1
        digest = hashlib.sha256(f"{self.terms.seed}:{self._made}".encode()).hexdigest()
        return f"{prefix}{digest[:20]}"

    def add_candidate(self, form: Json) -> Json:
        for field in ("first_name", "last_name", "email"):
            if not isinstance(form.get(field), str) or not form[field]:
                raise Refused(400, f"{field} is missing")
        candidate = {"id": self.new_id("e"), "object": "candidate", "report_ids": [], **form}
        self.candidates[candidate["id"]] = candidate
        self._tell("candidate.created", candidate)
        return candidate

    def add_invitation(self, form: Json) -> Json:
        candidate = self._candidate_of(form)
        self._require_package(form)
        if not form.get("work_locations"):
            raise Refused(400, "work_locations is missing")
        id = self.new_id("i")
        invitation = {
            "id": id,
            "object": "invitation",
            "status": "pending",
            "candidate_id": candidate["id"],
            "package": form["package"],
            "report_id": None,
            "invitation_url": f"{self.address}/apply/{id}",
        }
        self.invitations[id] = invitation
        self._tell("invitation.created", invitation)
        return invitation

    def complete_invitation(self, id: str) -> Json:
        """What the candidate does at the provider's pages."""
        invitation = self.found(self.invitations, id)
        if invitation["status"] != "pending":
            raise Refused(409, "the invitation is not pending")
        report = self.add_report(
            {"candidate_id": invitation["candidate_id"], "package": invitation["package"]}
        )
        invitation |= {"status": "completed", "report_id": report["id"]}
        self._tell("invitation.completed", invitation)
        return invitation

    def add_report(self, form: Json) -> Json:
        candidate = self._candidate_of(form)
        self._require_package(form)
        report = {
            "id": self.new_id("r"),
            "object": "report",
            "status": "pending",
            "result": None,
            "package": form["package"],
            "candidate_id": candidate["id"],
            "created_at": datetime.fromtimestamp(self.now(), UTC).isoformat(),
            "due": self.now() + self.terms.seconds,
        }
        self.reports[report["id"]] = report
        candidate["report_ids"].append(report["id"])
        self._tell("report.created", self.shown(report))
        return report

    def report(self, id: str) -> Json:
        """As it stands now: complete once its time has come."""
        report = self.found(self.reports, id)
        if report["status"] == "pending" and self.now() >= report["due"]:
            clear = self._luck(report["id"]) < self.terms.clear_share
            self.finish(id, "complete", "clear" if clear else "consider")
        return self.shown(self.reports[id])

    def finish(self, id: str, status: str, result: str | None) -> Json:
        """Have the report stand like this, and tell of it."""
        report = self.found(self.reports, id)
        report |= {"status": status, "result": result}
        if status == "complete" and "county_criminal_search_ids" not in report:
            self._add_parts(report, found=result == "consider")
        words = "report.completed" if status == "complete" else f"report.{status}"
        self._tell(words, self.shown(report))
        return report

    def shown(self, report: Json) -> Json:
        """In the shape that is asked for."""
        answer = {name: value for name, value in report.items() if name != "due"}
        if self.terms.older:
            answer["status"] = answer.pop("result") or answer["status"]
        if self.terms.included:
            answer["county_criminal_searches"] = [
                self.searches[each] for each in answer.pop("county_criminal_search_ids", [])
            ]
            if motor := answer.pop("motor_vehicle_report_id", None):
                answer["motor_vehicle_report"] = self.searches[motor]
        return answer

    def found(self, kind: dict[str, Json], id: str) -> Json:
        if id not in kind:
            raise Refused(404, "Not found")
        return kind[id]

    def _add_parts(self, report: Json, *, found: bool) -> None:
        county, motor = self.new_id("c"), self.new_id("m")
        self.searches[county] = {
            "id": county,
            "object": "county_criminal_search",
            "status": "complete",
            "result": "consider" if found else "clear",
            "records": [RECORD] if found else [],
        }
        self.searches[motor] = {
            "id": motor,
            "object": "motor_vehicle_report",
            "status": "complete",
            "license_reports": [{"license_status": "valid", "violations": []}],
        }
        report |= {"county_criminal_search_ids": [county], "motor_vehicle_report_id": motor}

    def _candidate_of(self, form: Json) -> Json:
        id = form.get("candidate_id")
        if not isinstance(id, str) or id not in self.candidates:
            raise Refused(400, "candidate_id is unknown")
        return self.candidates[id]

    def _require_package(self, form: Json) -> None:
        if form.get("package") not in self.terms.packages:
            raise Refused(400, "package is unknown")

    def _tell(self, type: str, thing: Json) -> None:
        for listener in self.listeners:
            listener(type, thing)

    def _luck(self, reference: str) -> float:
        digest = hashlib.sha256(f"{self.terms.seed}:{reference}".encode()).digest()
        return int.from_bytes(digest[:8]) / 2**64
