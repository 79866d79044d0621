"""Checkr's reports in today's shape and the older one, with parts included or apart (OP-75)."""

from typing import Any

import msgspec
import pytest

from haulage.screening import OverallStatus, Progress, ScreeningReport, decide
from haulage_adapters.checkr_screening import read_report

CHARGE = {"charge": "Petit theft", "charge_type": "misdemeanor", "disposition": "Convicted"}
SEARCH = {
    "object": "county_criminal_search",
    "status": "complete",
    "result": "consider",
    "records": [
        {"case_number": "24-CR-1", "county": "Kings", "file_date": "2024-05-06", "charges": [CHARGE]}
    ],
}
VIOLATION = {"type": "Speeding", "description": "Speeding 15 over", "issued_date": "2025-02-03T00:00:00Z"}


FELONY = {"charge": "Burglary", "charge_type": None, "classification": "Felony", "disposition": "Guilty"}
DISMISSED = {**CHARGE, "disposition": "Dismissed"}


def a_search(*charges: dict[str, Any], **more: Any) -> dict[str, Any]:
    records = [{"county": "Kings", "file_date": "2024-05-06", "charges": list(charges)}]
    return {**SEARCH, "records": records, **more}


def complete(result: str | None = "consider", **more: Any) -> dict[str, Any]:
    return {"status": "complete", "result": result, **more}


def licensed(**more: Any) -> dict[str, Any]:
    return {"license_reports": [{"license_status": "valid", "violations": [], **more}]}


APPROVED, REJECTED, REVIEW = OverallStatus.APPROVED, OverallStatus.REJECTED, OverallStatus.REVIEW_REQUIRED

SHAPES: dict[str, tuple[dict[str, Any], list[dict[str, Any]], Progress, OverallStatus | None]] = {
    "clear": (complete("clear"), [], Progress.COMPLETE, APPROVED),
    "clear, older": ({"status": "clear"}, [], Progress.COMPLETE, APPROVED),
    "consider for a conviction": (complete(), [a_search(CHARGE)], Progress.COMPLETE, REJECTED),
    "consider, older": ({"status": "consider"}, [a_search(FELONY)], Progress.COMPLETE, REJECTED),
    "consider for what was dismissed": (complete(), [a_search(DISMISSED)], Progress.COMPLETE, APPROVED),
    "complete without a result": (complete(None), [], Progress.COMPLETE, REVIEW),
    "clear, with parts canceled": (complete("clear", includes_canceled=True), [], Progress.COMPLETE, REVIEW),
    "clear, beside a canceled search": (
        complete("clear"),
        [a_search(status="canceled", result=None, records=[])],
        Progress.COMPLETE,
        REVIEW,
    ),
    "violations by license": (
        complete(motor_vehicle_report=licensed(violations=[VIOLATION] * 3)),
        [],
        Progress.COMPLETE,
        REVIEW,
    ),
    "violations on the report": (complete(violations=[VIOLATION] * 2), [], Progress.COMPLETE, APPROVED),
    "a license lost": (
        complete(motor_vehicle_report=licensed(license_status="revoked")),
        [],
        Progress.COMPLETE,
        REVIEW,
    ),
    "pending": ({"status": "pending", "result": "clear"}, [a_search(FELONY)], Progress.PENDING, None),
    "suspended": ({"status": "suspended"}, [], Progress.SUSPENDED, None),
    "disputed": ({"status": "dispute", "result": "consider"}, [], Progress.DISPUTED, None),
    "canceled": ({"status": "canceled"}, [], Progress.CANCELED, None),
    "paused": ({"status": "paused"}, [], Progress.PAUSED, None),
    "a status that nobody knows": ({"status": "enlightened", "result": "clear"}, [], Progress.UNKNOWN, None),
    "no status": ({"result": "clear"}, [], Progress.UNKNOWN, None),
    "nothing": ({}, [], Progress.UNKNOWN, None),
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_answer_of_the_provider_means_this(name: str) -> None:
    report, searches, progress, status = SHAPES[name]
    found = read_report(report, searches)
    assert (found.progress, decide(found).status) == (progress, status)


def shapes() -> dict[str, ScreeningReport]:
    whole = {"status": "complete", "result": "consider"}
    motor = {"object": "motor_vehicle_report", "license_status": "Suspended", "violations": [VIOLATION]}
    apart = {"county_criminal_search_ids": ["ccs_1"], "motor_vehicle_report_id": "mvr_1"}
    nested = {"license_reports": [{"license_status": "suspended", "violations": [VIOLATION]}]}
    return {
        "parts apart, flat": read_report({**whole, **apart}, [SEARCH], [motor]),
        "parts apart, by license": read_report({**whole, **apart}, [SEARCH], [nested]),
        "parts included, flat": read_report(
            {**whole, "county_criminal_searches": [SEARCH], "motor_vehicle_report": motor}
        ),
        "parts included, by license": read_report(
            {**whole, "county_criminal_searches": [SEARCH], "motor_vehicle_report": nested}
        ),
        "flat on the report": read_report(
            {**whole, "violations": [VIOLATION], "license_status": "suspended"}, [SEARCH]
        ),
        "ids in place of parts": read_report(
            {**whole, "county_criminal_searches": ["ccs_1"], "motor_vehicle_report": "mvr_1"},
            [SEARCH],
            [motor],
        ),
    }


@pytest.mark.parametrize("shape", shapes())
def test_every_shape_says_the_same(shape: str) -> None:
    found = shapes()[shape]
    assert [(it.description, it.is_conviction, it.location) for it in found.records] == [
        ("Petit theft", True, "Kings")
    ]
    assert [(it.description, str(it.on)) for it in found.violations] == [("Speeding 15 over", "2025-02-03")]
    assert found.suspensions == ("suspended",)


@pytest.mark.parametrize(
    ("part", "field"),
    [
        ("sex_offender_search", "registry_match"),
        ("global_watchlist_search", "watchlist_match"),
        ("ssn_trace", "identity_failed"),
    ],
)
@pytest.mark.parametrize("answer", [{"status": "complete", "result": "consider"}, {"status": "consider"}])
def test_a_match_is_found_whether_the_part_is_included_or_apart(
    part: str, field: str, answer: dict[str, str]
) -> None:
    clear = {"status": "complete", "result": "clear"}
    assert not getattr(read_report({**clear, part: clear}), field)
    assert getattr(read_report({**clear, part: answer}), field)
    assert getattr(read_report(clear, [{"object": part, **answer}]), field)
    assert read_report(clear, [{"object": part, **answer}]).records == ()


def test_a_record_of_a_case_without_charges_is_one_record() -> None:
    record = {"type": "misdemeanor", "description": "Trespass", "disposition": "Convicted", "date": "soon"}
    (found,) = read_report({"status": "clear"}, [{"records": [record]}]).records
    assert (found.description, found.type, found.on, found.is_conviction) == (
        "Trespass",
        "misdemeanor",
        None,
        True,
    )


@pytest.mark.parametrize("report", [[], "clear", None, {"status": 7}, {"violations": {}}])
def test_an_answer_of_no_known_shape_is_refused(report: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_report(report)
